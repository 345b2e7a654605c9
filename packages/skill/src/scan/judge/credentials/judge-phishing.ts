import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import { PAGE_SENDS_UNSEEN, SENDS_ANSWER, SENDS_BODY } from '../../text/sending-words.ts'
import { findUrls } from '../../text/urls.ts'
import { isStrangerOrNamesake, isUnsaidHost } from '../strange-host.ts'
import { receiverIn } from './receiver-in.ts'

/** A question for the password of the machine. */
const ASKS_PASSWORD = anyOf(
  'i',
  inTurn(
    /\b(?:getpass|read\s+-\w*s|AsSecureString|Get-Credential|hidden answer|askpass|prompt|askstring|inquirer)\b/,
    /[^\n]{0,120}\b(?:sudo|admin|administrator|login|system|mac|macOS|windows|root|computer|keychain)\b/,
    /[^\n]{0,40}\bpass(?:word|code)/,
  ),
)

/** A false prompt: a script asks for the password of the machine and sends it away. */
export function judgePasswordPrompt(file: TextFile, purpose: Purpose): Evidence[] {
  const asked = SENDS_ANSWER.test(file.text) ? ASKS_PASSWORD.exec(file.text) : null
  const to = asked === null ? undefined : findUrls(file.text).find(({ url }) => isUnsaidHost(url, purpose))
  if (asked === null || to === undefined) return []
  const detail = `asks for the password of the machine and sends to ${to.host}`
  return [fromMatch('scan/secret-exfiltration', file, asked, detail)]
}

const BRANDED_LOGIN =
  /\b(?:sign|log) ?in (?:with|to) (?:your )?(?:google|microsoft|apple|github|facebook|office|outlook|gmail|slack|okta|paypal|amazon|icloud|instagram|linkedin|discord|metamask)\b/i
const PASSWORD_FIELD = /type\s*=\s*\\?["']?password/i
const FORM_ELSEWHERE = /<form[^>]{0,200}action\s*=\s*\\?["']https?:/i

/** A login page in the name of a well-known service, and what is typed there goes to somebody else. */
export function judgeLoginPage(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  const page = PASSWORD_FIELD.test(text) ? BRANDED_LOGIN.exec(text) : null
  const isSent = page !== null && (SENDS_BODY.test(text) || FORM_ELSEWHERE.test(text))
  const host = isSent ? receiverIn(text, purpose) : undefined
  if (page === null || host === undefined) return []
  const detail = `asks for the password of another service and sends it to ${host}`
  return [fromMatch('scan/secret-exfiltration', file, page, detail)]
}

/** Letters behind a field in which the code that reads it stands. */
const BESIDE = 600
/** Fields of a form that hold a password or a card. */
const SECRET_FIELD = anyOf(
  'i',
  /<input\b[^>\n]{0,80}\btype=["']?password/,
  /input\[[^\]\n]{0,30}(?:type=["'\\]{0,2}password|cc-(?:number|csc)|one-time-code)/,
  /(?:getElementsByName|querySelector(?:All)?|getElementById)\([^)\n]{0,60}(?:password|passwd|card-?number|cvv|cvc)/,
)
/** While it is typed; a form that is sent to log in is another thing. */
const WHILE_TYPED =
  /\bon(?:change|input|blur|key\w{2,5})\b|["'`](?:change|input|blur|focusout|key(?:up|down|press))["'`]/

/** A skimmer: a script of a page that reads what is typed into the fields for secrets, for the host of a stranger. */
export function judgeFormSkimmer(file: TextFile, purpose: Purpose): Evidence[] {
  const field = SECRET_FIELD.exec(file.text)
  if (field === null) return []
  const beside = file.text.slice(field.index, field.index + BESIDE)
  const isSent = WHILE_TYPED.test(beside) && PAGE_SENDS_UNSEEN.test(beside)
  const to = isSent ? findUrls(beside).find(({ url }) => isUnsaidHost(url, purpose)) : undefined
  if (to === undefined) return []
  const detail = `sends what is typed into a field for secrets to ${to.host}`
  return [fromMatch('scan/secret-exfiltration', file, field, detail)]
}

/** A function or an alias that takes the place of a command which is given passwords or keys. */
const SHADOWED_COMMAND =
  /(?:^|[\s;"'])(?:function\s{1,4})?(?:sudo|su|ssh|passwd|gpg|doas|kinit|mysql|psql)\s{0,4}\(\)\s{0,4}\{|\balias\s{1,4}(?:sudo|su|ssh|passwd|gpg|doas)=/g
const CALLS_OUT = /\b(?:curl|wget|nc|ncat|Invoke-RestMethod|irm)\b/

/** A shadowed command that sends what it is given. */
export function judgeShadowedCommand(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  for (const { index } of [...text.matchAll(SHADOWED_COMMAND)].slice(0, 20)) {
    const body = text.slice(index, index + 400)
    const to = CALLS_OUT.test(body) ? findUrls(body)[0] : undefined
    if (to === undefined || isReservedHost(to.host) || !isStrangerOrNamesake(to.url, purpose)) continue
    const detail = `takes the place of a command and sends to ${to.host}`
    return [at('scan/secret-exfiltration', placeAt(file, index), detail, body)]
  }
  return []
}
