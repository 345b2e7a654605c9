import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { isReservedHost } from '../../text/placeholder-host.ts'
import { isSaid } from '../strange-host.ts'

const MAIL = '([\\w.+-]{1,64}@[a-z0-9.-]{3,80}[a-z0-9])'
/** An address that is written down, where mail is forwarded to or copied to unseen. */
const DIVERTS = new RegExp(
  [
    // Rules of a mail server or service.
    `\\b(?:ForwardTo|RedirectTo|ForwardAsAttachmentTo|Forwarding(?:Smtp)?Address|forwardingEmail)\\b["']?\\s{0,4}[:=(]?\\s{0,4}[\\["'(]{0,3}${MAIL}`,
    `["'](?:forward|redirect)["']?\\s{0,4}[:=]\\s{0,4}["']${MAIL}`,
    // Sieve.
    `^\\s{0,20}redirect\\s+(?::copy\\s+)?["']${MAIL}`,
    // Shares of files and calendars, by calls of their services.
    `\\b(?:forwardTo|redirectTo|messageRules|permissions\\(\\)\\.create|acl\\(\\)\\.insert)\\b[^\\n]{0,200}?["']?\\b(?:emailAddress|address|value)["']?\\s{0,4}:\\s{0,4}["']${MAIL}`,
    `\\bbcc\\b["'\\]]{0,3}\\s{0,4}[:=,]\\s{0,4}[\\["']{1,3}${MAIL}`,
    `${MAIL}["']?\\s{0,4}>>?\\s{0,4}["']?(?:~|\\$HOME|\\$\\{HOME\\})/\\.(?:forward|procmailrc|qmail)`,
  ].join('|'),
  'im',
)

/** Mail, files or a calendar of the user, handed on to an address that the guide never mentions. */
export function judgeDivertedMail(file: TextFile, purpose: Purpose): Evidence[] {
  const found = DIVERTS.exec(file.text)
  const address = found?.slice(1).find((each) => each !== undefined)
  if (found === null || address === undefined || isSaid(address, purpose)) return []
  const host = address.slice(address.indexOf('@') + 1).toLowerCase()
  const relation = hostRelation(`https://${host}`, purpose)
  if (isReservedHost(host) || relation === 'own' || relation === 'unknown' || relation === 'local') return []
  return [fromMatch('scan/diverted-mail', file, found, `sends what comes on to ${address}`)]
}
