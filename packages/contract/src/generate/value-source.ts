import type { Schema } from '../schema.ts'
import type { Plan } from './plan.ts'
import { type Mode, NOTHING } from './run.ts'
import type { SeededRandom } from './seeded-random.ts'
import { startRun } from './start-run.ts'
import { countUsage } from './usage.ts'

/** Attempts at one value. */
const ATTEMPTS = 24
/** Steps of one attempt, and of all attempts at one value. */
const ATTEMPT_FUEL = 4000
const VALUE_FUEL = 16_000

/** Gives one value after the other, each judged right. */
interface ValueSource {
  /** The next value, or NOTHING when none was found with bounded effort. */
  next(mode?: Mode): unknown
  /** Why there was nothing. */
  readonly reason: string
}

/** Options of openSource. */
interface SourceOptions {
  readonly random: SeededRandom
  /** Has the last word on a value. */
  readonly judge: (value: unknown) => boolean
  readonly attempts?: number
  /** Steps for one value, all attempts together. */
  readonly fuel?: number
  /** Steps that several sources share; each takes from it what it uses. */
  readonly budget?: Budget
}

/** Steps that are left. */
export interface Budget {
  left: number
}

/** Opens a source of values that fit the schema and that `judge` accepts. */
export function openSource(
  plan: Plan,
  schema: Schema,
  { random, judge, attempts = ATTEMPTS, fuel = VALUE_FUEL, budget = { left: Infinity } }: SourceOptions,
): ValueSource {
  const usage = countUsage(random)
  let reason: string | undefined
  return {
    get reason() {
      return reason ?? 'every value made was refused by the validator'
    },
    next(mode = 'mixed') {
      if (plan.heightOf(schema) === Infinity) {
        reason = 'it has a part that nothing fits, or a recursion without an end'
        return NOTHING
      }
      let left = Math.min(fuel, budget.left)
      for (let attempt = 0; attempt < attempts && left > 0; attempt++) {
        const share = Math.min(left, ATTEMPT_FUEL)
        const blame = (why: string) => {
          reason = why
        }
        const run = startRun(plan, {
          random,
          usage,
          blame,
          fuel: share,
          mode: modeOf(mode, attempt),
          exact: attempt % 2 === 1,
        })
        const value = run.make([schema], 0)
        const used = share - Math.max(0, run.fuel)
        left -= used
        budget.left -= used
        if (run.fuel <= 0) reason ??= 'it asks for a larger value than we make'
        if (value !== NOTHING && judge(value)) return value
      }
      return NOTHING
    },
  }
}

/** The wanted mode first; then what is easier. */
function modeOf(wanted: Mode, attempt: number): Mode {
  if (attempt < 2) return wanted
  return attempt % 4 < 2 ? 'mixed' : 'small'
}
