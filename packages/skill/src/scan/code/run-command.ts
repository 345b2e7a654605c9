import { normalPath } from '../text/path-class.ts'
import { COMMANDS } from './commands/command-table.ts'
import { runCommandVariable, runOptionCommands } from './commands/option-commands.ts'
import type { ShellCall } from './commands/shell-call.ts'
import { execute, note, runFile } from './effects.ts'
import { MAX_DEPTH, type Place, type Trace } from './trace.ts'
import { firstText, markedValue, marksOf, textValue, UNKNOWN, type Value } from './value.ts'

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
  runOptionCommands(call)
  const handler = COMMANDS.get(name)
  if (handler !== undefined) return handler(call)
  if (text.includes('/') || trace.written.has(normalPath(text))) runFile(trace, place, first, 'shell', `${name}`)
  return markedValue(...marksOf(stdin), ...args.flatMap((arg) => marksOf(arg)))
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.replace(/\.exe$/i, '').toLowerCase() || path
}
