import { anyOf } from './join-patterns.ts'
import { aroundCommand } from './text-role.ts'

/** A command found inside a line, with the ways it may end and the words around it. */
export interface FoundCommand {
  /** The same command, cut at different places: a sentence may go on after it. */
  readonly readings: readonly string[]
  readonly said: string
}

const PROGRAMS =
  'curl|wget|bash|sh|zsh|dash|ksh|echo|printf|python3?|node|deno|bun|powershell|pwsh|iex|irm|iwr|eval|osascript|perl|ruby|php|nc|ncat|netcat|socat|cat|env|printenv|openssl|base64|xxd|npx|pip3?|mshta|certutil|dig|nslookup|tar|rm|crontab|scp|rsync|nohup'

/** Where a program may be named with its folder. */
const PATH = '/(?:usr/)?(?:local/)?s?bin/'

/** What may stand before the program, a few times over. */
const BEFORE_PROGRAM = /^(?:(?:sudo|env|export)\s+|\w+=\S*\s+)/
const MOST_BEFORE = 3

/** Programs whose name at the start of a line makes it a command. */
const PROGRAM_START = new RegExp(
  `^(?:(?:${PATH})?(?:${PROGRAMS})|host|zip|awk|ssh|git|find|source|exec|tee|npm|pnpm|yarn|uv|uvx|pipx|chmod|unzip|7z|cmd|launchctl|systemctl|cp|mv|brew|apt|apt-get|docker|podman|go|cargo|make|xattr|spctl|csrutil|setenforce|ufw|auditctl|iptables|netsh|dd|mkfs\\.\\w+|reg|schtasks|regsvr32|rundll32|wscript|cscript|bitsadmin|msiexec|security|defaults|useradd|kubectl|gcloud|aws|terraform|psql|mysql|gh|claude|codex|\\.\\/[\\w./-]+|~\\/[\\w./-]+)\\b`,
)
const COMMAND_INSIDE = new RegExp(
  `(?:^|[\\s:：>"'“”‘’(\`*~_|[=+@!])((?:sudo\\s+)?(?:${PATH})?(?:${PROGRAMS})\\s[^\\n]{6,2000})`,
)

/** A sentence about curl is no command; a pipe, a substitution, an address or an option makes it one. */
const DOES_SOMETHING = /\||\$\(|&&|https?:|\/dev\/|\s-[a-zA-Z]/

/** What makes a line of another language worth reading as a command: it reaches out, or feeds one program to another. */
const REACHES_OUT = anyOf(
  '',
  /\|\s*(?:sudo|env|(?:\/\S{1,40}\/)?(?:ba|z|da|k|fi)?sh|python3?|node|perl|ruby|php|curl|wget|nc|ncat|base64|xxd|openssl|xargs|tee|iex|tar|gzip)\b/,
  /\$\(|https?:|\/dev\/(?:tcp|udp)|\b(?:nc|ncat|netcat|socat)\s|@[~/$.\w]/,
)

/** What stands before a command in a terminal: `$`, `user@host:~$`, `[root@host ~]#`, `PS C:\>`. */
const PROMPT =
  /^\s*(?:(?:\([\w.-]{1,30}\)\s*)?(?:\[[^\]\n]{1,60}\]|[\w.-]{1,40}@[\w.-]{1,60}(?::[^\s$#%>]{0,80})?|~|PS[^>\n]{0,60}|[A-Z]:\\[^>\n]{0,60})?\s*[$%❯➜»>]|(?:\[[^\]\n]{1,60}\]|[\w.-]{1,40}@[\w.-]{1,60}(?::[^\s$#%>]{0,80})?)\s*#)\s+/

/** A group of commands, or a dot that reads commands from what follows. */
const GROUPED = /^[({]\s*(?=\S)/
const READS_COMMANDS = /^\.\s+(?:\/dev\/(?:stdin|fd\/)|<\()/

/** True for a line that starts with a program, behind a prompt or not. */
export function isCommandLine(line: string): boolean {
  const typed = withoutPrompt(line).trim()
  return READS_COMMANDS.test(typed) || startsWithProgram(typed.replace(GROUPED, ''))
}

/** A line as it would be typed. A `#` is a prompt of root when a command follows, else a comment. */
export function withoutPrompt(line: string): string {
  const typed = line.replace(PROMPT, '')
  const asRoot = /^\s*#\s+(.*)$/.exec(typed)?.[1]
  return asRoot !== undefined && startsWithProgram(asRoot) && DOES_SOMETHING.test(asRoot) ? asRoot : typed
}

/** Looks again behind each word that may stand before a program: one expression for all of it takes longer to compile than to scan a skill. */
function startsWithProgram(line: string): boolean {
  let rest = line
  for (let left = MOST_BEFORE; !PROGRAM_START.test(rest); left--) {
    const before = BEFORE_PROGRAM.exec(rest)
    if (before === null || left === 0) return false
    rest = rest.slice(before[0].length)
  }
  return true
}

/** The command inside a line of prose or, with `isCode`, of a block in another language; undefined when there is none. */
export function commandIn(raw: string, { isCode = false } = {}): FoundCommand | undefined {
  const line = plainText(raw.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '')).replace(/(?:~~|\*\*)\s*$/, '')
  const match = COMMAND_INSIDE.exec(line)
  const command = match?.[1]
  if (match === null || command === undefined || !(isCode ? REACHES_OUT : DOES_SOMETHING).test(command))
    return undefined
  const start = match.index + match[0].length - command.length
  const opened = line[start - 1] ?? ''
  const closer = CLOSERS[opened]
  const clean = command.replace(/`\s*[.,;:]?\s*$|`/g, ' ')
  const readings = new Set([clean])
  // Between quotes the command ends with them, at the first or, when it has quotes of its own, at the last.
  if (closer !== undefined && command.includes(closer)) {
    readings.add(command.slice(0, command.indexOf(closer)))
    readings.add(command.slice(0, command.lastIndexOf(closer)))
  }
  const piped = /^.*\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b(?=\s+[a-z])/.exec(clean)?.[0]
  if (piped !== undefined) readings.add(piped)
  for (const reading of [...readings]) if (reading.includes('\\"')) readings.add(reading.replaceAll('\\"', '"'))
  const end = start + (closer !== undefined && command.includes(closer) ? command.indexOf(closer) : command.length)
  return { readings: [...readings], said: aroundCommand(line, start, end) }
}

const CLOSERS: Readonly<Record<string, string>> = {
  '`': '`',
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '(': ')',
  '*': '*',
  '~': '~',
  _: '_',
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  apos: "'",
  '#124': '|',
  '#96': '`',
}

/** A text without tags and entities, as a reader of the page sees it. */
export function plainText(text: string): string {
  return text
    .replace(
      /<\/?(?:pre|code|kbd|samp|br|b|i|em|strong|p|div|span|li|ul|ol|td|tr|th|table|details|summary|del|s|strike|a|sub|sup)(?:\s[^>]{0,200})?\/?>/gi,
      ' ',
    )
    .replace(/&(amp|lt|gt|quot|apos|#39|#124|#96);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
