import { secretClass } from '../text/path-class.ts'

/** Where data came from, as short tags that travel with a value from source to sink. */
export type Mark =
  | `env:${string}`
  | `file:${string}`
  | `field:${string}`
  | `net:${string}`
  | `layer:${string}`
  | `secret:${string}`
  | 'input'
  | 'socket'
  | 'system'
  | 'encoded'
  /** Printed by a program that keeps keys. */
  | 'printed'

/** Something a script can call: a function of the package, with its body behind `invoke`. */
export interface Callable {
  readonly name: string
  readonly invoke: (call: Call) => Value
}

/** The arguments of one call. */
export interface Call {
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  readonly self?: Value
}

/** What is known about a value without running anything: its possible texts, its parts, and where it came from. */
export interface Value {
  /** Possible constant texts, at most four; unknown stretches are the HOLE character. */
  readonly texts: readonly string[]
  readonly marks: readonly Mark[]
  readonly number?: number
  /** The text holds bytes: one character a byte. */
  readonly bytes?: boolean
  readonly items?: Value[]
  /** Properties, keys or attributes. Mutable, as objects are. */
  readonly fields?: Map<string, Value>
  /** Dotted name of a library function or module, such as `requests.post`. */
  readonly ref?: string
  readonly fn?: Callable
  /** The object a method was taken from. */
  readonly self?: Value
}

/** Stands for a stretch of text that is not known. */
export const HOLE = '\uFFFC'
const MAX_TEXTS = 4
const MAX_MARKS = 24
const MAX_TEXT = 200_000

/** Nothing is known. */
export const UNKNOWN: Value = { texts: [], marks: [] }

/** A constant text. */
export function textValue(text: string, marks: readonly Mark[] = [], bytes = false): Value {
  return bytes ? { texts: [text], marks, bytes } : { texts: [text], marks }
}

/** A value of which only the origin is known. */
export function markedValue(...marks: Mark[]): Value {
  return { texts: [], marks }
}

/** A number; it also has a text, for formatting. */
export function numberValue(number: number, marks: readonly Mark[] = []): Value {
  return { texts: [String(number)], marks, number }
}

/** A library function or module by its dotted name. */
export function refValue(ref: string, self?: Value): Value {
  return self === undefined ? { texts: [], marks: [], ref } : { texts: [], marks: self.marks, ref, self }
}

/** A list. */
export function listValue(items: Value[]): Value {
  return { texts: [], marks: [], items }
}

/** An object, a dictionary or an instance. */
export function recordValue(fields: Map<string, Value> = new Map(), marks: readonly Mark[] = []): Value {
  return { texts: [], marks, fields }
}

/** Either of two values: what may be true of one may be true of the result. */
export function joinValues(a: Value, b: Value): Value {
  if (a === b || b === UNKNOWN) return a
  if (a === UNKNOWN || isEmptyList(a)) return b
  if (isEmptyList(b)) return a
  return {
    ...a,
    ...b,
    texts: unique([...b.texts, ...a.texts], MAX_TEXTS),
    marks: mergeMarks(a.marks, b.marks),
  }
}

// `found ? list : []`: nothing is known of nothing.
function isEmptyList({ items, texts, marks }: Value): boolean {
  return items?.length === 0 && texts.length === 0 && marks.length === 0
}

/** Texts put behind each other; unknown parts become holes, marks are kept. */
export function concatValues(...parts: readonly Value[]): Value {
  let texts: string[] = ['']
  let isAllBytes = parts.length > 0
  for (const part of parts) {
    const tails = part.texts.length > 0 ? part.texts : [HOLE]
    const next: string[] = []
    for (const head of texts) for (const tail of tails) if (next.length < MAX_TEXTS) next.push(cut(head + tail))
    texts = next
    if (part.bytes !== true) isAllBytes = false
  }
  const marks = mergeMarks(...parts.map((part) => marksOf(part)))
  return isAllBytes ? { texts, marks, bytes: true } : { texts, marks }
}

/** The same value with more marks on it. */
export function addMarks(value: Value, ...marks: Mark[]): Value {
  const merged = mergeMarks(value.marks, marks)
  return merged.length === value.marks.length ? value : { ...value, marks: merged }
}

/** Every text changed by a function; a text it cannot read is dropped. A `layer` says that this was a way of hiding it. */
export function mapTexts(value: Value, change: (text: string) => string | undefined, layer?: string): Value {
  const texts: string[] = []
  for (const text of value.texts) {
    const changed = change(text)
    if (changed !== undefined) texts.push(cut(changed))
  }
  const marks = layer === undefined ? marksOf(value) : mergeMarks(marksOf(value), [`layer:${layer}`])
  return { texts: unique(texts, MAX_TEXTS), marks }
}

/**
 * One field of a value by its name. Taken out of the environment or the settings of an agent or a project it is that key, and no longer the file:
 * the mark says which one, `field:path#names`.
 */
export function fieldValue(value: Value, name: string): Value {
  const marks = marksOf(value).map((mark): Mark => {
    if (mark.startsWith('field:')) return `${mark}_${name}` as Mark
    if (mark === 'env:*' && /^[A-Z][A-Z0-9_]+$/.test(name)) return `env:${name}`
    const isSettings =
      mark.startsWith('file:') && /^(?:agent credentials|environment file)$/.test(secretClass(mark.slice(5)) ?? '')
    return isSettings ? `field:${mark.slice(5)}#${name}` : mark
  })
  return { texts: [], marks }
}

/** All marks of a value and of what it holds, five levels deep. */
export function marksOf(value: Value, depth = 5): readonly Mark[] {
  if (depth === 0 || (value.items === undefined && value.fields === undefined)) return value.marks
  const all: (readonly Mark[])[] = [value.marks]
  let left = 64
  for (const item of value.items ?? []) if (left-- > 0) all.push(marksOf(item, depth - 1))
  for (const field of value.fields?.values() ?? []) if (left-- > 0) all.push(marksOf(field, depth - 1))
  return mergeMarks(...all)
}

/** All texts of a value and of what it holds. */
export function textsOf(value: Value, depth = 3): string[] {
  const texts = [...value.texts]
  if (depth === 0) return texts
  for (const item of (value.items ?? []).slice(0, 64)) texts.push(...textsOf(item, depth - 1))
  for (const field of [...(value.fields?.values() ?? [])].slice(0, 64)) texts.push(...textsOf(field, depth - 1))
  return texts.slice(0, 200)
}

/** The first known text. */
export function firstText(value: Value | undefined): string | undefined {
  return value?.texts[0]
}

/** Marks of several places without repeats. */
export function mergeMarks(...lists: readonly (readonly Mark[])[]): readonly Mark[] {
  const some = lists.filter((list) => list.length > 0)
  const first = some[0]
  if (first === undefined) return []
  if (some.length === 1) return first
  const merged = new Set<Mark>()
  for (const list of some) for (const mark of list) if (merged.size < MAX_MARKS) merged.add(mark)
  return [...merged]
}

function unique(texts: readonly string[], max: number): string[] {
  return [...new Set(texts)].slice(0, max)
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text
}
