import { hasOwn, preview } from '../json.ts'
import { fromPointer, type PathStep, toPointer } from '../pointer.ts'
import { convertValue } from './convert-value.ts'
import { editAt, putAt, splitPath, takeAt } from './edit-at.ts'
import type { MigrationStep } from './migrations-schema.ts'

/** What one step did, as reported to the caller. */
export interface AppliedStep {
  readonly op: MigrationStep['op'] | 'function'
  readonly path: string
  readonly to?: string
  /** In how many places it changed something. */
  readonly count: number
  /** What a `remove` step took away, and where it was. */
  readonly removed?: readonly { readonly path: string; readonly value: unknown }[]
}

/** Why a step was not done at one place: it would lose something. */
export interface StepProblem {
  readonly path: string
  readonly expected: string
  readonly received: unknown
}

/** What became of a value in one step; when there are problems it is the value as it was. */
export interface StepOutcome {
  readonly value: unknown
  readonly applied: AppliedStep
  readonly problems: readonly StepProblem[]
}

// A million items with the same problem are one thing to say, not a million.
const MAX_PROBLEMS = 20

/** Does one step. The value itself is never changed; where nothing is at the path, nothing happens. */
export function applyStep(step: MigrationStep, value: unknown): StepOutcome {
  const problems: StepProblem[] = []
  const removed: { path: string; value: unknown }[] = []
  let count = 0

  function stop(at: readonly PathStep[], expected: string, received: unknown): void {
    if (problems.length < MAX_PROBLEMS) problems.push({ path: toPointer(at), expected, received })
  }

  const { path, edit } = editOf(step, stop, (at, taken) => removed.push({ path: toPointer(at), value: taken }))
  const next = editAt(value, path, (item, at) => {
    const edited = edit(item, at)
    if (edited !== item) count++
    return edited
  })
  const applied: AppliedStep = {
    op: step.op,
    path: step.path,
    ...('to' in step ? { to: step.to } : {}),
    count,
    ...(removed.length > 0 ? { removed } : {}),
  }
  return { value: problems.length > 0 ? value : next, applied, problems }
}

type Edit = (item: unknown, at: readonly PathStep[]) => unknown
type Stop = (at: readonly PathStep[], expected: string, received: unknown) => void

/** Where a step works, and what it makes of each place there. */
function editOf(step: MigrationStep, stop: Stop, onRemove: Stop2): { path: readonly string[]; edit: Edit } {
  switch (step.op) {
    case 'rename':
    case 'move': {
      const from = splitPath(step.path)
      return { path: from.base, edit: moveEdit(from.inner, fromPointer(step.to).slice(from.base.length), step, stop) }
    }
    case 'set': {
      const { base, inner } = splitPath(step.path)
      return { path: base, edit: setEdit(inner, step, stop) }
    }
    case 'remove': {
      const { base, inner } = splitPath(step.path)
      return { path: base, edit: removeEdit(inner, onRemove) }
    }
    default:
      return { path: fromPointer(step.path), edit: valueEdit(step, stop) }
  }
}
