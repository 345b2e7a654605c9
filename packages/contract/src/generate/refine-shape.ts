import { hasOwn } from '../json.ts'
import { fitsScalars, kindOf } from './fits-scalars.ts'
import type { Kind, Shape } from './shape.ts'

/** Drops the kinds and values that contradict the rest of the shape; false when nothing is left. */
export function refineShape(shape: Shape): boolean {
  for (const kind of shape.kinds) if (isImpossible(shape, kind)) shape.kinds.delete(kind)
  if (shape.values && shape.kinds.size > 0) {
    const { values, kinds } = shape
    const left = values.filter((value) => kinds.has(kindOf(value)) && fitsScalars(shape, value))
    // The list itself is kept when nothing falls out of it: which of its entries were used is counted by list.
    if (left.length < values.length) shape.values = left
    if (left.length === 0) shape.kinds.clear()
  }
  return shape.kinds.size > 0
}

function isImpossible(shape: Shape, kind: Kind): boolean {
  const { number, string, array, object } = shape
  switch (kind) {
    case 'number': {
      const least = Math.max(number.min, number.above)
      const most = Math.min(number.max, number.below)
      const openEnds = number.above >= number.min || number.below <= number.max
      if (least > most || (least === most && openEnds)) return true
      return number.integer && number.notMultiples.includes(1)
    }
    case 'string':
      return string.min > string.max
    case 'array': {
      for (const rule of array.rules) {
        const shut = rule.prefix.indexOf(false)
        if (shut >= 0) array.max = Math.min(array.max, shut)
        else if (rule.rest === false) array.max = Math.min(array.max, rule.prefix.length)
      }
      return array.min > array.max || (array.unique && array.repeated)
    }
    case 'object': {
      if (object.min > object.max || object.required.size > object.max) return true
      for (const { properties } of object.rules)
        for (const key of object.required) if (hasOwn(properties, key) && properties[key] === false) return true
      return false
    }
    default:
      return false
  }
}
