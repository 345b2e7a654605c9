import { type Json, preview } from '../json.ts'
import { fromPointer, isBelow } from '../pointer.ts'
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
  const reported = new Set(fields.map(({ path }) => path))
  const isReported = ({ path }: ContractChange) =>
    reported.has(path) || (path.endsWith('/required') && fields.length > 0)
  const findWitness = witnessFinder(all, old, next)
  return [...fields.map((field) => withWitness(field, findWitness)), ...all.filter((change) => !isReported(change))]
}

/** Any change of what is required is major, and so is a field that no longer comes. */
function changedFields(old: Schema, next: Schema): ContractChange[] {
  const [were, are] = [listFields(old), listFields(next)]
  const changes: ContractChange[] = []
  const gone = new Set<string>()
  for (const [place, field] of were) {
    const now = are.get(place)
    if (now === undefined) {
      if (!isBelow(field.pointer, gone))
        changes.push(judged('major', field.pointer, `Field ${preview(field.name)} was removed.`))
      gone.add(field.pointer)
    } else if (now.required !== field.required) changes.push(judged('major', now.pointer, describeRequired(field, now)))
  }
  for (const [place, field] of are) {
    if (were.has(place) || field.required === '') continue
    const isInside = !hasParent(place, were)
    if (!isInside) changes.push(judged('major', field.pointer, `Field ${preview(field.name)} is new and required.`))
  }
  return changes
}

/** What is required inside a field that is new itself changes nothing for callers. */
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

type FindWitness = (change: ContractChange) => Json | undefined

function withWitness(change: ContractChange, findWitness: FindWitness): ContractChange {
  const witness = findWitness(change)
  return witness === undefined ? change : { ...change, witness }
}

// Each takes a proof; for more changed fields than this, further witnesses add nothing.
const MAX_PROOFS = 20

/** Finds a document that may come now and could not before, or the other way round, because of one very field. */
function witnessFinder(all: readonly ContractChange[], old: Schema, next: Schema): FindWitness {
  const known = new Map(all.flatMap(({ path, witness }) => (witness === undefined ? [] : [[path, witness]])))
  const required = listDifferences(old, next).filter(({ keyword }) => keyword === 'required')
  const byName = Map.groupBy(required, ({ name }) => name)
  const prover = containmentProver()
  let left = MAX_PROOFS
  return ({ path }) => {
    const guilty = byName.get(fromPointer(path).at(-1))
    if (known.has(path) || guilty === undefined || left-- <= 0) return known.get(path)
    const alone = applyDifferences(old, next, guilty)
    const wider = prover.isWithin(alone, old, { steps: 20_000, accepting: next, refusing: old })
    if (wider.is === 'refuted') return wider.witness
    const narrower = prover.isWithin(old, alone, { steps: 20_000, accepting: old, refusing: next })
    return narrower.is === 'refuted' ? narrower.witness : undefined
  }
}
