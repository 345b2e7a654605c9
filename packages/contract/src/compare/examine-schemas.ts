import { toPointer } from '../pointer.ts'
import type { Schema } from '../schema.ts'
import { applyDifferences } from './apply-difference.ts'
import { type Containment, type ContainmentProver, containmentProver } from './contain-schema.ts'
import { placeExaminer } from './examine-place.ts'
import { type Difference, isSilent, listDifferences } from './list-differences.ts'

/** Which documents must stay valid: those that callers send (`input`), or those that they understand (`output`). */
export type Direction = 'input' | 'output'

/** Two schemas compared: the verdict, and the part each difference has in it. */
export interface Examination {
  readonly verdict: Containment
  readonly differences: readonly ExaminedDifference[]
}

/** A difference, and whether it alone breaks what was promised. */
export interface ExaminedDifference {
  readonly difference: Difference
  readonly verdict: Containment
}

/** Options of examineSchemas. */
export interface ExamineOptions {
  readonly direction: Direction
  /** How many values the schemas hold: larger ones are worth more work as a whole, and less for each difference. */
  readonly size: number
  readonly prover?: ContainmentProver
  /** Only documents that this schema accepts, and that one refuses, count as witnesses; the two compared when absent. */
  readonly accepting?: Schema
  readonly refusing?: Schema
  /** What differs, where that is known already. */
  readonly differences?: readonly Difference[]
}

const PROVED: Containment = { is: 'proved' }
const UNKNOWN: Containment = { is: 'unknown' }

/** Compares two draft 2020-12 schemas, as a whole and difference by difference. */
export function examineSchemas(
  before: Schema,
  after: Schema,
  { direction, size, prover = containmentProver(), differences, ...judges }: ExamineOptions,
): Examination {
  const isInput = direction === 'input'
  const [inner, outer] = isInput ? [before, after] : [after, before]
  const { accepting = inner, refusing = outer } = judges
  const all = differences ?? listDifferences(before, after)
  const telling = all.filter((difference) => !isSilent(difference))
  // What only describes changes no document's validity, however large and recursive the schema is.
  if (telling.length === 0)
    return { verdict: PROVED, differences: all.map((difference) => ({ difference, verdict: PROVED })) }
  const places = placeExaminer({ inner, outer, isInput, prover, accepting, refusing })
  const local = new Map<Difference, Containment>()
  // Of a large schema the whole is a hard question, and each of its differences mostly an easy one.
  if (size > MAX_WHOLE) for (const steps of LOCAL_STEPS) examinePlaces(steps)
  const verdict = wholeVerdict()
  const guilty =
    verdict.is === 'refuted' ? suspects(telling, prover.refusals(refusing, verdict.witness), direction) : new Set()
  let left = Math.max(2, Math.min(150, Math.floor(100_000 / size)))
  return { verdict, differences: all.map((difference) => ({ difference, verdict: examine(difference) })) }

  function wholeVerdict(): Containment {
    const answers = [...local.values()]
    const broken = answers.find(({ is }) => is === 'refuted')
    if (broken) return broken
    if (answers.length === telling.length && answers.every(({ is }) => is === 'proved')) return PROVED
    return prover.isWithin(inner, outer, { steps: 40_000 + 8 * size, accepting, refusing })
  }

  function examine(difference: Difference): Containment {
    if (verdict.is === 'proved' || isSilent(difference)) return PROVED
    const known = local.get(difference)
    if (known && known.is !== 'unknown') return known
    if (telling.length === 1 || guilty.has(difference)) return verdict
    const answer = left-- > 0 ? examineWhole(difference) : UNKNOWN
    return answer.is === 'unknown' && !known ? places.examine(difference, WHOLE_STEPS) : answer
  }

  /** Judges the differences that have no verdict yet by the schemas that they stand in. */
  function examinePlaces(steps: number): void {
    for (const difference of telling) {
      if ((local.get(difference) ?? UNKNOWN).is === 'unknown') local.set(difference, places.examine(difference, steps))
    }
  }

  function examineWhole(difference: Difference): Containment {
    const options = { steps: (40_000 + 8 * size) / 4, accepting, refusing }
    const alone = applyDifferences(before, after, [difference])
    const first = isInput ? prover.isWithin(before, alone, options) : prover.isWithin(alone, before, options)
    if (first.is === 'refuted' || telling.length > 50) return first
    // Alone it may be hidden by another change; what if it were the only one that had not happened?
    const others = applyDifferences(
      before,
      after,
      all.filter((other) => other !== difference),
    )
    const second = isInput ? prover.isWithin(others, after, options) : prover.isWithin(after, others, options)
    return second.is === 'proved' ? first : second
  }
}

/** The steps for one difference where it stands: few for each first, so that hard ones do not use up the budget of all. */
const LOCAL_STEPS = [500, 4_000]
const WHOLE_STEPS = 4_000
/** Schemas of so many values are compared as a whole first. */
const MAX_WHOLE = 400

/** The differences at the very keywords that refuse the witness; not where two of them share a keyword. */
function suspects(telling: readonly Difference[], refusals: readonly string[], direction: Direction): Set<Difference> {
  // More values accept more: that is nothing to suspect in an input, and fewer values nothing in an output.
  const harmless = direction === 'input' ? 'added' : 'removed'
  const byPath = Map.groupBy(
    telling.filter(({ keyword, was, before, after }) => {
      return keyword !== 'enum' || was !== harmless || !Array.isArray(before) || !Array.isArray(after)
    }),
    ({ steps }) => toPointer(steps),
  )
  return new Set(
    refusals.flatMap((path) => {
      const here = byPath.get(path) ?? []
      return here.length === 1 ? here : []
    }),
  )
}
