import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { smallerValues } from './smaller-values.ts'

/** Values tried, at most. */
const MAX_TRIES = 5000

/** The smallest value found that still fits the schema and still fails. A value that does not fail comes back as it is. */
export function shrinkFailure(schema: Schema, value: unknown, fails: (value: unknown) => boolean): unknown {
  const validator = compileSchema(schema)
  let smallest = value
  for (let tries = 0, found = fails(value); found; ) {
    found = false
    for (const candidate of smallerValues(smallest)) {
      if (tries++ >= MAX_TRIES) return smallest
      if (!validator.isValid(candidate) || !fails(candidate)) continue
      smallest = candidate
      found = true
      break
    }
  }
  return smallest
}
