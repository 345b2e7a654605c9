import { normalPath } from '../text/path-class.ts'
import { isHostName } from '../text/urls.ts'
import { COMMANDS } from './commands/command-table.ts'
import { runCommandVariable, runOptionCommands } from './commands/option-commands.ts'
import { notePowers } from './commands/powers.ts'
import { withPrintedSecret } from './commands/secret-printers.ts'
import type { ShellCall } from './commands/shell-call.ts'
import { execute, note, request, runFile } from './effects.ts'
import { MAX_DEPTH, type Place, type Trace } from './trace.ts'
import { firstText, type Mark, markedValue, marksOf, textValue, UNKNOWN, type Value } from './value.ts'

/** Programs that only run another program. */
const WRAPPERS = new Set(
  'sudo doas nohup time nice ionice stdbuf setsid exec builtin timeout caffeinate unbuffer chroot proxychains proxychains4 torsocks busybox arch winpty rtk'.split(
    ' ',
  ),
)
/** Options of wrappers that take a value. */
const WRAPPER_VALUES = new Set(['-u', '-g', '-n', '-k', '-s', '-o', '-i', '-e', '--user', '--signal'])

/** Reads one command given as words: what it does is noted, what it prints comes back. */
export function runCommand(words: readonly Value[], stdin: Value, place: Place, trace: Trace): Value {
  let rest = words
  for (let guard = 0; guard < 8; guard++) {
    const first = rest[0]
    if (first === undefined) return stdin
    const text = firstText(first)
    if (text === undefined) {
      // A command whose name is computed: what it was computed from is what runs.
      if (marksOf(first).some((mark) => !mark.startsWith('env:')))
        execute(trace, place, first, 'shell', 'a computed command')
      return UNKNOWN
    }
    if (place.depth < MAX_DEPTH && /\s/.test(text.trim()) && rest.length === 1)
      return execute(trace, place, first, 'shell', 'a computed command')
    const name = baseName(text)
    if (name === 'env' && rest.length > 1) rest = splitWords(rest.slice(1))
    else if (WRAPPERS.has(name)) rest = rest.slice(1)
    else if (guard > 0 && text.startsWith('-')) rest = rest.slice(WRAPPER_VALUES.has(text) ? 2 : 1)
    else if (guard > 0 && (/^\w+=/.test(text) || /^\d+[smhd]?$/.test(text))) {
      const [variable = '', ...value] = text.split('=')
      runCommandVariable(variable, textValue(value.join('='), marksOf(first)), { trace, place })
      rest = rest.slice(1)
    } else return dispatch(name, text, first, rest.slice(1), stdin, place, trace)
  }
  return UNKNOWN
}

// `env -S 'sh -c …'` takes the whole line in one word.
function splitWords(words: readonly Value[]): readonly Value[] {
  const at = words.findIndex((word) => /^(?:-[a-z]*S|--split-string)/.test(firstText(word) ?? ''))
  if (at < 0) return words
  const line = (firstText(words[at]) ?? '').replace(/^(?:-[a-z]*S|--split-string=?)/, '')
  const rest = line === '' ? words.slice(at + 1) : [textValue(line), ...words.slice(at + 1)]
  return [textValue('sh'), textValue('-c'), textValue(rest.map((word) => firstText(word) ?? '').join(' '))]
}

function dispatch(
  name: string,
  text: string,
  first: Value,
  args: readonly Value[],
  stdin: Value,
  place: Place,
  trace: Trace,
): Value {
  note(trace, place, 'program', { targets: [name], value: first })
  const call: ShellCall = {
    name,
    args,
    stdin,
    place,
    trace,
    run: (inner, input) => runCommand(inner, input, place, trace),
  }
  if (args.some((arg) => arg.texts.some((word) => /stratum\+(?:tcp|ssl):\/\//i.test(word)))) {
    note(trace, place, 'miner', {
      what: `${name} with a mining pool`,
      targets: args.flatMap((arg) => arg.texts).slice(0, 6),
    })
  }
  notePowers(call)
  runOptionCommands(call)
  runGivenCommands(call)
  const handler = COMMANDS.get(name)
  if (handler !== undefined) return withPrintedSecret(call, handler(call))
  if (text.includes('/') || trace.written.has(normalPath(text))) runFile(trace, place, first, 'shell', `${name}`)
  const carried = [...marksOf(stdin), ...args.flatMap((arg) => marksOf(arg))]
  sendUnknown(call, carried)
  return withPrintedSecret(call, markedValue(...carried))
}

/** Where a program that is not known here may bring what it is given: `https://…`, `user@host:path`. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+|^[\w.-]+@[\w-]+(?:\.[\w-]+)+(?=:|$)/i

// A program that is not known here, given a key and an address, is taken for one that sends.
function sendUnknown({ name, args, place, trace }: ShellCall, carried: readonly Mark[]): void {
  if (!carried.some((mark) => /^(?:env|file|field|secret):/.test(mark))) return
  for (const arg of args)
    for (const text of arg.texts) {
      const address = ADDRESS.exec(text)?.[0] ?? bareHost(text)
      if (address !== undefined)
        request(trace, place, {
          url: textValue(address.includes('://') ? text : `ssh://${address.replace(/^.*@/, '')}`),
          body: markedValue(...carried),
          what: name,
        })
    }
}

// `203.0.113.4`, `//203.0.113.4/share`, `host.org:9092`, as many programs take them.
function bareHost(text: string): string | undefined {
  const host = /^(?:\/\/)?([\w-]+(?:\.[\w-]+)+)(?=[:/]|$)/.exec(text)?.[1]
  return host !== undefined && isHostName(host) ? host : undefined
}

/** A command line inside of one word: what takes it runs it, whichever option it stands behind. */
const GIVEN =
  /^\s*!?(?:cmd(?:\.exe)?\s+\/c|(?:\/\S{1,40}\/)?(?:ba|z|da)?sh\s+-c|powershell(?:\.exe)?\s|pwsh\s|python3?\s+-c|node\s+-e|mshta\s|curl\s|wget\s|nc\s|bash\s+<\()/i
/** Programs whose words are texts for people, for other programs to look for, or code that is read already. */
const SHOWS =
  /^(?:echo|printf|print|cat|e?grep|rg|ag|sed|test|expect|say|logger|git|gh|jq|perl|ruby|php|python[\d.]*|node|ssh|sh|bash|zsh|dash|ksh|cmd|eval|powershell|pwsh|su|watch|script|trap|alias|tmux|screen|iex|\[)$/

function runGivenCommands(call: ShellCall): void {
  if (SHOWS.test(call.name)) return
  for (const arg of call.args)
    if (arg.texts.some((text) => GIVEN.test(text)))
      execute(call.trace, call.place, arg, 'shell', `a command given to ${call.name}`)
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.replace(/\.exe$/i, '').toLowerCase() || path
}
