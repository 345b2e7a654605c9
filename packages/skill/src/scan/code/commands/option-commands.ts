import { execute } from '../effects.ts'
import { firstText, mapTexts, marksOf, textValue, type Value } from '../value.ts'
import { operands, type ShellCall, words } from './shell-call.ts'

/** Where a program that is no shell takes a command. */
interface Taker {
  readonly programs: string
  /** Options whose value is a command; `+` is an operand that starts with a plus, `*` any operand, `-` a line of the input. */
  readonly options: string
  /** The command inside of the value, in its first group that matched; all of it when there is no pattern. */
  readonly inside?: RegExp
}

/** Editors and pagers leave to a shell after an exclamation mark. */
const ESCAPE = /^[:|\d,.$%'<>\s]*(?:sil(?:ent)?!?\s+|exec?u?t?e?\s+["']|r(?:ead)?\s*|w(?:rite)?\s*)?:?!\s*(.+)$/s
const VIM_CALL = /\b(?:system|systemlist|jobstart|termopen|job_start)\(\s*(["'])(.+?)\1/s
const LISP_CALL = /\((?:async-)?shell-command(?:-to-string)?\s+"(.+?)"/s

/** Settings of git whose value is a program. */
const GIT_SETTING =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|(?:pager|sendemail)\.\w+|alias\.\S+?|diff\.(?:\S+\.)?(?:external|command|textconv)|merge\.\S+\.driver|(?:difftool|mergetool|browser|man)\.\S+\.cmd|filter\.\S+\.(?:clean|smudge|process)|credential\.(?:\S+\.)?helper|gpg\.(?:\S+\.)?program|(?:sequence|interactive)\.(?:editor|difffilter)|trailer\.\S+\.c(?:md|ommand)|uploadpack\.packobjectshook)$/i

const TAKERS: readonly Taker[] = [
  { programs: 'vim vi nvim view ex gvim vimdiff', options: '-c --cmd + -', inside: ESCAPE },
  { programs: 'vim nvim gvim', options: '-c --cmd +', inside: VIM_CALL },
  { programs: 'emacs', options: '--eval -eval', inside: LISP_CALL },
  { programs: 'ed red less more most', options: '+ -', inside: ESCAPE },
  { programs: 'man', options: '-P --pager' },
  { programs: 'tar bsdtar gtar', options: '--checkpoint-action', inside: /^exec=(.+)$/s },
  {
    programs: 'tar bsdtar gtar',
    options: '--to-command --use-compress-program --info-script --new-volume-script --rsh-command -I',
  },
  {
    programs: 'git',
    options:
      '--exec -x --upload-pack --receive-pack --tree-filter --msg-filter --index-filter --env-filter --commit-filter --extcmd',
  },
  { programs: 'git', options: '*', inside: /^ext::(.+)$/s },
  { programs: 'rsync', options: '-e --rsh --rsync-path' },
  { programs: 'scp sftp', options: '-S' },
  { programs: 'ssh scp sftp autossh', options: '-o', inside: /^(?:Proxy|Local|KnownHosts)Command[=\s]+(.+)$/is },
  { programs: 'make gmake', options: '--eval *', inside: /\$\(shell\s+(.+)\)|!=\s*(.+)$/s },
  { programs: 'sed gsed', options: '-e --expression *', inside: /^(?:[\d$,~!+]+|\/[^/]{0,80}\/)?\s*e\s+(.+)$/s },
  { programs: 'zip', options: '-TT --unzip-command' },
  { programs: 'tcpdump', options: '-z --postrotate-command' },
  {
    programs: 'gdb lldb',
    options: '-ex -o --eval-command --one-line -',
    inside: /^(?:platform\s+)?(?:shell\s+|!)(.+)$/s,
  },
  { programs: 'strace ltrace', options: '-o --output', inside: /^[|!](.+)$/s },
  { programs: 'sqlite3', options: '-cmd * -', inside: /^\.(?:shell|system)\s+(.+)$/s },
  {
    programs: 'psql mysql mariadb',
    options: '-c -e --command --execute -',
    inside: /(?:\\!|^\s*system\s)\s*(.+)$|\bPROGRAM\s+'(.+?)'/s,
  },
  { programs: 'apt apt-get aptitude dpkg', options: '-o', inside: /Invoke[^=]*=(.+)$/s },
  { programs: 'split', options: '--filter' },
  { programs: 'sort', options: '--compress-program' },
  { programs: 'wget', options: '--use-askpass' },
  { programs: 'openvpn', options: '--up --down --route-up --tls-verify' },
  { programs: 'npx npm', options: '-c --call' },
  { programs: 'flock sg capsh entr', options: '-c -s --command' },
  { programs: 'xterm konsole alacritty kitty gnome-terminal', options: '-e -x --command' },
  { programs: 'start-stop-daemon', options: '--exec -x --startas -a' },
  { programs: 'complete', options: '-C' },
  { programs: 'tmux screen', options: '*', inside: /^(\S+\s.+)$/s },
  { programs: 'trap', options: '*', inside: /^(\S+\s.+)$/s },
  { programs: 'alias', options: '*', inside: /^[\w.-]+=(.+)$/s },
]

const BY_PROGRAM = Map.groupBy(
  TAKERS.flatMap((taker) => taker.programs.split(' ').map((program) => ({ ...taker, program }))),
  ({ program }) => program,
)

/** Variables whose value is a command that another program starts. */
const COMMAND_VARIABLE =
  /^(?:(?:GIT_|MAN|SYSTEMD_)?PAGER|GIT_(?:SSH_COMMAND|EDITOR|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|S(?:SH|UDO)_ASKPASS|EDITOR|VISUAL|BROWSER|LESS(?:OPEN|CLOSE)|PROMPT_COMMAND|FZF_DEFAULT_COMMAND|RSYNC_RSH)$/

/** Reads the commands that a program which is no shell is given in its options, its settings or its input. */
export function runOptionCommands(call: ShellCall): void {
  for (const { options, inside } of BY_PROGRAM.get(call.name) ?? [])
    for (const option of options.split(' '))
      for (const value of valuesOf(call, option))
        runInside(call, value, inside, `a command in ${option} of ${call.name}`)
  if (call.name === 'git') runGitSettings(call)
}

/** Reads a variable that holds a command for another program. */
export function runCommandVariable(
  name: string,
  value: Value,
  { trace, place }: Pick<ShellCall, 'trace' | 'place'>,
): void {
  if (!COMMAND_VARIABLE.test(name) || !value.texts.some((text) => /\s/.test(text))) return
  execute(
    trace,
    place,
    mapTexts(value, (text) => text.replace(/^\|+/, '')),
    'shell',
    `a command in ${name}`,
  )
}

// `-c key=value`, and `config key value`. An alias or a helper is a program of its own behind an exclamation mark, else a verb of git.
function runGitSettings(call: ShellCall): void {
  const given = valuesOf(call, '-c').map((value) => {
    const [key = '', ...rest] = (firstText(value) ?? '').split('=')
    return { key, value: textValue(rest.join('='), value.marks) }
  })
  const all = words(call)
  const at = all.includes('config') ? all.findIndex((word) => GIT_SETTING.test(word)) : -1
  const stored = call.args[at + 1]
  if (at >= 0 && stored !== undefined)
    given.push({ key: all[at] ?? '', value: textValue(firstText(stored) ?? '', stored.marks) })
  for (const { key, value } of given) {
    if (!GIT_SETTING.test(key)) continue
    const isVerb = /^(?:alias|credential)\./i.test(key)
    runInside(call, value, isVerb ? /^!(.+)$/s : undefined, `a command in ${key} of git`)
  }
}

function runInside(call: ShellCall, value: Value, inside: RegExp | undefined, what: string): void {
  const commands = value.texts.flatMap((text) => {
    if (inside === undefined) return /^-|^\s*$/.test(text) ? [] : [text]
    // The last group: the ones before it are quotes.
    return inside.exec(text)?.findLast((group, index) => index > 0 && group !== undefined) ?? []
  })
  for (const command of commands.slice(0, 4))
    execute(call.trace, call.place, textValue(command, marksOf(value)), 'shell', what)
}

function valuesOf(call: ShellCall, option: string): Value[] {
  if (option === '*') return operands(call)
  if (option === '-') return linesOf(call.stdin)
  const all = words(call)
  return all.flatMap((word, index): Value[] => {
    const marks = call.args[index]?.marks ?? []
    if (option === '+') return word.startsWith('+') ? [textValue(word.slice(1), marks)] : []
    if (word === option) return call.args[index + 1] === undefined ? [] : [call.args[index + 1] ?? textValue('')]
    if (word.startsWith(`${option}=`)) return [textValue(word.slice(option.length + 1), marks)]
    return option.length === 2 && word.startsWith(option) ? [textValue(word.slice(2), marks)] : []
  })
}

function linesOf(input: Value): Value[] {
  return input.texts.flatMap((text) =>
    text
      .split('\n')
      .slice(0, 200)
      .map((line) => textValue(line, marksOf(input))),
  )
}
