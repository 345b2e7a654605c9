import { isDeepStrictEqual } from 'node:util'
import { openSchema, type SchemaChecker, type SchemaObject } from '@skillwright/contract'
import { coercionMistakes, type Mistake } from './coercion-mistakes.ts'
import { type Measure, measure } from './measure.ts'

interface Tally {
  total: number
  right: number
  wrong: number
  refused: number
  suggested: number
}

/** How many mistakes are repaired as they were meant, how many otherwise, and how often the refusal of the rest says what was meant. */
export function coercionQuality(): Measure[] {
  const mistakes = coercionMistakes()
  if (mistakes.length === 0) return []
  const kinds = [...new Set(mistakes.map(({ kind }) => kind))]
  return kinds.flatMap((kind) =>
    measureKind(
      kind,
      mistakes.filter((mistake) => mistake.kind === kind),
    ),
  )
}

function measureKind(kind: string, mistakes: readonly Mistake[]): Measure[] {
  const halves = { tuned: newTally(), judged: newTally() }
  for (const mistake of mistakes) count(halves[mistake.half], mistake)
  const { tuned, judged } = halves
  const isRefused = mistakes.every(({ isAmbiguous }) => isAmbiguous)
  const value = (tally: Tally) =>
    percent(isRefused ? tally.suggested : tally.right, isRefused ? tally.refused : tally.total)
  const figures = [tuned, judged].map((tally) => `${value(tally).toFixed(0)} % of ${tally.total}, ${tally.wrong} false`)
  return [
    measure({
      name: `coercion: ${kind}${isRefused ? ', suggested' : ', repaired'}`,
      value: value(judged),
      unit: '%',
      baseline: `all that was meant (tuned half ${figures[0]}; judged half ${figures[1]})`,
      better: 'higher',
      target: 90,
    }),
    measure({
      name: `coercion: ${kind}, false repairs`,
      value: tuned.wrong + judged.wrong,
      unit: 'mistakes',
      baseline: 'none',
      better: 'lower',
      target: 0,
    }),
  ]
}

function count(tally: Tally, { schema, sent, meant, isAmbiguous, told }: Mistake): void {
  const { ok, value, issues } = checkerOf(schema).check(sent)
  tally.total++
  if (!ok) {
    tally.refused++
    if (issues.some(({ suggestion }) => suggestion?.includes(told))) tally.suggested++
  } else if (!isAmbiguous && isMeant(value, meant)) tally.right++
  else tally.wrong++
}

/** True when the value is what was meant, with perhaps its defaults. */
function isMeant(value: unknown, meant: unknown): boolean {
  if (typeof value !== 'object' || typeof meant !== 'object' || value === null || meant === null) return value === meant
  if (Array.isArray(value)) return isDeepStrictEqual(value, meant)
  const sent = meant as Record<string, unknown>
  return Object.keys(sent).every((key) => isMeant((value as Record<string, unknown>)[key], sent[key]))
}

const checkers = new Map<string, SchemaChecker>()

function checkerOf(schema: SchemaObject): SchemaChecker {
  const key = JSON.stringify(schema)
  const checker = checkers.get(key) ?? openSchema(schema)
  checkers.set(key, checker)
  return checker
}

function newTally(): Tally {
  return { total: 0, right: 0, wrong: 0, refused: 0, suggested: 0 }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole
}
