import { makeValue } from './make-value.ts'
import type { Plan } from './plan.ts'
import type { Mode, Run } from './run.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { countUsage, type Usage } from './usage.ts'

/** What a run may differ in. */
interface RunOptions {
  readonly random?: SeededRandom
  readonly mode?: Mode
  readonly exact?: boolean
  readonly fuel?: number
  readonly usage?: Usage
  readonly blame?: (reason: string) => void
}

/** Begins one attempt to make a value. */
export function startRun(
  plan: Plan,
  {
    random = seededRandom(0),
    mode = 'mixed',
    exact = true,
    fuel = 500,
    usage = countUsage(random),
    blame = () => {},
  }: RunOptions = {},
): Run {
  const run: Run = {
    plan,
    random,
    mode,
    exact,
    fuel,
    blame,
    make: (schemas, depth, name) => makeValue(schemas, run, depth, name),
    order: usage.order,
    use: usage.use,
  }
  return run
}
