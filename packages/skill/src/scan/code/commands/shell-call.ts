import { readPath } from '../effects.ts'
import type { Place, Trace } from '../trace.ts'
import { concatValues, firstText, textValue, UNKNOWN, type Value } from '../value.ts'

/** One command with its arguments. */
export interface ShellCall {
  readonly name: string
  readonly args: readonly Value[]
  readonly stdin: Value
  readonly place: Place
  readonly trace: Trace
  /** Runs further words as a command. */
  readonly run: (words: readonly Value[], stdin: Value) => Value
}

/** What a command does; returns what it prints. */
export type Command = (call: ShellCall) => Value

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>

/** The same command under several names. */
export function named(names: string, command: Command): Commands {
  return Object.fromEntries(names.split(' ').map((name) => [name, command]))
}

/** The first text of each argument; unknown ones are empty. */
export function words(call: ShellCall): string[] {
  return call.args.map((arg) => firstText(arg) ?? '')
}

/** True when one of the options is given, also inside a cluster such as `-sSL`. */
export function hasOption(call: ShellCall, short: string, ...long: string[]): boolean {
  return words(call).some(
    (word) =>
      long.includes(word.split('=')[0] ?? '') || (short !== '' && /^-[A-Za-z]+$/.test(word) && word.includes(short)),
  )
}

/** The value after an option, as `-o x`, `--out x` or `--out=x`. */
export function optionValue(call: ShellCall, ...options: string[]): Value | undefined {
  const all = words(call)
  for (const [index, word] of all.entries()) {
    if (options.includes(word)) return call.args[index + 1]
    const [head, ...tail] = word.split('=')
    if (tail.length > 0 && options.includes(head ?? '')) return textValue(tail.join('='), call.args[index]?.marks)
  }
  return undefined
}

/** Arguments that are not options; `valued` names the options that take the next argument with them. */
export function operands(call: ShellCall, valued: readonly string[] = []): Value[] {
  const found: Value[] = []
  const all = words(call)
  for (let i = 0; i < all.length; i++) {
    const word = all[i] ?? ''
    if (valued.includes(word)) i++
    else if (!/^--?[A-Za-z]|^-\d+$/.test(word)) found.push(call.args[i] ?? UNKNOWN)
  }
  return found
}

/** The content of an argument that names a file, or that is itself a substituted output. */
export function contentOf(call: ShellCall, arg: Value): Value {
  return arg.ref === 'content' ? arg : readPath(call.trace, call.place, arg)
}

/** What a filter reads: the files it names, else its input. */
export function inputOf(call: ShellCall, files: readonly Value[]): Value {
  if (files.length === 0) return call.stdin
  return concatValues(...files.map((file) => (firstText(file) === '-' ? call.stdin : contentOf(call, file))))
}
