import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation } from '../text/host-relation.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls, parseUrl } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { placeOf } from './judge-harm.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** What goes on for a stranger in what is left behind: pages, databases, services, and a watch that never ends. */
export function judgePlanted(file: TextFile, purpose: Purpose): Evidence[] {
  const isProse = file.kind === 'document' || file.kind === 'text'
  if (file.isTest || (isProse && isAboutSecurity(purpose))) return []
  return [
    ...readsFormsOf(file, purpose),
    ...sendsRows(file, purpose),
    ...(isProse ? [] : [...startsFetched(file, purpose), ...watchesOn(file, purpose)]),
  ]
}

/** Letters between the parts of one piece of code. */
const BESIDE = 600

/** Fields of a form that hold a password or a card. */
const SECRET_FIELD =
  /<input\b[^>\n]{0,80}\btype=["']?password|input\[[^\]\n]{0,30}(?:type=["'\\]{0,2}password|cc-(?:number|csc)|one-time-code)|(?:getElementsByName|querySelector(?:All)?|getElementById)\([^)\n]{0,60}(?:password|passwd|card-?number|cvv|cvc)/i
/** While it is typed; a form that is sent to log in is another thing. */
const WHILE_TYPED =
  /\bon(?:change|input|blur|key\w{2,5})\b|["'`](?:change|input|blur|focusout|key(?:up|down|press))["'`]/
const SENDS_FROM_PAGE =
  /\bsendBeacon\(|\bfetch\(|\bXMLHttpRequest\b|\bnew Image\b|\.src\s*\+?=|\baxios\.post\(|\$\.post\(/

// A script of a page reads what is typed into the fields for secrets, for the host of a stranger.
function readsFormsOf({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const field = SECRET_FIELD.exec(text)
  if (field === null) return []
  const beside = text.slice(field.index, field.index + BESIDE)
  const isSent = WHILE_TYPED.test(beside) && SENDS_FROM_PAGE.test(beside)
  const to = isSent ? findUrls(beside).find(({ url }) => isForeign(url, purpose)) : undefined
  if (to === undefined) return []
  const detail = `sends what is typed into a field for secrets to ${to.host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, field.index), detail, field[0])]
}

/** A database that connects elsewhere by itself, with the address it connects to. */
const CONNECTS =
  /\b(?:dblink\w{0,12}\s*\(|CONNECTION)\s*'[^'\n]{0,60}\bhost=([\w.-]{4,100})|\b(?:net\.http_post|http_post|utl_http\.request|CONNECTION)\s*\(?[^\n]{0,40}'(?:\w{2,10}:\/\/)([\w.@:-]{4,100})|\bTO PROGRAM\s+'[^\n']{0,80}(?:https?:\/\/)([\w.-]{4,100})/i
const ROWS = /\bCREATE SUBSCRIPTION\b|\bTRIGGER\b|\brow_to_json\b|\bto_jsonb?\s*\(\s*(?:NEW|OLD)\b|\bNEW\b|\bCOPY\b/

// Rows go to a stranger each time that one is written.
function sendsRows({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const link = CONNECTS.exec(text)
  const host = link?.slice(1).find((each) => each !== undefined)
  if (link === null || host === undefined || !isForeign(`https://${host.replace(/^.*@/, '')}`, purpose)) return []
  const from = Math.max(0, link.index - BESIDE)
  if (!ROWS.test(text.slice(from, link.index + link[0].length + BESIDE))) return []
  const detail = `has a database send its rows to ${host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, link.index), detail, link[0])]
}

/** What a system starts by itself. */
const STARTED = /<key>(?:RunAtLoad|StartInterval|StartCalendarInterval|KeepAlive)<\/key>|<Task\b[^>]*>|^\s*ExecStart=/m
const FETCHED_AND_RUN =
  /\b(?:curl|wget|irm|iwr|Invoke-WebRequest|Invoke-RestMethod)\b[^\n|]{0,200}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|osascript|python3?|node|perl|ruby|php|iex|Invoke-Expression)\b/i

// A service whose program is what an address answers at that moment.
function startsFetched({ path, text }: TextFile, purpose: Purpose): Evidence[] {
  const run = STARTED.test(text) ? FETCHED_AND_RUN.exec(text) : null
  const from = run === null ? undefined : findUrls(run[0]).find(({ url }) => isForeign(url, purpose))
  if (run === null || from === undefined) return []
  const detail = `has the system start what ${from.host} answers`
  return [at('scan/hidden-persistence', placeOf(path, text, run.index), detail, run[0])]
}

const WATCHES =
  /\bscreencapture\s+-|\s-f\s+(?:avfoundation|x11grab|gdigrab|dshow|pulse|alsa)\b|\b(?:arecord|parecord|scrot|grim|imagesnap|pbpaste|wl-paste)\b/
const ENDLESS = /\bwhile\s+(?::|true|\[\s*1\s*\]|sleep\b)|\bfor\s*\(\(\s*;;|\buntil\s+false\b/
const UPLOADS = /\b(?:curl|wget)\b[^\n]{0,200}\s(?:-F|-T|-d|--data\S*|--form|--upload-file|--post-file\S*)[\s=]/

// Screen, microphone or clipboard, again and again, to a stranger.
function watchesOn({ path, text, kind }: TextFile, purpose: Purpose): Evidence[] {
  const loop = kind === 'shell' ? ENDLESS.exec(text) : null
  if (loop === null) return []
  const inside = text.slice(loop.index, loop.index + BESIDE * 2)
  const watch = UPLOADS.test(inside) ? WATCHES.exec(inside) : null
  const to = watch === null ? undefined : findUrls(inside).find(({ url }) => isForeign(url, purpose))
  if (watch === null || to === undefined) return []
  const detail = `watches without end (${watch[0].trim()}) and sends to ${to.host}`
  return [at('scan/secret-exfiltration', placeOf(path, text, loop.index + watch.index), detail, watch[0])]
}

function isForeign(url: string, purpose: Purpose): boolean {
  const relation = hostRelation(url, purpose)
  return !isReservedHost(parseUrl(url)?.host ?? '') && relation !== 'vendor' && isUnsaidHost(url, purpose)
}
