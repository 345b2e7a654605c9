import { preview } from '../json.ts'
import { fromPointer } from '../pointer.ts'
import type { Schema } from '../schema.ts'
import { upgradeSchema } from '../upgrade-schema.ts'
import { applyDifferences } from './apply-difference.ts'
import { containmentProver } from './contain-schema.ts'
import { type ContractChange, judged } from './judge-change.ts'
import { judgeSchemas, type Policy } from './judge-schemas.ts'
import { listDifferences } from './list-differences.ts'
import { type Field, listFields } from './list-fields.ts'

const POLICY: Policy = {
  direction: 'output',
  newField: 'Callers that refuse fields they do not know will refuse the answer.',
  newValue: 'Callers that only expect the values they know may stumble over a new one.',
  annotation: () => 'patch',
}

/** Judges what became of an action's output (document A 31.5): callers must still understand what comes. */
export function judgeOutput(before: Schema, after: Schema): ContractChange[] {
  const [old, next] = [upgradeSchema(before), upgradeSchema(after)]
  const all = judgeSchemas(old, next, POLICY)
  const fields = changedFields(old, next)
  const told = new Set(fields.map(({ path }) => path))
  const isTold = ({ path }: ContractChange) => told.has(path) || (path.endsWith('/required') && fields.length > 0)
  return [...fields.map((field) => withWitness(field, all, old, next)), ...all.filter((change) => !isTold(change))]
}

/** Any change of what is required is major, and so is a field that no longer comes. */
function changedFields(old: Schema, next: Schema): ContractChange[] {
  const [were, are] = [listFields(old), listFields(next)]
  const changes: ContractChange[] = []
  for (const [place, field] of were) {
    const now = are.get(place)
    if (now === undefined) {
      const isInside = changes.some(({ path }) => field.pointer.startsWith(`${path}/`))
      if (!isInside) changes.push(judged('major', field.pointer, `Field ${preview(field.name)} was removed.`))
    } else if (now.required !== field.required) changes.push(judged('major', now.pointer, describeRequired(field, now)))
  }
  for (const [place, field] of are) {
    if (were.has(place) || field.required === '') continue
    const isInside = !hasParent(place, were)
    if (!isInside) changes.push(judged('major', field.pointer, `Field ${preview(field.name)} is new and required.`))
  }
  return changes
}

/** What is required inside a field that is new itself changes nothing for anybody. */
function hasParent(place: string, fields: ReadonlyMap<string, Field>): boolean {
  const parents = place.split('/').slice(0, -1)
  for (let i = parents.length; i > 1; i--) {
    if (parents[i - 1] !== '*') return fields.has(parents.slice(0, i).join('/'))
  }
  return true
}

function describeRequired({ name, required: was }: Field, { required: is }: Field): string {
  if (is === 'always') return `Field ${preview(name)} is now required.`
  if (is === '') return `Field ${preview(name)} is no longer required.`
  return `Field ${preview(name)} was required ${was === '' ? 'nowhere' : was} and now is ${is}.`
}

/** A document that may come now and could not before, or the other way round, because of this very field. */
function withWitness(
  change: ContractChange,
  all: readonly ContractChange[],
  old: Schema,
  next: Schema,
): ContractChange {
  const known = all.find(({ path, witness }) => path === change.path && witness !== undefined)?.witness
  if (known !== undefined) return { ...change, witness: known }
  const name = fromPointer(change.path).at(-1)
  const guilty = listDifferences(old, next).filter((other) => other.keyword === 'required' && other.name === name)
  if (guilty.length === 0) return change
  const alone = applyDifferences(old, next, guilty)
  const prover = containmentProver()
  const wider = prover.isWithin(alone, old, { steps: 20_000, accepting: next, refusing: old })
  if (wider.is === 'refuted') return { ...change, witness: wider.witness }
  const narrower = prover.isWithin(old, alone, { steps: 20_000, accepting: old, refusing: next })
  return narrower.is === 'refuted' ? { ...change, witness: narrower.witness } : change
}
