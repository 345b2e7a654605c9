import { hasOwn, jsonEquals, preview } from '../json.ts'
import { fromPointer, type PathStep, toPointer } from '../pointer.ts'
import { convertValue } from './convert-value.ts'
import { editAt, putAt, splitPath, takeAt } from './edit-at.ts'
import type { ConvertTarget, MigrationStep } from './migrations-schema.ts'

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
interface StepProblem {
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
  const { path, edit } = editOf(step)
  const next = editAt(value, path, (item, at) => {
    const edited = edit(item, {
      stop(where, expected, received) {
        if (problems.length < MAX_PROBLEMS) problems.push({ path: toPointer([...at, ...where]), expected, received })
        return item
      },
      remove: (where, taken) => removed.push({ path: toPointer([...at, ...where]), value: taken }),
    })
    if (edited !== item) count++
    return edited
  })
  const to = 'to' in step ? { to: step.to } : {}
  const applied = { op: step.op, path: step.path, ...to, count, ...(removed.length > 0 ? { removed } : {}) }
  return { value: problems.length > 0 ? value : next, applied, problems }
}

/** What an edit can say; places are relative to the one it was given. */
interface Report {
  /** Says that the edit would lose something, and gives back the item as it is. */
  stop(where: readonly PathStep[], expected: string, received: unknown): unknown
  remove(where: readonly PathStep[], taken: unknown): void
}
type Edit = (item: unknown, report: Report) => unknown
type StepOf<Op extends MigrationStep['op']> = Extract<MigrationStep, { readonly op: Op }>

/** Where a step works, and what it makes of each place there. */
function editOf(step: MigrationStep): { path: readonly string[]; edit: Edit } {
  const { base, inner } = splitPath(step.path)
  switch (step.op) {
    case 'rename':
    case 'move':
      return { path: base, edit: moving(inner, fromPointer(step.to).slice(base.length), step.overwrite ?? false) }
    case 'set':
      return { path: base, edit: setting(inner, step) }
    case 'remove':
      return { path: base, edit: removing(inner) }
    case 'map':
      return { path: [...base, ...inner], edit: mapping(step) }
    case 'convert':
      return { path: [...base, ...inner], edit: converting(step) }
    case 'wrap':
      return { path: [...base, ...inner], edit: (item) => (Array.isArray(item) ? item : [item]) }
    case 'unwrap':
      return { path: [...base, ...inner], edit: unwrapping }
  }
}

function moving(from: readonly string[], to: readonly string[], overwrite: boolean): Edit {
  return (item, { stop }) => {
    const source = takeAt(item, from)
    if (source === undefined) return item
    const target = putAt(source.left, to, source.taken, { overwrite })
    if (!('obstacle' in target)) return target.left
    const { at, found, isOccupied } = target.obstacle
    return stop(at, isOccupied ? `nothing, or ${preview(source.taken)} as at the old place` : 'an object', found)
  }
}

function setting(path: readonly string[], { value, overwrite = false }: StepOf<'set'>): Edit {
  return (item, { stop }) => {
    const present = takeAt(item, path)
    if (present !== undefined && (!overwrite || jsonEquals(present.taken, value))) return item
    const target = putAt(item, path, value, { overwrite })
    return 'obstacle' in target ? stop(target.obstacle.at, 'an object', target.obstacle.found) : target.left
  }
}

function removing(path: readonly string[]): Edit {
  return (item, { remove }) => {
    const source = takeAt(item, path)
    if (source === undefined) return item
    remove(path, source.taken)
    return source.left
  }
}

function mapping({ values, otherwise = 'error' }: StepOf<'map'>): Edit {
  return (item, { stop }) => {
    // Keys of a JSON object are text, so a number or a boolean is looked up as it is written in JSON.
    const key = typeof item === 'object' && item !== null ? undefined : String(item)
    if (key !== undefined && hasOwn(values, key)) return values[key]
    if (otherwise === 'keep') return item
    return stop([], `one of ${preview(Object.keys(values), 200)}`, item)
  }
}

function converting({ to }: StepOf<'convert'>): Edit {
  return (item, { stop }) => convertValue(item, to) ?? stop([], `something that is the same as ${aTypeName(to)}`, item)
}

const unwrapping: Edit = (item, { stop }) => {
  if (!Array.isArray(item)) return item
  return item.length === 1 ? item[0] : stop([], 'an array of exactly one item', item)
}

function aTypeName(type: ConvertTarget): string {
  return type === 'integer' ? 'an integer' : `a ${type}`
}
