import type { Place, Trace } from '../trace.ts'
import { type Call, listValue, UNKNOWN, type Value } from '../value.ts'

/** One call of a library function. */
export interface LibraryCall extends Call {
  /** Its dotted name, such as `requests.post`. */
  readonly ref: string
  readonly trace: Trace
  readonly place: Place
  readonly language: 'python' | 'javascript'
}

/** What a library function does; returns its result. */
export type LibraryFunction = (call: LibraryCall) => Value | undefined

/** Library functions by dotted name. */
export type Library = Readonly<Record<string, LibraryFunction>>

/** The same function under several names. */
export function called(names: string, run: LibraryFunction): Library {
  return Object.fromEntries(names.split(' ').map((name) => [name, run]))
}

/** An argument by position, or by any of its names. */
export function argument(call: LibraryCall, position: number, ...names: string[]): Value {
  for (const name of names) {
    const value = call.named.get(name)
    if (value !== undefined) return value
  }
  return call.args[position] ?? UNKNOWN
}

/** The fields of an options object, by any of their names. */
export function field(value: Value | undefined, ...names: string[]): Value | undefined {
  for (const name of names) {
    const found = value?.fields?.get(name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Every argument in one value. */
export function everything(call: LibraryCall): Value {
  return listValue([...call.args, ...call.named.values()])
}
