import { preview } from '../json.ts'
import { toPointer } from '../pointer.ts'
import type { Schema } from '../schema.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { describeDifference } from './describe-difference.ts'
import { withFilledDefaults } from './filled-defaults.ts'
import { type ContractChange, judged } from './judge-change.ts'
import { judgeSchemas, type Policy } from './judge-schemas.ts'
import { type Difference, listDifferences } from './list-differences.ts'
import { listFields } from './list-fields.ts'

const POLICY: Policy = {
  direction: 'input',
  newField: 'Callers that already sent something else under this name are refused.',
  // A default is what callers that leave the parameter out get: another one changes what the skill does for them.
  annotation: ({ keyword }) => (keyword === 'default' ? 'minor' : 'patch'),
}

/** Judges what became of an action's input (document A 31.5): what callers send must still be accepted. */
export function judgeInput(before: Schema, after: Schema): ContractChange[] {
  const [old, next] = [upgradeSchema(before), upgradeSchema(after)]
  const written = listDifferences(old, next)
  const [sent, accepted] = [withFilledDefaults(old), withFilledDefaults(next)]
  const removed = removedParameters(old, next, written)
  const gone = new Set(removed.map(({ path }) => path))
  const filled = new Set(filledRequired(written, listDifferences(sent, accepted)))
  const changes = judgeSchemas(sent, accepted, POLICY)
  return [
    ...removed.map((change) => withWitness(change, changes)),
    ...changes.filter(({ path }) => !gone.has(path)).map((change) => sayFilled(change, filled)),
    ...[...filled].flatMap((difference) => requiredWithDefault(difference, written)),
  ]
}

/** Removing or renaming a parameter is major, also where the object still takes anything under that name. */
function removedParameters(old: Schema, next: Schema, written: readonly Difference[]): ContractChange[] {
  const now = listFields(next)
  const removed: ContractChange[] = []
  for (const [place, { name, pointer }] of listFields(old)) {
    const isGone = !now.has(place) && !removed.some(({ path }) => pointer.startsWith(`${path}/`))
    if (!isGone || !pointer.includes('/properties/')) continue
    const difference = written.find(({ steps, was }) => was === 'removed' && toPointer(steps) === pointer)
    const reason = difference ? describeDifference(difference, written) : `Property ${preview(name)} was removed.`
    removed.push(judged('major', pointer, reason))
  }
  return removed
}

function withWitness(change: ContractChange, changes: readonly ContractChange[]): ContractChange {
  const witness = changes.find(({ path }) => path === change.path)?.witness
  return witness === undefined ? change : { ...change, witness }
}

/** Changes of `required` that a default makes good. */
function filledRequired(written: readonly Difference[], effective: readonly Difference[]): Difference[] {
  return written.filter(({ keyword, name, was, steps }) => {
    if (keyword !== 'required') return false
    const path = toPointer(steps)
    return !effective.some((other) => other.name === name && other.was === was && toPointer(other.steps) === path)
  })
}

function requiredWithDefault(difference: Difference, written: readonly Difference[]): ContractChange[] {
  const { name = '', was, steps } = difference
  const property = toPointer([...steps.slice(0, -1), 'properties', name])
  const isNew = written.some((other) => other.was === 'added' && toPointer(other.steps) === property)
  if (isNew) return []
  const reason = `${preview(name)} is ${was === 'added' ? 'now' : 'no longer'} required; a default is filled in where it is absent.`
  return [judged(was === 'added' ? 'minor' : 'patch', toPointer(steps), reason)]
}

function sayFilled(change: ContractChange, filled: ReadonlySet<Difference>): ContractChange {
  const isFilled = [...filled].some(({ name = '', was, steps }) => {
    return was === 'added' && change.path === toPointer([...steps.slice(0, -1), 'properties', name])
  })
  return isFilled
    ? { ...change, reason: `${change.reason} It is required, and its default is filled in where it is absent.` }
    : change
}
