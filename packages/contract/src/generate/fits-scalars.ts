import { codePoints } from '../engine/assertions.ts'
import { jsonTypeOf } from '../json.ts'
import { includesValue } from './known-values.ts'
import type { Kind, Shape } from './shape.ts'

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  const type = jsonTypeOf(value)
  return type === 'integer' ? 'number' : type
}

/** True when the value is of an allowed kind, within its bounds and not forbidden. Its content and its text are not checked. */
export function fitsScalars(shape: Shape, value: unknown): boolean {
  if (!shape.kinds.has(kindOf(value))) return false
  if (shape.forbidden.some((list) => includesValue(list, value))) return false
  const { number, string, array } = shape
  if (typeof value === 'number') {
    if (number.integer && !Number.isInteger(value)) return false
    return value >= number.min && value <= number.max && value > number.above && value < number.below
  }
  if (typeof value === 'string') {
    const length = codePoints(value)
    return length >= string.min && length <= string.max
  }
  if (Array.isArray(value)) return value.length >= array.min && value.length <= array.max
  return true
}
