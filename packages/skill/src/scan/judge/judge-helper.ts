import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, redact } from '../evidence.ts'
import type { RuleId } from '../rules.ts'
import { isUnderstood } from '../text/find-order.ts'
import { type HostRelation, hostRelation, isStrange, nameWords } from '../text/host-relation.ts'
import { PASSWORD, REQUIRED, RUN, RUN_FROM_PAGE } from '../text/phrases.ts'
import type { Link, ProseBlock } from '../text/split-markdown.ts'
import { roleOf } from '../text/text-role.ts'
import { findUrls, isHostName, maskUrls, parseUrl } from '../text/urls.ts'
import { weighInstruction } from './weigh-role.ts'

const PROGRAM_FILE =
  /\.(?:zip|7z|rar|exe|msi|dmg|pkg|appimage|deb|rpm|scr|bat|cmd|ps1|vbs|jar|iso|tar\.gz|tgz|tar\.xz|apk|run|bin)(?:[?#]|$)|\/releases\/download\/|\/releases\/latest\/download/i
const ARCHIVE_FILE = /\.(?:zip|7z|rar|iso|tar\.gz|tgz)(?:[?#]|$)|\/releases\/(?:download|latest)|\barchive\b/i

/**
 * The fake prerequisite: a block that demands a program from somewhere before anything works. Lines around a link are
 * read together, because attackers spread the parts over a list.
 */
export function judgeHelper(
  file: string,
  blocks: readonly ProseBlock[],
  links: readonly Link[],
  purpose: Purpose,
  commands: ReadonlySet<string>,
): Evidence[] {
  const found: Evidence[] = []
  const byLine = Map.groupBy(links, (link) => link.line)
  for (const [index, block] of blocks.entries()) {
    const rows = hostsInRows(block.text)
    if (!block.text.includes('://') && rows.length === 0) continue
    const linked = block.text.split('\n').flatMap((_line, row) => byLine.get(block.line + row) ?? [])
    const targets = [
      ...findUrls(block.text).map((each) => ({ url: each.url, label: '' })),
      ...linked.filter((link) => /^https?:/.test(link.target)).map((link) => ({ url: link.target, label: link.label })),
      ...rows.map((host) => ({ url: `https://${host}`, label: '' })),
    ].slice(0, 50)
    if (targets.length === 0) continue
    const around = blocks
      .slice(Math.max(0, index - 4), index + 5)
      .filter((each) => Math.abs(each.line - block.line) <= 14)
    const near = around.map((each) => each.text).join('\n')
    const close = around
      .filter((each) => Math.abs(blocks.indexOf(each) - index) <= 1 && !isOtherItem(each, block))
      .map((each) => each.text)
      .join('\n')
    const role = block.isHidden || REQUIRED.test(near) ? 'asked' : roleOf(block.context, block.text)
    for (const { url, label } of targets) {
      const say = (rule: RuleId, detail: string, text: string): void => {
        const weighed = weighInstruction(rule, role, parseUrl(url)?.host ?? '', purpose)
        found.push({ rule: weighed, file, line: block.line, detail, text: redact(text), layers: [] })
      }
      judgeTarget({ url, label, block, near, close, purpose, commands, say })
    }
  }
  return found
}

/** A host alone in a cell of a table. */
const CELL_HOST = /\|\s*[`*]{0,2}((?:[a-z0-9-]{1,63}\.){2,4}[a-z]{2,12})[`*]{0,2}\s*(?=\||$)/gim

// A table of systems and hosts is a list of downloads, without the word.
function hostsInRows(text: string): string[] {
  if (!text.includes('|') || !SYSTEMS.some((system) => system.test(text))) return []
  return [...text.matchAll(CELL_HOST)].flatMap(([, host = '']) => (isHostName(host.toLowerCase()) ? [host] : []))
}

// Items of a list that each have an address are about different things.
function isOtherItem(each: ProseBlock, block: ProseBlock): boolean {
  return (
    each !== block &&
    /^\s*(?:[-*+]|\d+[.)])\s/.test(block.text) &&
    /^\s*(?:[-*+]|\d+[.)])\s/.test(each.text) &&
    each.text.includes('://')
  )
}

interface Target {
  readonly url: string
  readonly label: string
  readonly block: ProseBlock
  /** The block with its neighbours. */
  readonly near: string
  /** The block with the paragraphs before and after it. */
  readonly close: string
  readonly purpose: Purpose
  readonly commands: ReadonlySet<string>
  readonly say: (rule: RuleId, detail: string, text: string) => void
}

function judgeTarget({ url, label, block, near, close, purpose, commands, say }: Target): void {
  const relation = hostRelation(url, purpose)
  if (judgeLanding({ url, label, block, near, close, purpose, commands, say }, relation)) return
  if (relation === 'local' || relation === 'own' || /\.(?:png|jpe?g|gif|svg|webp|mp4|pdf)(?:[?#]|$)/i.test(url)) return
  const isProgram = PROGRAM_FILE.test(parseUrl(url)?.path ?? '')
  const password = PASSWORD.exec(near)?.[0]
  if (
    (isProgram || ARCHIVE_FILE.test(`${url} ${block.text}`)) &&
    password !== undefined &&
    !isOrdinaryPassword(password, near) &&
    RUN.test(near)
  ) {
    say('scan/password-archive', `asks to download ${url}, unpack it with a password and run it`, block.text)
    return
  }
  if (!isStrange(relation)) return
  const isRequired = REQUIRED.test(near) || REQUIRED.test(block.context)
  // What stands some paragraphs away is said about something else.
  const beside = maskUrls(close)
  const isOrder = RUN_FROM_PAGE.test(maskUrls(block.text)) || (isRequired && saysThere(beside))
  if (OPENS_TERMINAL.test(beside) && PASTES.test(beside) && WAS_COPIED.test(beside)) {
    say('scan/remote-instructions', `tells the reader to run what ${url} put into the clipboard`, block.text)
    return
  }
  if (
    isOrder &&
    !isProgram &&
    hidesHost(label, relation) &&
    /terminal|command|shell|powershell|console|终端|命令|脚本|script|code\b|comando|consola|commande|befehl|терминал|команд/i.test(
      near,
    )
  ) {
    const isPage =
      relation === 'paste' ||
      relation === 'capture' ||
      (relation === 'ip' && saysThere(beside)) ||
      (isRequired && saysThere(beside))
    if (isPage) {
      say('scan/remote-instructions', `tells the reader to run what ${url} says`, block.text)
      return
    }
  }
  if (!isProgram || !isRequired || !RUN.test(near)) return
  const helper = helperWords(url)
  const isUsed = helper.some((word) => commands.has(word) || purpose.programs.has(word))
  if (isUsed) return
  // The rest of the text never calls it: it is not a tool, it is a delivery.
  say(
    relation === 'hosting' && !isEarly(block, purpose) && !isInsistent(near)
      ? 'scan/unknown-helper'
      : 'scan/fake-prerequisite',
    `demands ${url}, which no later command uses`,
    block.text,
  )
}

/** A command that nobody sees before it runs: copied by a page, pasted into a terminal. */
const OPENS_TERMINAL =
  /\bterminal\b|\bpowershell\b|\bcommand prompt\b|\brun (?:box|dialog|window)\b|\bwin(?:dows)?(?: key)? ?\+ ?r\b|终端/i
const PASTES = /\bpaste\b|(?:cmd|ctrl|command|⌘) ?\+? ?v\b|粘贴/i
const WAS_COPIED =
  /\b(?:copied|is (?:already )?(?:in|on))\b[^.!?\n]{0,40}\bclipboard\b|\bclipboard\b[^.!?\n]{0,30}\b(?:from|by)\b/i

/** A page where something is to be had, and not a text about it: no path, or one that says download. */
const LANDING_PATH =
  /^\/?$|^\/(?:[a-z]{2}\/)?(?:downloads?|get|install(?:er)?|setup|latest|start|app|windows|win|mac(?:os)?|linux|desktop)(?:\/(?:windows|win|mac(?:os)?|linux|latest|download|stable))*\/?$/i
const DOWNLOAD =
  /\b(?:downloads?|installer|get (?:it|the \w+|\w+) (?:from|at|here)|(?:re)?install(?:ed)? (?:it )?from|grab it|available (?:at|from|on)|obtain(?:ed|able)?)\b|下载|安装程序|descarg|baix|télécharg|herunterlad|скача|загруз|завантаж|ダウンロード|다운로드|scarica|pobierz|indir\b/i
const SYSTEMS: readonly RegExp[] = [
  /\bwindows\b|\bwin(?:32|64|10|11)\b/i,
  /\bmac(?:os)?\b|\bos x\b|\bapple silicon\b/i,
  /\blinux\b|\bubuntu\b/i,
]
/** Names of agent platforms: whoever is not their maker and has one in the address of a download borrows their name. */
const PLATFORM = /claw|claude|openai|anthropic|codex|cursor|copilot|gemini|hermes|moltbot|chatgpt|agent|skill/i

/**
 * The required helper from a bare page: it must be there first, it is downloaded and started by hand, and nothing ever calls it. The
 * skill's word that the page is its home counts only when no command needs to be fetched from there by people.
 */
function judgeLanding({ url, near, close, block, purpose, commands, say }: Target, relation: HostRelation): boolean {
  const parsed = parseUrl(url)
  if (parsed === undefined || !LANDING_PATH.test(parsed.path.replace(/[?#].*$/, ''))) return false
  const borrows = PLATFORM.test(parsed.host) && relation !== 'vendor' && relation !== 'local'
  if (!isStrange(relation) && !(borrows && (relation === 'own' || relation === 'affine'))) return false
  const text = maskUrls(`${block.context}\n${near}`)
  const isCell = hostsInRows(block.text).includes(parsed.host)
  const isSaid = REQUIRED.test(text) && (isCell || DOWNLOAD.test(text)) && RUN.test(text)
  if (!isSaid && (isCell || isUnderstood(maskUrls(block.text)))) return false
  const isCalled = nameWords(parsed.host.replace(/\.[a-z]+$/, '').replaceAll('.', ' ')).some(
    (word) => commands.has(word) || purpose.programs.has(word),
  )
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

// Passwords that a skill about databases or logins sets; not the key of an archive.
function isOrdinaryPassword(password: string, near: string): boolean {
  if (/zip|rar|7z|archive|extract|unpack|解压|压缩|unzip|распак|decompress/i.test(near)) return false
  return /username|user:|login|database|postgres|mysql|admin|\$\{|your[-_ ]?password|<|changeme|email/i.test(
    `${password} ${near}`,
  )
}

function hidesHost(label: string, relation: string): boolean {
  return (
    relation === 'paste' ||
    relation === 'ip' ||
    relation === 'capture' ||
    label === '' ||
    !/[\w-]+\.[a-z]{2,}/i.test(label)
  )
}

function saysThere(near: string): boolean {
  return /\b(?:the|this|that|following|provided|shown|given)\b[^.!?\n]{0,30}\b(?:command|script|code|snippet|one-?liner)\b[^.!?\n]{0,80}\b(?:terminal|shell|powershell|console|command (?:line|prompt)|there|page|site|link)\b|\b(?:page|site|link|here)\b[^.!?\n]{0,80}\b(?:copy|execute|run|paste)\b[^.!?\n]{0,40}\b(?:command|script|code)|(?:página|page|seite|страниц)[^.!?\n]{0,80}(?:comando|commande|befehl|команд|script|скрипт)|\bcommand (?:it |that is )?(?:shown|displayed)|(?:comando|commande|befehl|команд\p{L}*)[^.!?\n]{0,12}(?:exibid|mostrad|que aparece|affich|angezeigt|показан)|(?:页面|网页|链接|此处)[^。\n]{0,40}(?:命令|脚本)|(?:命令|脚本)[^。\n]{0,30}终端/iu.test(
    near,
  )
}

function helperWords(url: string): string[] {
  const path = url.replace(/^https?:\/\/[^/]+\//, '').toLowerCase()
  const name =
    path
      .split(/[/?#]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  return [...new Set([...nameWords(name), ...path.split('/').slice(0, 2), name.replace(/[-_.].*$/, '')])].filter(
    (word) => word.length >= 2,
  )
}

function isEarly(block: ProseBlock, purpose: Purpose): boolean {
  return block.line <= purpose.bodyLine + 40
}

function isInsistent(near: string): boolean {
  return /will not (?:work|function)|won't (?:work|function)|cannot (?:work|function|be used|proceed)|must (?:be )?(?:install|run|download)|mandatory|before using|无法使用|必须|otherwise|critical|important/i.test(
    near,
  )
}
