import { secretPathIn } from '../code/lexical-words.ts'
import type { Purpose } from '../declared-purpose.ts'
import { at, type Evidence } from '../evidence.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import { secretClass } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls, isHostName, parseUrl } from '../text/urls.ts'
import { isAboutSecurity } from './judge-execution.ts'
import { isExplained } from './secrets.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Calls that start a program or read a text as code, in languages that have no grammar here. */
const STARTS =
  /\b(?:os\.execute|io\.popen|loadstring|popen\d?|proc_open|shell_exec|passthru|exec\w*|system|qx|spawn\w*|shell|shell-command|call-process|start-process|start|eval|iex|Invoke-Expression|WScript\.Shell|ShellExecute|Command::new|ProcessBuilder|getRuntime|Process(?:\.(?:Start|run|start))?|createProcess|callCommand|sys\.process|System\.cmd|Port\.open|os:cmd|execute|getline|instance_eval|source|load|dofile|loadfile|execCmd|Meta\.parse|Assembly\.Load\w*|DefineDynamicAssembly|ExecuteGlobal|include(?:_once)?|require_once)\b\s*[("'`[{.:;$%]|[`][^`\n]*(?:#\{|\$\()|%x[({[]|\brun\(`|\|\s*(?:ba|z|da)?sh\b|\bexec\s+(?:ba|z|da)?sh\b|"-c"/

/** Connections that stay open, over which commands may come. */
const STAYS_OPEN =
  /\bWebSocket\b|\bopen_connection\b|\bcreate_connection\b|\bwebsockets?\.connect\b|\bnet\.(?:connect|createConnection)\b/
const STARTS_PROGRAM = /\bchild_process\b|\bsubprocess\b|\bcreate_subprocess\w*|\bos\.(?:system|popen)\b/

/** What looks over the shoulder: screen, keys, microphone, camera, and a function that takes the place of one that all use. */
const WATCHES =
  /\bmss\.mss\b|\bImageGrab\b|pyautogui\.screenshot|screenshot-desktop|\bdesktopCapturer\b|\bscreencapture\b|\bpynput\b|keyboard\.(?:on_press|record)|\bsounddevice\b|\bpyaudio\b|cv2\.VideoCapture|getDisplayMedia|\b(?:globalThis|window|self)\.fetch\s*=[^=]|\bhttps?\.(?:request|get)\s*=[^=]|XMLHttpRequest\.prototype\.\w+\s*=[^=]|\brequests\.(?:Session\.\w+|get|post|request)\s*=[^=]/
const SENDS = /\.(?:post|put|sendall|send|upload\w*)\(|urlopen\(|method\s*:\s*["']P(?:OST|UT)/

/** What sends a body, in languages that have no grammar here. */
const FOREIGN_SENDS =
  /\b(?:Post\w*|PUT|Upload\w*|POSTFIELDS|httpBody|sendall|BodyPublishers|NewRequest|http\.request|getOutputStream|send_string|git push|Invoke-RestMethod|Invoke-WebRequest|curl)\b|->post\(/i

/** What fetches a file, and what makes a file one that can be started. */
const DOWNLOADS =
  /\bhttp\.Get\(|\bURI\.open\(|Net::HTTP\.get|\breqwest::|\bureq::|DownloadFile|URLSession|openStream\(|file_get_contents\(\s*["']https?:/
const MAKES_PROGRAM = /\b0o?7[0-7]{2}\b|\bchmod\b|\bsetExecutable\(|PermissionsExt/

/** All variables or stored passwords at once, in the same languages. */
const WHOLE_ENVIRONMENT =
  /\bSystem\.getenv\(\)|\bSys\.getenv\(\)|\benv::vars(?:_os)?\(\)|\bos\.Environ\(\)|\bgetenv\(\)|\$_ENV\b(?!\[)|\\?%ENV\b(?!\{)|\bENV\.(?:to_h|to_a|map|each|inspect|to_json)\b|\b(?:Get-ChildItem|gci|dir|ls)\s+env:|^\s*@?set\s*>|\bGetEnvironmentVariables\(\)|processInfo\.environment\b(?!\[)|Platform\.environment\b(?!\[)|\bpopen\(["'](?:env|printenv|set)["']|System\.get_env\(\)|\bPasswordVault\b|\.RetrievePassword\(|\bkey=clear\b|\bCredEnumerate\w*/im

/**
 * Judges a program by its words where its flow is not known: an address of a stranger beside the start of a program, or beside
 * the path of a key, is for a reviewer.
 */
export function judgeWording(file: TextFile, purpose: Purpose): Evidence[] {
  if (file.isTest) return []
  const code = withoutComments(file.text)
  return [...judgeStranger(file, code, purpose), ...judgeMachineCode(file, code, purpose)]
}

const NOBODYS: ReadonlySet<string> = new Set(['command history', 'wallet', 'browser data', 'browser logins'])

/** Memory that may be executed, and a call into it. */
const EXECUTABLE_MEMORY = /\bmmap\b|\bmprotect\b|VirtualAlloc|memfd_create|HeapCreate/
const CALLS_MEMORY =
  /CFUNCTYPE|WINFUNCTYPE|CreateThread|CreateRemoteThread|GetDelegateForFunctionPointer|fexecve|\(\*?\s*void\s*\(\s*\*\s*\)/

// Bytes that nobody can read here become a program without ever being a file.
function judgeMachineCode({ path }: TextFile, code: string, purpose: Purpose): Evidence[] {
  const call = EXECUTABLE_MEMORY.test(code) ? CALLS_MEMORY.exec(code) : null
  if (call === null) return []
  const line = code.slice(0, call.index).split('\n').length
  const rule = isAboutSecurity(purpose) ? 'scan/obfuscated-code' : 'scan/decoded-command'
  return [at(rule, { file: path, line, layers: [] }, 'runs bytes as machine code', call[0])]
}

function judgeStranger(file: TextFile, code: string, purpose: Purpose): Evidence[] {
  const isForeign = file.kind === 'lexical'
  const sends = isForeign && FOREIGN_SENDS.test(code)
  const key = sends ? secretPathIn(code) : undefined
  const everything = sends ? WHOLE_ENVIRONMENT.exec(code)?.[0] : undefined
  const starts = isForeign ? STARTS.exec(code) : STAYS_OPEN.test(code) ? STARTS_PROGRAM.exec(code) : null
  const secret = isForeign ? (key ?? secretPathIn(code)) : SENDS.test(code) ? WATCHES.exec(code)?.[0] : undefined
  if (starts === null && secret === undefined && everything === undefined) return []
  const kind = key === undefined ? undefined : secretClass(key)
  // What nobody gives away as a whole, whatever a skill is about and a host is called.
  const isNobodys = kind !== undefined && NOBODYS.has(kind)
  const host = strangerIn(code, purpose, isNobodys ? (url) => isUnsaidHost(url, purpose) : undefined)
  if (host === undefined) return []
  if (everything !== undefined)
    return [
      at(
        'scan/secret-exfiltration',
        { file: file.path, line: 1, layers: [] },
        `reads ${everything} as a whole and sends to ${host}`,
        everything,
      ),
    ]
  if (kind !== undefined && kind !== 'environment file' && (isNobodys || !isExplained(kind, purpose)))
    return [
      at(
        'scan/secret-exfiltration',
        { file: file.path, line: 1, layers: [] },
        `reads ${key} and sends to ${host}`,
        key,
      ),
    ]
  if (isForeign && starts !== null && DOWNLOADS.test(code) && MAKES_PROGRAM.test(code))
    return [
      at(
        'scan/remote-code',
        { file: file.path, line: 1, layers: [] },
        `makes a program of what ${host} answers and starts it`,
        starts[0],
      ),
    ]
  const what = starts === null ? `names ${secret}` : 'starts programs'
  return [
    at(
      'scan/unread-flow',
      { file: file.path, line: 1, layers: [] },
      `${what} and reaches ${host}`,
      starts?.[0] ?? secret,
    ),
  ]
}

/** Code without lines that are comments. */
export function withoutComments(text: string): string {
  return text.replace(/^\s*(?:#(?!\{)|\/\/|--|;|%|\*|\/\*|REM\b).*$/gim, '')
}

/** The host of a stranger in code: in an address, or a name that stands alone between quotes, as connections take it. */
export function strangerIn(
  code: string,
  purpose: Purpose,
  isForeign = (url: string): boolean => isStrange(hostRelation(url, purpose)),
): string | undefined {
  const quoted = [...code.matchAll(/["']((?:[a-z0-9-]+\.)+[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?["']/gi)].slice(
    0,
    500,
  )
  const sockets = [...code.matchAll(/\/inet6?\/(?:tcp|udp)\/\d+\/([\w.-]+)\//g)].map(([, host = '']) => `tcp://${host}`)
  const remotes = [...code.matchAll(/\b[\w.-]{1,40}@((?:[a-z0-9-]+\.)+[a-z]{2,24}):[\w./#{}-]/gi)].slice(0, 50)
  const pushed = remotes.map(([, host = '']) => `ssh://${host}`)
  const hosts = [
    ...pushed,
    ...findUrls(code).map(({ url }) => url),
    ...sockets,
    ...quoted.map(([, host = '']) => `tcp://${host}`),
  ]
  const found = hosts.find((url) => {
    const host = parseUrl(url)?.host ?? ''
    return !isReservedHost(host) && isForeign(url) && (url.startsWith('http') || isHostName(host))
  })
  return found === undefined ? undefined : parseUrl(found)?.host
}
