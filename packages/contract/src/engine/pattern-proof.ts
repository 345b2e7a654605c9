import type { CodePointRange, PatternChars, PatternNode } from './pattern-syntax.ts'

/** More places than this and the pattern counts as not proved. */
const MAX_PLACES = 300
/** A counted repeat above this is treated as unbounded, which can only add paths. */
const MAX_UNROLLED = 70
/** So many half-finished matches may be open after any text. */
const MAX_OPEN_PATHS = 24
/** Steps the proof itself may take for each character of the pattern; real patterns need fewer than 25. */
const STEPS_PER_CHARACTER = 40
const LEAST_STEPS = 1_000

/**
 * True when a backtracking engine provably needs time linear in the text. The proof follows every text at once: it
 * walks all reachable combinations of half-finished matches and gives up when a combination holds too many. `length` is
 * that of the pattern's source and bounds the work.
 */
export function isProvedLinear(pattern: PatternNode, length: number): boolean {
  const maxSteps = LEAST_STEPS + length * STEPS_PER_CHARACTER
  try {
    const { anchored, looks, rest } = splitStart(pattern)
    return looks.every((look) => hasFewPaths(look, true, maxSteps)) && hasFewPaths(rest, anchored, maxSteps)
  } catch (thrown) {
    if (thrown instanceof NotProved || thrown instanceof RangeError) return false
    throw thrown
  }
}

class NotProved extends Error {}

/** What stands before the first character of an anchored pattern is matched once, so a look-ahead there may be long. */
function splitStart(pattern: PatternNode): { anchored: boolean; looks: PatternNode[]; rest: PatternNode } {
  if (pattern.kind === 'choice')
    return { anchored: pattern.parts.every((p) => splitStart(p).anchored), looks: [], rest: pattern }
  if (pattern.kind !== 'sequence') return { anchored: false, looks: [], rest: pattern }
  let at = 0
  let anchored = false
  const looks: PatternNode[] = []
  for (; at < pattern.parts.length; at++) {
    const part = pattern.parts[at]
    if (part?.kind === 'edge') anchored ||= part.edge === '^'
    else if (part?.kind === 'look') looks.push(part.body)
    else break
  }
  const first = pattern.parts[at]
  if (!anchored && first && first.kind !== 'repeat' && looks.length === 0) anchored = splitStart(first).anchored
  return anchored
    ? { anchored, looks, rest: { kind: 'sequence', parts: pattern.parts.slice(at) } }
    : { anchored, looks: [], rest: pattern }
}

/** A piece of the pattern: where a match of it can start and end, in how many ways, and in how many ways it is empty. */
interface Piece {
  readonly first: Ways
  readonly last: Ways
  readonly empty: number
}
type Ways = ReadonlyMap<number, number>

