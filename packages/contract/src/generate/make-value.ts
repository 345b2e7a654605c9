import type { Schema } from '../schema.ts'
import { fitsScalars } from './fits-scalars.ts'
import { makeArray } from './make-array.ts'
import { makeNumber } from './make-number.ts'
import { makeObject } from './make-object.ts'
import { makeString } from './make-string.ts'
import { HARD_DEPTH, NOTHING, type Run, SOFT_DEPTH } from './run.ts'
import { KINDS, type Kind, type Shape } from './shape.ts'
import { solveShape } from './solve-shape.ts'

/** How often the schemas are solved anew when no value could be made of a solution. */
const TRIES = 3
/** Longer lists of values are drawn from at random rather than in turn. */
const MAX_COUNTED = 500

/** A value that fits all the schemas, or NOTHING. Whether it fits in every respect is for a validator to say. */
export function makeValue(schemas: readonly Schema[], run: Run, depth: number, name?: string): unknown {
  if (depth > HARD_DEPTH) {
    run.blame(`the schema asks for more than ${HARD_DEPTH} levels, or for endless ones`)
    run.fuel = 0
  }
  for (let attempt = 0; attempt < TRIES && run.fuel-- > 0; attempt++) {
    const shape = solveShape(schemas, run, depth)
    if (!shape) {
      if (run.fuel > 0) run.blame('its rules contradict each other')
      return NOTHING
    }
    const value = fromShape(shape, run, depth, name)
    if (value !== NOTHING) return value
  }
  return NOTHING
}

function fromShape(shape: Shape, run: Run, depth: number, name: string | undefined): unknown {
  if (shape.values) return fromList(shape.values, run)
  const suggested = shape.suggestions.filter((value) => fitsScalars(shape, value))
  if (suggested.length > 0 && (run.mode === 'example' || (run.mode === 'mixed' && run.random.chance(0.15))))
    return run.mode === 'example' ? structuredClone(suggested[0]) : fromList(suggested, run)
  for (const kind of orderKinds(shape, run, depth)) {
    const value = fromKind(kind, shape, run, depth, name)
    if (value !== NOTHING && (kind === 'number' || kind === 'string' || fitsScalars(shape, value))) return value
  }
  return NOTHING
}

function fromList(values: readonly unknown[], run: Run): unknown {
  if (run.mode === 'example') return structuredClone(values[0])
  const isCounted = values.length <= MAX_COUNTED
  const index = isCounted ? (run.order(values, values.length)[0] ?? 0) : run.random.int(0, values.length - 1)
  if (isCounted) run.use(values, index)
  return structuredClone(values[index])
}

function fromKind(kind: Kind, shape: Shape, run: Run, depth: number, name: string | undefined): unknown {
  switch (kind) {
    case 'null':
      return null
    case 'boolean': {
      const both = run.random.chance(0.5) ? [true, false] : [false, true]
      return both.find((value) => fitsScalars(shape, value)) ?? NOTHING
    }
    case 'number':
      return makeNumber(shape, run)
    case 'string':
      return makeString(shape, run, name)
    case 'array':
      return makeArray(shape, run, depth)
    case 'object':
      return makeObject(shape, run, depth)
  }
}

/** Mostly the kinds that the schema says something about; deep inside, those with nothing in them. */
function orderKinds(shape: Shape, { random, mode }: Run, depth: number): Kind[] {
  const allowed = KINDS.filter((kind) => shape.kinds.has(kind))
  if (allowed.length === 1) return allowed
  if (depth > SOFT_DEPTH) return allowed.reverse()
  const shuffled = mode === 'example' ? allowed : random.shuffled(allowed)
  if (mode !== 'example' && random.chance(0.2)) return shuffled
  const mentioned = shuffled.filter((kind) => isMentioned(shape, kind))
  return [...new Set([...mentioned, ...shuffled])]
}

function isMentioned({ number, string, array, object }: Shape, kind: Kind): boolean {
  switch (kind) {
    case 'number':
      return number.min > -Infinity || number.max < Infinity || number.multiples.length > 0
    case 'string':
      return string.min > 0 || string.max < Infinity || string.patterns.length + string.formats.length > 0
    case 'array':
      return array.min > 0 || array.max < Infinity || array.rules.length + array.contains.length > 0
    case 'object':
      return object.min > 0 || object.rules.length + object.required.size + object.names.length > 0
    default:
      return false
  }
}
