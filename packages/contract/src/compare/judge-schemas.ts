import type { Json } from '../json.ts'
import { toPointer } from '../pointer.ts'
import type { Schema } from '../schema.ts'
import type { Bump } from '../version-bump.ts'
import { applyDifferences } from './apply-difference.ts'
import { CANNOT_TELL, sizeOf } from './compare-schemas.ts'
import { type Acceptance, type Containment, type ContainmentProver, containmentProver } from './contain-schema.ts'
import { describeDifference } from './describe-difference.ts'
import { type Direction, examineSchemas } from './examine-schemas.ts'
import { findRenames } from './find-renames.ts'
import { type ContractChange, judged } from './judge-change.ts'
import { type Difference, isAnnotation, isSilent, listDifferences } from './list-differences.ts'
import { listFields } from './list-fields.ts'

/** What a policy says about the differences of two schemas. */
export interface Policy {
  readonly direction: Direction
  /** Which callers a new field may surprise. */
  readonly newField: string
  /** Which callers a new value of an `enum` may surprise; undefined where a new value only means that more is accepted. */
  readonly newValue?: string
  /** The bump of a difference that changes no document's validity. */
  annotation(difference: Difference): Bump
}

/** Judges every difference between two draft 2020-12 schemas by a policy. */
export function judgeSchemas(before: Schema, after: Schema, policy: Policy, acceptance?: Acceptance): ContractChange[] {
  const size = sizeOf([before, after])
  if (size === undefined) return [judged('major', '', `${CANNOT_TELL}: the schema is too large to compare.`)]
  const all = listDifferences(before, after)
  if (all.length === 0) return []
  const renames = findRenames(all)
  const prover = containmentProver(acceptance)
  const tolerated = tolerate(all, before, after, policy)
  const base = applyDifferences(before, after, [...tolerated.keys()])
  const [accepting, refusing] = policy.direction === 'input' ? [before, after] : [after, before]
  const { verdict, differences } = examineSchemas(base, after, {
    direction: policy.direction,
    size,
    prover,
    accepting,
    refusing,
    differences: all.filter((difference) => !tolerated.has(difference)),
  })
  // Where each document has the same result as before, only the wording changed, however much of it.
  const isReworded = all.every((each) => isSilent(each) || tolerated.has(each)) || isSame(base, after, prover)
  // What a proof takes may grow with the square of the size. Without one, what is a patch is called minor.
  let left = Math.max(3, Math.floor(Math.min(50_000 / size, 5_000_000 / size ** 2)))

  const changes = differences.map(({ difference, verdict: own }): ContractChange => {
    const path = toPointer(difference.steps)
    const reason = describeDifference(difference, renames)
    if (own.is === 'refuted') return judged('major', path, reason, { witness: own.witness })
    if (own.is === 'unknown') return judged('major', path, `${CANNOT_TELL}: ${reason}`)
    if (isAnnotation(difference.keyword)) return judged(policy.annotation(difference), path, reason)
    const isPatch = isReworded || (left-- > 0 && isSame(base, applyDifferences(base, after, [difference]), prover))
    return judged(isPatch ? 'patch' : 'minor', path, reason)
  })
  for (const [difference, warning] of tolerated) {
    const caution = left-- > 0 && isHarmless(difference) ? undefined : warning
    changes.push(judged('minor', toPointer(difference.steps), describeDifference(difference, renames), { caution }))
  }
  if (verdict.is !== 'proved' && !changes.some(({ bump }) => bump === 'major')) changes.push(together(verdict))
  return changes

  function isHarmless(difference: Difference): boolean {
    const alone = applyDifferences(before, after, [difference])
    const [inner, outer] = policy.direction === 'input' ? [before, alone] : [alone, before]
    return prover.isWithin(inner, outer, { steps: 5000 }).is === 'proved'
  }
}

/** The differences that are minor whatever documents they affect: new fields, and in an output new values. */
function tolerate(
  all: readonly Difference[],
  before: Schema,
  after: Schema,
  { newField, newValue }: Policy,
): Map<Difference, string> {
  const tolerated = new Map<Difference, string>()
  const known = listFields(before)
  const fresh = new Set([...listFields(after)].flatMap(([place, { pointer }]) => (known.has(place) ? [] : [pointer])))
  for (const difference of all) {
    const { keyword, was, steps } = difference
    if (was !== 'added') continue
    const isField = keyword === 'properties' && difference.after !== false && fresh.has(toPointer(steps))
    if (isField) tolerated.set(difference, newField)
    else if (keyword === 'enum' && newValue !== undefined && Array.isArray(difference.before))
      tolerated.set(difference, newValue)
  }
  return tolerated
}

function isSame(a: Schema, b: Schema, prover: ContainmentProver): boolean {
  const options = { steps: 10_000 }
  return prover.isWithin(a, b, options).is === 'proved' && prover.isWithin(b, a, options).is === 'proved'
}

/** The change for a verdict that no change has alone. */
export function together(verdict: Containment): ContractChange {
  const witness: Json | undefined = verdict.is === 'refuted' ? verdict.witness : undefined
  const reason = 'Taken together, the changes break what was promised.'
  return judged('major', '', witness === undefined ? `${CANNOT_TELL}: ${reason}` : reason, { witness })
}