function hasFewPaths(pattern: PatternNode, anchored: boolean, maxSteps: number): boolean {
  let steps = 0
  const places: PatternChars[] = []
  const next: Map<number, number>[] = []
  const start = build(pattern)
  const alphabet = letters(places, maxSteps)

  // The search for a start is itself a path that never ends, unless the pattern is anchored.
  const pending = step(start.first)
  const seen = new Set<string>()
  for (let open = pending.pop(); open; open = pending.pop()) {
    const key = [...open].sort((a, b) => a[0] - b[0]).join(';')
    if (seen.has(key)) continue
    seen.add(key)
    let total = 0
    for (const ways of open.values()) total += ways
    if (total > MAX_OPEN_PATHS) return false
    const following = new Map<number, number>()
    for (const [place, ways] of open) addWays(following, next[place] ?? new Map(), ways)
    if (!anchored) addWays(following, start.first, 1)
    pending.push(...step(following))
  }
  return true

  function step(following: Ways): Map<number, number>[] {
    const results: Map<number, number>[] = []
    for (const members of alphabet) {
      const open = new Map<number, number>()
      for (const [place, ways] of following) if (members[place]) open.set(place, ways)
      steps += following.size + 1
      if (steps > maxSteps) throw new NotProved()
      if (open.size > 0) results.push(open)
    }
    return results
  }

  function build(node: PatternNode): Piece {
    switch (node.kind) {
      case 'chars': {
        if (places.length >= MAX_PLACES) throw new NotProved()
        const place = places.push(node) - 1
        next.push(new Map())
        return { first: new Map([[place, 1]]), last: new Map([[place, 1]]), empty: 0 }
      }
      case 'sequence':
        return node.parts.map(build).reduce(join, NOTHING)
      case 'choice':
        return node.parts.map(build).reduce(either)
      case 'repeat':
        return repeat(node.body, node.min, node.max)
      case 'edge':
        return NOTHING
      case 'look':
        // Met again and again, so its own length must have a bound.
        if (!isBounded(node.body) || !hasFewPaths(node.body, true, maxSteps)) throw new NotProved()
        return NOTHING
      case 'beyond':
        throw new NotProved()
    }
  }

  function repeat(body: PatternNode, min: number, max: number): Piece {
    if (max === 0) return NOTHING
    if (Math.max(min, Number.isFinite(max) ? max : 0) > MAX_UNROLLED) return loop(build(body))
    let tail = max === Number.POSITIVE_INFINITY ? loop(build(body)) : NOTHING
    // Unrolled from the end: x{1,3} is x(x(x)?)?.
    if (Number.isFinite(max)) for (let i = min; i < max; i++) tail = optional(join(build(body), tail))
    for (let i = 0; i < min; i++) tail = join(build(body), tail)
    return tail
  }

  function loop(body: Piece): Piece {
    connect(body, body)
    return optional(body)
  }

  function join(a: Piece, b: Piece): Piece {
    connect(a, b)
    const first = new Map(a.first)
    const last = new Map(b.last)
    if (a.empty > 0) addWays(first, b.first, a.empty)
    if (b.empty > 0) addWays(last, a.last, b.empty)
    return { first, last, empty: fewWays(a.empty * b.empty) }
  }

  function connect(a: Piece, b: Piece): void {
    for (const [place, ways] of a.last) {
      steps += b.first.size
      if (steps > maxSteps) throw new NotProved()
      const following = next[place]
      if (following) addWays(following, b.first, ways)
    }
  }
}

const NOTHING: Piece = { first: new Map(), last: new Map(), empty: 1 }

function either(a: Piece, b: Piece): Piece {
  const first = new Map(a.first)
  const last = new Map(a.last)
  addWays(first, b.first, 1)
  addWays(last, b.last, 1)
  return { first, last, empty: fewWays(a.empty + b.empty) }
}

function optional(body: Piece): Piece {
  return { first: body.first, last: body.last, empty: fewWays(body.empty + 1) }
}

/** Ways to match nothing cost time too, though no character tells of them. */
function fewWays(ways: number): number {
  if (ways > MAX_OPEN_PATHS) throw new NotProved()
  return ways
}

function addWays(into: Map<number, number>, from: Ways, times: number): void {
  for (const [place, ways] of from) into.set(place, Math.min((into.get(place) ?? 0) + ways * times, MAX_OPEN_PATHS + 1))
}

function isBounded(node: PatternNode): boolean {
  if (node.kind === 'repeat') return Number.isFinite(node.max) && isBounded(node.body)
  if (node.kind === 'sequence' || node.kind === 'choice') return node.parts.every(isBounded)
  return node.kind === 'look' ? isBounded(node.body) : true
}

/** The kinds of letters the pattern can tell apart, each as the list of places that take it. */
function letters(places: readonly PatternChars[], maxSteps: number): boolean[][] {
  const borders = new Set<number>([0])
  for (const { ranges } of new Set(places)) {
    for (const [first, last] of ranges) borders.add(first).add(last + 1)
  }
  if (borders.size * places.length > maxSteps) throw new NotProved()
  const kinds = new Map<string, boolean[]>()
  for (const border of borders) {
    const members = places.map((place) => takes(place, border))
    kinds.set(members.map(Number).join(''), members)
  }
  return [...kinds.values()]
}

/** A Unicode property counts as taking everything: that can only add paths. */
function takes(place: PatternChars, codePoint: number): boolean {
  return (
    place.properties.length > 0 ||
    place.ranges.some(([first, last]: CodePointRange) => first <= codePoint && codePoint <= last)
  )
}
