import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { openPlan } from './open-plan.ts'
import { NOTHING } from './run.ts'
import { seededRandom } from './seeded-random.ts'
import { unsatisfiable } from './unsatisfiable.ts'
import { openSource } from './value-source.ts'

/**
 * One input that a person would show as an example, always the same: the author's own examples and defaults first,
 * required properties and those with examples. Throws SkillError INVALID_CONTRACT when no value can be found.
 */
export function exampleInput(schema: Schema): unknown {
  const validator = compileSchema(schema)
  const judge = (value: unknown) => validator.isValid(value)
  const source = openSource(openPlan(schema), schema, { random: seededRandom(1), judge })
  const value = source.next('example')
  if (value === NOTHING) throw unsatisfiable(source.reason)
  return value
}
