import type { Purpose } from '../../declared-purpose.ts'
import { isUnderstood } from '../../text/find-order.ts'
import { type HostRelation, isStrange, nameWords } from '../../text/host-relation.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { REQUIRED, RUN } from '../../text/phrases.ts'
import { maskUrls, parseUrl } from '../../text/urls.ts'
import { type DownloadTarget, hostsInRows, SYSTEMS } from './download-target.ts'

/** A page where something is to be had, and not a text about it: no path, or one that says download. */
const LANDING_PATH =
  /^\/?$|^\/(?:[a-z]{2}\/)?(?:downloads?|get|install(?:er)?|setup|latest|start|app|windows|win|mac(?:os)?|linux|desktop)(?:\/(?:windows|win|mac(?:os)?|linux|latest|download|stable))*\/?$/i
const DOWNLOAD = anyOf(
  'i',
  /\b(?:downloads?|installer|get (?:it|the \w+|\w+) (?:from|at|here)|(?:re)?install(?:ed)? (?:it )?from|grab it|available (?:at|from|on)|obtain(?:ed|able)?)\b/,
  // Chinese.
  /下载|安装程序/,
  /descarg|baix|télécharg|herunterlad|скача|загруз|завантаж|ダウンロード|다운로드|scarica|pobierz|indir\b/,
)
/** Names of agent platforms: whoever is not their maker and has one in the address of a download borrows their name. */
const PLATFORM = /claw|claude|openai|anthropic|codex|cursor|copilot|gemini|hermes|moltbot|chatgpt|agent|skill/i

/**
 * The required helper from a bare page: it must be there first, it is downloaded and started by hand, and nothing ever calls it. The
 * skill's word that the page is its home counts only when no command needs to be fetched from there by people.
 */
export function judgeLandingPage(
  { url, near, close, block, purpose, commands, say }: DownloadTarget,
  relation: HostRelation,
): boolean {
  const parsed = parseUrl(url)
  if (parsed === undefined || !LANDING_PATH.test(parsed.path.replace(/[?#].*$/, ''))) return false
  const borrows = PLATFORM.test(parsed.host) && relation !== 'vendor' && relation !== 'local'
  if (!isStrange(relation) && !(borrows && (relation === 'own' || relation === 'affine'))) return false
  const text = maskUrls(`${block.context}\n${near}`)
  const isCell = hostsInRows(block.text).includes(parsed.host)
  const isSaid = REQUIRED.test(text) && (isCell || DOWNLOAD.test(text)) && RUN.test(text)
  if (!isSaid && (isCell || isUnderstood(maskUrls(block.text)))) return false
  const words = [...nameWords(parsed.host.replace(/\.[a-z]+$/, '').replaceAll('.', ' ')), ...parsed.path.split('/')]
  const isCalled = words.some((word) => commands.has(word) || purpose.programs.has(word))
  if (isCalled) return false
  const systems = SYSTEMS.filter((system) => system.test(text)).length
  // With no word about systems all of it has to be said in one breath.
  if (systems < 2 && !isSaid) return false
  if (systems < 2 && !(REQUIRED.test(close) && DOWNLOAD.test(maskUrls(block.text)) && RUN.test(maskUrls(block.text))))
    return false
  say(
    isSaid && systems >= 2 && (borrows || !isToolOf(parsed.host, purpose))
      ? 'scan/fake-prerequisite'
      : 'scan/unknown-helper',
    `demands a helper from ${url}, which no command calls`,
    block.text,
  )
  return true
}

// What the text is about has a page of its own name: it is named again and again, and not only where it is demanded.
function isToolOf(host: string, purpose: Purpose): boolean {
  return nameWords(host.replace(/\.[a-z]+$/, '').replaceAll('.', ' ')).some((word) => purpose.timesUsed(word) >= 3)
}
