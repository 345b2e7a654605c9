import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { PAGE_SENDS, SHELL_UPLOADS } from '../../text/sending-words.ts'
import { findUrls } from '../../text/urls.ts'
import { isStranger, isUnsaidHost } from '../strange-host.ts'

/** Letters between the parts of one piece of code. */
const BESIDE = 600

/** A database that connects elsewhere by itself, with the address it connects to. */
const DATABASE_LINK = anyOf(
  'i',
  /\b(?:dblink\w{0,12}\s*\(|CONNECTION)\s*'[^'\n]{0,60}\bhost=([\w.-]{4,100})/,
  /\b(?:net\.http_post|http_post|utl_http\.request|CONNECTION)\s*\(?[^\n]{0,40}'(?:\w{2,10}:\/\/)([\w.@:-]{4,100})/,
  /\bTO PROGRAM\s+'[^\n']{0,80}(?:https?:\/\/)([\w.-]{4,100})/,
)
const ROWS = /\bCREATE SUBSCRIPTION\b|\bTRIGGER\b|\brow_to_json\b|\bto_jsonb?\s*\(\s*(?:NEW|OLD)\b|\bNEW\b|\bCOPY\b/

/** Rows of a database go to a stranger each time that one is written. */
export function judgeDatabaseTap(file: TextFile, purpose: Purpose): Evidence[] {
  const link = DATABASE_LINK.exec(file.text)
  const host = link?.slice(1).find((each) => each !== undefined)
  if (link === null || host === undefined || !isUnsaidHost(`https://${host.replace(/^.*@/, '')}`, purpose)) return []
  const from = Math.max(0, link.index - BESIDE)
  if (!ROWS.test(file.text.slice(from, link.index + link[0].length + BESIDE))) return []
  return [fromMatch('scan/secret-exfiltration', file, link, `has a database send its rows to ${host}`)]
}

const RECORDS =
  /\bscreencapture\s+-|\s-f\s+(?:avfoundation|x11grab|gdigrab|dshow|pulse|alsa)\b|\b(?:arecord|parecord|scrot|grim|imagesnap|pbpaste|wl-paste)\b/
const ENDLESS_LOOP = /\bwhile\s+(?::|true|\[\s*1\s*\]|sleep\b)|\bfor\s*\(\(\s*;;|\buntil\s+false\b/

/** Surveillance: screen, microphone or clipboard, again and again, to a stranger. */
export function judgeSurveillance(file: TextFile, purpose: Purpose): Evidence[] {
  const loop = file.kind === 'shell' ? ENDLESS_LOOP.exec(file.text) : null
  if (loop === null) return []
  const inside = file.text.slice(loop.index, loop.index + BESIDE * 2)
  const watch = SHELL_UPLOADS.test(inside) ? RECORDS.exec(inside) : null
  const to = watch === null ? undefined : findUrls(inside).find(({ url }) => isUnsaidHost(url, purpose))
  if (watch === null || to === undefined) return []
  watch.index += loop.index
  const detail = `watches without end (${watch[0].trim()}) and sends to ${to.host}`
  return [at('scan/secret-exfiltration', placeAt(file, loop.index + watch.index), detail, watch[0])]
}

const ALL_OF_WORKFLOW = /\btoJSON\(\s*(?:secrets|env)\s*\)/i

/** Every secret of a repository, in a workflow that reaches a stranger. */
export function judgeWorkflowSecrets(file: TextFile, purpose: Purpose): Evidence[] {
  const all = ALL_OF_WORKFLOW.exec(file.text)
  const to = all === null ? undefined : findUrls(file.text).find(({ url }) => isStranger(url, purpose))
  if (all === null || to === undefined) return []
  return [fromMatch('scan/secret-exfiltration', file, all, `gives all secrets of a repository to ${to.host}`)]
}

/** Where a repository is pushed to, written out. */
const PUSHED_TO = anyOf(
  'g',
  inTurn(
    /\b(?:remote["',\s]{1,6}(?:add|set-url)|push(?:url)?|pushInsteadOf)\b/,
    /[^\n]{0,120}?((?:https?|ssh|git):\/\/[^\s"'`)]{4,300}|\b[\w.-]{1,40}@[\w.-]{3,80}:[\w./~-])/,
  ),
)
const WALKS_HOME =
  /\bfind\s+["']?(?:~|\$HOME|\$\{HOME\}|\/home|\/Users)|expanduser\(["']~|Path\.home\(|homedir\(|(?:~|\$HOME)\/(?:\S{1,40}\/)?\*/
/** Nobody is to see it, or it goes on by itself. */
const UNSEEN = /\bremote["',\s]{1,6}(?:remove|rm)\b|\bset-url\b[^\n]{0,60}--push\b|\bpushurl\b|\bpushInsteadOf\b/

/** The account in the address of a repository stands for the reader's. */
const ANY_OWNER = /\b(?:github|gitlab|bitbucket)\.\w+[/:](?:[$<{](?!\()|your|my[-_]|(?:user(?:name)?|owner|org)\/)/i

/** Source code, pushed to a repository of a stranger. */
export function judgeRepositoryTap(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  if (!/\bgit\b/.test(text) || !/push/.test(text)) return []
  const found = [...text.matchAll(PUSHED_TO)].slice(0, 50).find(([, to = '']) => isUnsaidHost(asUrl(to), purpose))
  if (found === undefined) return []
  const isTaken = WALKS_HOME.test(text) || UNSEEN.test(text)
  if (!isTaken && ANY_OWNER.test(found[1] ?? '')) return []
  const rule = isTaken ? 'scan/secret-exfiltration' : 'scan/unnamed-receiver'
  return [fromMatch(rule, file, found, `pushes ${isTaken ? 'what it finds, or all that comes, ' : ''}to ${found[1]}`)]
}

// `git@host:path` is an address over ssh; what stands before the name of the host is a login.
function asUrl(to: string): string {
  return to.includes('://') ? to : `ssh://${to.replace(/^.*@|:.*$/g, '')}`
}

const BROWSER_STORAGE = /\bdocument\.cookie\b|\b(?:local|session)Storage\b|\bindexedDB\b|\bnavigator\.clipboard\.read/

/** Cookies and storage of a browser, out of a file that is only to be looked at. */
export function judgePageStorage(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const kept = file.kind === 'markup' && PAGE_SENDS.test(text) ? BROWSER_STORAGE.exec(text) : null
  const to =
    kept === null ? undefined : findUrls(text).find(({ url }) => isUnsaidHost(url, purpose) && isSentTo(text, url))
  if (kept === null || to === undefined) return []
  return [fromMatch('scan/active-asset', file, kept, `is a page that sends what the browser keeps to ${to.host}`)]
}

// The address carries it, or is given it; pictures and scripts of a page only come from theirs.
function isSentTo(text: string, url: string): boolean {
  const index = text.indexOf(url)
  const around = text.slice(Math.max(0, index - 80), index + url.length + 200)
  return (
    PAGE_SENDS.test(around.slice(0, 80)) &&
    BROWSER_STORAGE.test(text.slice(Math.max(0, index - 300), index + url.length + 300))
  )
}
