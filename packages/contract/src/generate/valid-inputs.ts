import { canonicalKey } from '../canonical-key.ts'
import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { openPlan } from './open-plan.ts'
import { type Mode, NOTHING } from './run.ts'
import { seededRandom } from './seeded-random.ts'
import { unsatisfiable } from './unsatisfiable.ts'
import { openSource } from './value-source.ts'

/** Options of generation: the same seed gives the same values, on every machine. */
export interface GenerateOptions {
  readonly seed?: number
  readonly count?: number
}

/** Values in a row that were there before, until we believe that there are no others. */
const MAX_REPEATS = 30

/**
 * Values that fit a schema, all different: the least one, the fullest one, then others, edges of what is allowed first of all.
 * Fewer than `count` when the schema has no more. Throws SkillError INVALID_CONTRACT when none can be found.
 */
export function validInputs(schema: Schema, { seed = 0, count = 10 }: GenerateOptions = {}): unknown[] {
  const validator = compileSchema(schema)
  const source = openSource(openPlan(schema), schema, {
    random: seededRandom(seed),
    judge: (value) => validator.isValid(value),
  })
  const values = new Map<string, unknown>()
  for (let made = 0, repeats = 0; values.size < count && repeats < MAX_REPEATS; made++) {
    const value = source.next(FIRST_MODES[made])
    const key = value === NOTHING ? undefined : canonicalKey(value)
    if (key === undefined && values.size === 0) throw unsatisfiable(source.reason)
    if (key === undefined || values.has(key)) repeats++
    else {
      values.set(key, value)
      repeats = 0
    }
  }
  return [...values.values()]
}

const FIRST_MODES: readonly Mode[] = ['small', 'large']
