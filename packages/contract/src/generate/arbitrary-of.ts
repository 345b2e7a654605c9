import fc from 'fast-check'
import { compileSchema } from '../engine/compile-schema.ts'
import type { Schema } from '../schema.ts'
import { openPlan } from './open-plan.ts'
import { NOTHING } from './run.ts'
import { seededRandom } from './seeded-random.ts'
import { smallerValues } from './smaller-values.ts'
import { unsatisfiable } from './unsatisfiable.ts'
import { openSource } from './value-source.ts'

/**
 * A fast-check arbitrary of the values that fit a schema; it shrinks to smaller ones that fit too.
 * Throws SkillError INVALID_CONTRACT when none can be found.
 */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  const validator = compileSchema(schema)
  const plan = openPlan(schema)
  const judge = (value: unknown) => validator.isValid(value)
  const open = (seed: number) => openSource(plan, schema, { random: seededRandom(seed), judge })
  const first = open(0)
  const least = first.next('small')
  if (least === NOTHING) throw unsatisfiable(first.reason)

  class SchemaArbitrary extends fc.Arbitrary<unknown> {
    override generate(mrng: fc.Random): fc.Value<unknown> {
      // A source of its own for each value: fast-check must be able to make any of them again from its seed.
      const value = open(mrng.nextInt(0, 0x7fffffff)).next(mrng.nextInt(0, 9) === 0 ? 'large' : 'mixed')
      return new fc.Value(value === NOTHING ? structuredClone(least) : value, undefined)
    }

    override canShrinkWithoutContext(value: unknown): value is unknown {
      return judge(value)
    }

    override shrink(value: unknown): fc.Stream<fc.Value<unknown>> {
      const valid = smallerValues(value).filter(judge)
      return fc.stream(valid.map((smaller) => new fc.Value(smaller, undefined)))
    }
  }
  return new SchemaArbitrary()
}
