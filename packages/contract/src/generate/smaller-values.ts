import { defineKey, isObject } from '../json.ts'

/** Deeper inside than this, a value is not made smaller. */
const MAX_DEPTH = 60

/** Values that are a little or much smaller than this one, the smallest first. Whether they fit a schema is for the caller to say. */
export function* smallerValues(value: unknown, depth = 0): Generator<unknown, undefined> {
  if (depth > MAX_DEPTH) return
  if (typeof value === 'number') yield* smallerNumbers(value)
  else if (typeof value === 'string') yield* smallerTexts(value)
  else if (value === true) yield false
  else if (Array.isArray(value)) yield* smallerArrays(value, depth)
  else if (isObject(value)) yield* smallerObjects(value, depth)
}

function* smallerNumbers(value: number): Generator<number> {
  if (value === 0) return
  yield 0
  if (value < 0) yield -value
  const whole = Math.trunc(value)
  if (whole !== value) {
    yield whole
    if (Math.abs(value) < 1e15)
      for (const digits of [1, 2, 4]) if (Number(value.toFixed(digits)) !== value) yield Number(value.toFixed(digits))
    return
  }
  // Half way to zero, then a quarter from here, … then one step: so any bound is met exactly.
  for (let gap = Math.trunc(value / 2); gap !== 0; gap = Math.trunc(gap / 2)) yield value - gap
}

function* smallerTexts(value: string): Generator<string> {
  const points = [...value]
  for (const kept of withoutChunks(points)) yield kept.join('')
  if (points.length > 200) return
  for (const [index, point] of points.entries()) if (point !== 'a') yield points.with(index, 'a').join('')
}

function* smallerArrays(value: readonly unknown[], depth: number): Generator<unknown> {
  yield* withoutChunks(value)
  for (const [index, item] of value.entries())
    for (const smaller of smallerValues(item, depth + 1)) yield value.with(index, smaller)
}

function* smallerObjects(value: Readonly<Record<string, unknown>>, depth: number): Generator<unknown> {
  const entries = Object.entries(value)
  for (const kept of withoutChunks(entries)) yield fromEntries(kept)
  for (const [index, [key, inner]] of entries.entries())
    for (const smaller of smallerValues(inner, depth + 1)) yield fromEntries(entries.with(index, [key, smaller]))
}

/** The list without all, each half, each quarter … each single one of its entries. */
function* withoutChunks<T>(list: readonly T[]): Generator<T[]> {
  for (let size = list.length; size >= 1; size = Math.floor(size / 2))
    for (let start = 0; start < list.length; start += size) yield list.toSpliced(start, size)
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object = {}
  for (const [key, value] of entries) defineKey(object, key, value)
  return object
}
