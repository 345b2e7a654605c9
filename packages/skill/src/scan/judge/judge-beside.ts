import type { Fact } from '../code/trace.ts'
import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence, fromFact } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { secretClass } from '../text/path-class.ts'
import { strangerIn, withoutComments } from './judge-wording.ts'
import { isExplained, isForeignKey } from './secrets.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Puts the folder or a file where everybody reads it. */
const PUBLISHES =
  /\bgh\s+repo\s+create\b[^\n]{0,120}--public\b[^\n]{0,80}--push\b|\bgh\s+gist\s+create\b[^\n]{0,80}(?:--public|\s-p)\b/

const OPENS_ALL = /^(?:ssh key|wallet|browser logins|key store)$/

/**
 * Where the way between them is not known: a script reads a key of another program and names the host of a stranger. Libraries that
 * send are without number, and new ones come; no honest script has both.
 */
export function judgeBeside(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const reads = facts.filter(
    ({ kind, place, targets }) =>
      kind === 'read' && place.origin === 'script' && place.role === 'asked' && targets.some(isForeignKey),
  )
  return files.flatMap((file) => {
    const { path, text, isTest } = file
    const isCode = file.kind !== 'document' && file.kind !== 'text'
    const taken = [...takesLogins(file, purpose), ...(isCode ? takesChats(file, purpose) : [])]
    if (taken.length > 0) return taken
    const read = isTest ? undefined : reads.find(({ place }) => place.file === path)
    const key = read?.targets.find(isForeignKey)
    const kind = key === undefined ? undefined : secretClass(key)
    if (read === undefined || kind === undefined || isExplained(kind, purpose)) return []
    const code = withoutComments(text)
    // A host that is named like the skill has no use for what opens every account.
    const isForeign = OPENS_ALL.test(kind) ? (url: string) => isUnsaidHost(url, purpose) : undefined
    const host = strangerIn(code, purpose, isForeign) ?? PUBLISHES.exec(code)?.[0]
    return host === undefined
      ? []
      : [fromFact('scan/secret-exfiltration', read, `reads ${key} and names ${host}`, host)]
  })
}

/** Files of a browser that hold every login, by their names. */
const LOGINS = /\b(?:Login Data|logins\.json|key[34]\.db|cookies\.sqlite|Cookies\.binarycookies)\b/
const UPLOADS = /\bcurl\b[^\n]{0,200}\s(?:-F|-T|-d|--data\S*|--form|--upload-file)[\s=]/
const SENDS = /\.(?:post|put|send|sendall|upload\w*|storbinary)\(|method["']?\s*:\s*["']P(?:OST|UT)|urlopen\(/

/** Folders of chat programs that hold a whole login: whoever has them is the user. */
const CHATS =
  /Telegram ?Desktop\/tdata|\bdiscord\w*\/Local Storage|\bSlack\/(?:Cookies|Local Storage|storage)|\bSignal\/(?:config\.json|sql)|WhatsApp\/(?:Local|Indexed)/i
/** The key of a bot, written out: what it is sent goes to the author. */
const WRITTEN_BOT = /\bbot\d{6,12}:[\w-]{10,}|discord(?:app)?\.com\/api\/webhooks\/\d{6,}/

function takesChats({ path, text, isTest }: TextFile, purpose: Purpose): Evidence[] {
  const chat = isTest ? null : CHATS.exec(text)
  if (chat === null) return []
  const code = withoutComments(text)
  const host = WRITTEN_BOT.exec(code)?.[0] ?? strangerIn(code, purpose, (url) => isUnsaidHost(url, purpose))
  if (host === undefined || !(SENDS.test(code) || UPLOADS.test(code))) return []
  const place = { file: path, line: text.slice(0, chat.index).split('\n').length, layers: [] }
  return [at('scan/secret-exfiltration', place, `takes the login of a chat program (${chat[0]}) to ${host}`, chat[0])]
}

// Searched for by a list of names, whose way through the code is not known.
function takesLogins({ path, text, kind, isTest }: TextFile, purpose: Purpose): Evidence[] {
  if (isTest || !/^(?:python|javascript|notebook)$/.test(kind) || isExplained('browser logins', purpose)) return []
  const code = withoutComments(text)
  const logins = SENDS.test(code) ? LOGINS.exec(code) : null
  const host = logins === null ? undefined : strangerIn(code, purpose, (url) => isUnsaidHost(url, purpose))
  if (logins === null || host === undefined) return []
  const place = { file: path, line: code.slice(0, logins.index).split('\n').length, layers: [] }
  return [at('scan/secret-exfiltration', place, `names ${logins[0]} of browsers and sends to ${host}`, logins[0])]
}
