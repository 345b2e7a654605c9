import { secretPathIn } from '../../code/lexical-words.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { secretClass } from '../../text/path-class.ts'
import { SENDS_IN_OTHER_LANGUAGE, SENDS_WATCHED } from '../../text/sending-words.ts'
import { withoutComments } from '../../text/without-comments.ts'
import { isExplained } from '../credentials/explained-secrets.ts'
import { isUnsaidHost, strangeHostIn } from '../strange-host.ts'
import { judgeMachineCode } from './judge-machine-code.ts'

/** Calls that start a program or read a text as code, in languages that have no grammar here. */
const STARTS = anyOf(
  '',
  /\b(?:os\.execute|io\.popen|loadstring|popen\d?|proc_open|shell_exec|passthru|exec\w*|system|qx|spawn\w*|shell|shell-command|call-process|start-process|start|eval|iex|Invoke-Expression|WScript\.Shell|ShellExecute|Command::new|ProcessBuilder|getRuntime|Process(?:\.(?:Start|run|start))?|createProcess|callCommand|sys\.process|System\.cmd|Port\.open|os:cmd|execute|getline|instance_eval|source|load|dofile|loadfile|execCmd|Meta\.parse|Assembly\.Load\w*|DefineDynamicAssembly|ExecuteGlobal|include(?:_once)?|require_once)\b\s*[("'`[{.:;$%]/,
  // Backticks with something put into them, and other quotes of Perl, Ruby and Crystal.
  /[`][^`\n]*(?:#\{|\$\()|%x[({[]|\brun\(`/,
  /\|\s*(?:ba|z|da)?sh\b|\bexec\s+(?:ba|z|da)?sh\b|"-c"/,
)

/** Connections that stay open, over which commands may come. */
const STAYS_OPEN =
  /\bWebSocket\b|\bopen_connection\b|\bcreate_connection\b|\bwebsockets?\.connect\b|\bnet\.(?:connect|createConnection)\b/
const STARTS_PROGRAM = /\bchild_process\b|\bsubprocess\b|\bcreate_subprocess\w*|\bos\.(?:system|popen)\b/

/** What looks over the shoulder: screen, keys, microphone, camera, and a function that takes the place of one that all use. */
const WATCHES = anyOf(
  '',
  // The screen.
  /\bmss\.mss\b|\bImageGrab\b|pyautogui\.screenshot|screenshot-desktop|\bdesktopCapturer\b|\bscreencapture\b/,
  // The keys, the microphone and the camera.
  /\bpynput\b|keyboard\.(?:on_press|record)|\bsounddevice\b|\bpyaudio\b|cv2\.VideoCapture|getDisplayMedia/,
  // Requests of the whole program.
  /\b(?:globalThis|window|self)\.fetch\s*=[^=]|\bhttps?\.(?:request|get)\s*=[^=]|XMLHttpRequest\.prototype\.\w+\s*=[^=]/,
  /\brequests\.(?:Session\.\w+|get|post|request)\s*=[^=]/,
)

/** What fetches a file, and what makes a file one that can be started. */
const DOWNLOADS =
  /\bhttp\.Get\(|\bURI\.open\(|Net::HTTP\.get|\breqwest::|\bureq::|DownloadFile|URLSession|openStream\(|file_get_contents\(\s*["']https?:/
const MAKES_PROGRAM = /\b0o?7[0-7]{2}\b|\bchmod\b|\bsetExecutable\(|PermissionsExt/

/** All variables or stored passwords at once, in the same languages. */
const WHOLE_ENVIRONMENT = anyOf(
  'im',
  /\bSystem\.getenv\(\)|\bSys\.getenv\(\)|\benv::vars(?:_os)?\(\)|\bos\.Environ\(\)|\bgetenv\(\)|\$_ENV\b(?!\[)|\\?%ENV\b(?!\{)/,
  /\bENV\.(?:to_h|to_a|map|each|inspect|to_json)\b/,
  /\b(?:Get-ChildItem|gci|dir|ls)\s+env:|^\s*@?set\s*>|\bGetEnvironmentVariables\(\)/,
  /processInfo\.environment\b(?!\[)|Platform\.environment\b(?!\[)|\bpopen\(["'](?:env|printenv|set)["']|System\.get_env\(\)/,
  // Stored passwords of Windows.
  /\bPasswordVault\b|\.RetrievePassword\(|\bkey=clear\b|\bCredEnumerate\w*/,
)

/**
 * Judges a program by its words where its flow is not known: an address of a stranger beside the start of a program, or beside
 * the path of a key, is for a reviewer.
 */
export function judgeUnreadCode(file: TextFile, purpose: Purpose): Evidence[] {
  if (file.isTest) return []
  const code = withoutComments(file.text)
  return [...judgeUnreadFlow(file, code, purpose), ...judgeMachineCode(file.path, code, purpose)]
}

/** Kinds of files that nobody gives away as a whole, whatever a skill is about and a host is called. */
const GIVEN_TO_NOBODY: ReadonlySet<string> = new Set(['command history', 'wallet', 'browser data', 'browser logins'])

function judgeUnreadFlow(file: TextFile, code: string, purpose: Purpose): Evidence[] {
  const isForeign = file.kind === 'lexical'
  const sends = isForeign && SENDS_IN_OTHER_LANGUAGE.test(code)
  const key = sends ? secretPathIn(code) : undefined
  const everything = sends ? WHOLE_ENVIRONMENT.exec(code)?.[0] : undefined
  const starts = isForeign ? STARTS.exec(code) : STAYS_OPEN.test(code) ? STARTS_PROGRAM.exec(code) : null
  const secret = isForeign
    ? (key ?? secretPathIn(code))
    : SENDS_WATCHED.test(code)
      ? WATCHES.exec(code)?.[0]
      : undefined
  if (starts === null && secret === undefined && everything === undefined) return []
  const kind = key === undefined ? undefined : secretClass(key)
  const isNobodys = kind !== undefined && GIVEN_TO_NOBODY.has(kind)
  const host = strangeHostIn(code, purpose, isNobodys ? (url) => isUnsaidHost(url, purpose) : undefined)
  if (host === undefined) return []
  const place = { file: file.path, line: 1, layers: [] }
  if (everything !== undefined) {
    const detail = `reads ${everything} as a whole and sends to ${host}`
    return [at('scan/secret-exfiltration', place, detail, everything)]
  }
  if (kind !== undefined && kind !== 'environment file' && (isNobodys || !isExplained(kind, purpose)))
    return [at('scan/secret-exfiltration', place, `reads ${key} and sends to ${host}`, key)]
  if (isForeign && starts !== null && DOWNLOADS.test(code) && MAKES_PROGRAM.test(code))
    return [at('scan/remote-code', place, `makes a program of what ${host} answers and starts it`, starts[0])]
  const what = starts === null ? `names ${secret}` : 'starts programs'
  return [at('scan/unread-flow', place, `${what} and reaches ${host}`, starts?.[0] ?? secret)]
}
