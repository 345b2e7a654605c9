import type { CharSet } from './char-set.ts'
import type { Pattern } from './parse-pattern.ts'

/**
 * True when whatever matches `inner` plainly matches `outer`, seen by their shapes alone: the same parts in the same order with
 * wider counts and more characters. False when that is not plain. Counts are compared, not counted out, so that
 * `{1,1000}` costs no more than `+`.
 */
export function coversPattern(outer: Pattern, inner: Pattern): boolean {
  if (inner.is === 'either') return inner.parts.every((part) => coversPattern(outer, part))
  if (outer.is === 'either') return outer.parts.some((part) => coversPattern(part, inner))
  if (inner.is === 'sequence' || outer.is === 'sequence') return coversSequence(partsOf(outer), partsOf(inner))
  if (outer.is === 'repeat') return coversRepeat(outer, inner)
  if (outer.is === 'chars') return inner.is === 'chars' && isSubset(inner.set, outer.set)
  return outer.is === inner.is && outer.is !== 'ahead'
}

type Repeat = Extract<Pattern, { is: 'repeat' }>

function partsOf(pattern: Pattern): readonly Pattern[] {
  return pattern.is === 'sequence' ? pattern.parts.flatMap(partsOf) : [pattern]
}

function coversSequence(outer: readonly Pattern[], inner: readonly Pattern[]): boolean {
  if (outer.length === inner.length && inner.length > 1)
    return outer.every((part, i) => coversPattern(part, inner[i] ?? part))
  const edges = [outer, inner].map((parts) => [parts[0]?.is === 'start', parts.at(-1)?.is === 'end'])
  const [hasStart, hasEnd] = edges[0] ?? []
  if (hasStart !== edges[1]?.[0] || hasEnd !== edges[1]?.[1]) return false
  const [wide, narrow] = [outer, inner].map((parts) => parts.slice(Number(hasStart), parts.length - Number(hasEnd)))
  const [only, another] = wide ?? []
  return only?.is === 'repeat' && another === undefined && narrow !== undefined && coversAll(only, narrow)
}

function coversRepeat(outer: Repeat, inner: Pattern): boolean {
  const { body, min, max } = inner.is === 'repeat' ? inner : { body: inner, min: 1, max: 1 }
  if (outer.min <= min && max <= outer.max && coversPattern(outer.body, body)) return true
  return coversAll(outer, [inner])
}

/** True for a repeated character that all characters of the parts are among, with a count that their lengths are within. */
function coversAll({ body, min, max }: Repeat, parts: readonly Pattern[]): boolean {
  if (body.is !== 'chars') return false
  const sizes = parts.map((part) => sizeWithin(part, body.set))
  let [least, most] = [0, 0]
  for (const size of sizes) {
    if (!size) return false
    least += size.min
    most += size.max
  }
  return min <= least && most <= max
}

/** How many characters a pattern takes, when all are in the set; undefined when one is not, or it depends on where it stands. */
function sizeWithin(pattern: Pattern, set: CharSet): { min: number; max: number } | undefined {
  if (pattern.is === 'chars') return isSubset(pattern.set, set) ? { min: 1, max: 1 } : undefined
  if (pattern.is === 'repeat') {
    const size = sizeWithin(pattern.body, set)
    // Endlessly many of nothing are nothing.
    return size && { min: size.min * pattern.min, max: size.max === 0 ? 0 : size.max * pattern.max }
  }
  if (pattern.is !== 'sequence' && pattern.is !== 'either') return undefined
  const sizes = pattern.parts.map((part) => sizeWithin(part, set))
  const isSequence = pattern.is === 'sequence'
  let [min, max] = [isSequence ? 0 : Number.POSITIVE_INFINITY, 0]
  for (const size of sizes) {
    if (!size) return undefined
    min = isSequence ? min + size.min : Math.min(min, size.min)
    max = isSequence ? max + size.max : Math.max(max, size.max)
  }
  return { min, max }
}

/** Ranges neither overlap nor touch, so that a range is inside one of them or not at all. */
function isSubset(inner: CharSet, outer: CharSet): boolean {
  return inner.every(([from, to]) => outer.some(([first, last]) => first <= from && to <= last))
}
