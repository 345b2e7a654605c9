import type { Issue } from '../issue.ts'
import { preview } from '../json.ts'
import { toPointer } from '../pointer.ts'
import { type AppliedStep, applyStep } from './apply-step.ts'
import type { OpenMigration } from './open-migrations.ts'

/** One migration that a call went through, as reported in `metadata.migrations`. */
export interface AppliedMigration {
  readonly from: string
  readonly to: string
  /** The steps that changed something. */
  readonly steps: readonly AppliedStep[]
}

/** The result of a chain of migrations; the value is only meaningful when there are no issues. */
export interface ChainOutcome {
  readonly value: unknown
  readonly applied: readonly AppliedMigration[]
  readonly issues: readonly Issue[]
}

/** Takes a value through migrations, one after the other, and stops at the first that would lose something. */
export function runChain(chain: readonly OpenMigration[], given: unknown, action: string | undefined): ChainOutcome {
  const applied: AppliedMigration[] = []
  let value = given
  for (const migration of chain) {
    const outcome = migration.run === undefined ? runSteps(migration, value) : runFunction(migration, value, action)
    if (outcome.issues.length > 0) return { value: given, applied: [], issues: outcome.issues }
    applied.push({ from: migration.from, to: migration.to, steps: outcome.steps })
    value = outcome.value
  }
  return { value, applied, issues: [] }
}

interface Outcome {
  readonly value: unknown
  readonly steps: readonly AppliedStep[]
  readonly issues: readonly Issue[]
}

function runSteps({ from, to, pointer, steps }: OpenMigration, given: unknown): Outcome {
  const applied: AppliedStep[] = []
  let value = given
  for (const [i, step] of steps.entries()) {
    const outcome = applyStep(step, value)
    if (outcome.problems.length > 0) {
      const name = `Migration from ${from} to ${to}, step ${i + 1} (${step.op} ${step.path})`
      const issues = outcome.problems.map(({ path, expected, received }) =>
        issue({ path, schemaPath: `${pointer}${toPointer(['steps', i])}`, expected, received }, name),
      )
      return { value: given, steps: [], issues }
    }
    if (outcome.applied.count > 0) applied.push(outcome.applied)
    value = outcome.value
  }
  return { value, steps: applied, issues: [] }
}

function runFunction({ from, to, pointer, run }: OpenMigration, given: unknown, action: string | undefined): Outcome {
  try {
    const value = run?.(given, { from, to, action })
    return { value, steps: value === given ? [] : [{ op: 'function', path: '', count: 1 }], issues: [] }
  } catch (error) {
    // A function says that it cannot read an input by throwing; it never was promised a valid one.
    const expected = error instanceof Error ? error.message : preview(error)
    const name = `Migration from ${from} to ${to} (function)`
    return {
      value: given,
      steps: [],
      issues: [issue({ path: '', schemaPath: pointer, expected, received: given }, name)],
    }
  }
}

function issue(
  { path, schemaPath, expected, received }: Pick<Issue, 'path' | 'schemaPath' | 'expected'> & { received: unknown },
  name: string,
): Issue {
  const came = preview(received)
  const message = `${name}: expected ${expected} at ${path === '' ? 'the input itself' : path}, got ${came}`
  return { path, keyword: 'migrations', schemaPath, expected, received: came, message }
}
