import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact, fromMatch } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { secretClass } from '../../text/path-class.ts'
import { CURL_UPLOADS, SENDS_IN_SCRIPT } from '../../text/sending-words.ts'
import { withoutComments } from '../../text/without-comments.ts'
import { isUnsaidHost, strangeHostIn, unsaidHostIn } from '../strange-host.ts'
import { BROWSER_LOGINS } from './browser-logins.ts'
import { isExplained, isForeignKey } from './explained-secrets.ts'
import { botOrHostIn } from './receiver-in.ts'

/** Puts the folder or a file where everybody reads it. */
const PUBLISHES =
  /\bgh\s+repo\s+create\b[^\n]{0,120}--public\b[^\n]{0,80}--push\b|\bgh\s+gist\s+create\b[^\n]{0,80}(?:--public|\s-p)\b/
/** What opens every account: a host that is named like the skill has no use for it. */
const OPENS_ALL = /^(?:ssh key|wallet|browser logins|key store)$/

/**
 * Where the way between them is not known: a script reads a key of another program and names the host of a stranger. Libraries that
 * send are without number, and new ones come; no honest script has both.
 */
export function judgeKeysBesideHosts(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const reads = facts.filter(
    ({ kind, place, targets }) =>
      kind === 'read' && place.origin === 'script' && place.role === 'asked' && targets.some(isForeignKey),
  )
  return files.flatMap((file) => {
    const { path, text, isTest } = file
    const isCode = file.kind !== 'document' && file.kind !== 'text'
    const taken = [...judgeBrowserLogins(file, purpose), ...(isCode ? judgeChatLogins(file, purpose) : [])]
    if (taken.length > 0) return taken
    const read = isTest ? undefined : reads.find(({ place }) => place.file === path)
    const key = read?.targets.find(isForeignKey)
    const kind = key === undefined ? undefined : secretClass(key)
    if (read === undefined || kind === undefined || isExplained(kind, purpose)) return []
    const code = withoutComments(text)
    const isForeign = OPENS_ALL.test(kind) ? (url: string) => isUnsaidHost(url, purpose) : undefined
    const host = strangeHostIn(code, purpose, isForeign) ?? PUBLISHES.exec(code)?.[0]
    return host === undefined
      ? []
      : [fromFact('scan/secret-exfiltration', read, `reads ${key} and names ${host}`, host)]
  })
}

/** Folders of chat programs that hold a whole login: whoever has them is the user. */
const CHAT_LOGINS =
  /Telegram ?Desktop\/tdata|\bdiscord\w*\/Local Storage|\bSlack\/(?:Cookies|Local Storage|storage)|\bSignal\/(?:config\.json|sql)|WhatsApp\/(?:Local|Indexed)/i

function judgeChatLogins(file: TextFile, purpose: Purpose): Evidence[] {
  const chat = file.isTest ? null : CHAT_LOGINS.exec(file.text)
  if (chat === null) return []
  const code = withoutComments(file.text)
  const host = botOrHostIn(code, purpose)
  if (host === undefined || !(SENDS_IN_SCRIPT.test(code) || CURL_UPLOADS.test(code))) return []
  return [
    fromMatch('scan/secret-exfiltration', file, chat, `takes the login of a chat program (${chat[0]}) to ${host}`),
  ]
}

// Searched for by a list of names, whose way through the code is not known.
function judgeBrowserLogins({ path, text, kind, isTest }: TextFile, purpose: Purpose): Evidence[] {
  if (isTest || !/^(?:python|javascript|notebook)$/.test(kind) || isExplained('browser logins', purpose)) return []
  const code = withoutComments(text)
  const logins = SENDS_IN_SCRIPT.test(code) ? BROWSER_LOGINS.exec(code) : null
  const host = logins === null ? undefined : unsaidHostIn(code, purpose)
  if (logins === null || host === undefined) return []
  const detail = `names ${logins[0]} of browsers and sends to ${host}`
  return [fromMatch('scan/secret-exfiltration', { path, text: code }, logins, detail)]
}
