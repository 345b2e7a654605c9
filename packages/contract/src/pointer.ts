import { hasOwn } from './json.ts'

/** One step of a path into a JSON value: a property name or an array index. */
export type PathStep = string | number

/** Steps as a JSON pointer (RFC 6901): `['topics', 0]` is `/topics/0`, no step is the empty string. */
export function toPointer(steps: readonly PathStep[]): string {
  let pointer = ''
  for (const step of steps) pointer += `/${escapeStep(step)}`
  return pointer
}

/** A property name as it stands inside a JSON pointer. */
export function escapeStep(step: PathStep): string {
  if (typeof step === 'number' || !(step.includes('~') || step.includes('/'))) return String(step)
  return step.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A JSON pointer as a `$ref` writes it: `#/$defs/a%20b`. */
export function toFragment(pointer: string): string {
  // Half of a surrogate pair can be said by no URI, so that it stays as it is.
  return `#${pointer.isWellFormed() ? encodeURI(pointer).replaceAll('#', '%23') : pointer.replaceAll('%', '%25')}`
}

/** The property names of a JSON pointer; a leading `#` is allowed, and then `%` sequences are decoded. */
export function fromPointer(pointer: string): string[] {
  const text = pointer.startsWith('#') ? decodeFragment(pointer.slice(1)) : pointer
  if (text === '') return []
  return text
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value a pointer leads to, or undefined. Only own properties are followed. */
export function atPointer(root: unknown, pointer: string): unknown {
  return atPath(root, fromPointer(pointer))
}

/** The value a path leads to, or undefined. Only own properties are followed. */
export function atPath(root: unknown, steps: readonly PathStep[]): unknown {
  let value = root
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !hasStep(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** True when a step leads on: an own key of an object or an index of an array, never an array's `length`, never anything inherited. */
export function hasStep(container: object, step: PathStep): boolean {
  return hasOwn(container, String(step)) && (!Array.isArray(container) || /^\d+$/.test(String(step)))
}

/** True when one of the other pointers leads to a place around this one. */
export function isBelow(pointer: string, others: ReadonlySet<string>): boolean {
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (others.has(pointer.slice(0, end))) return true
  }
  return false
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
