import { isDeepStrictEqual } from 'node:util'
import { openSchema, type SchemaObject } from '@skillwright/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { coercionMistakes, type Mistake } from './coercion-mistakes.ts'
import { writtenMistakes } from './coercion-written.ts'
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
  const mistakes = [...coercionMistakes(), ...writtenMistakes()]
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
  const ajv = newTally()
  for (const mistake of mistakes) {
    count(halves[mistake.half], mistake, ours(mistake.schema, mistake.name))
    count(ajv, mistake, ajvs(mistake.schema))
  }
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
      baseline:
        `all that was meant (tuned half ${figures[0]}; judged half ${figures[1]}; ` +
        `ajv's own coercion repairs ${percent(ajv.right, ajv.total).toFixed(0)} %, ${ajv.wrong} false)`,
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

/** What a coercion made of a value: the value it took it for, or what it suggests instead. */
type Answer = { readonly value: unknown } | { readonly suggestions: readonly string[] }
type Coercion = (sent: unknown) => Answer
type Make = (schema: SchemaObject, name?: string) => Coercion

function count(tally: Tally, { sent, meant, isAmbiguous, told }: Mistake, coerce: Coercion): void {
  const answer = coerce(sent)
  tally.total++
  if ('suggestions' in answer) {
    tally.refused++
    if ([told].flat().every((text) => answer.suggestions.some((given) => given.includes(text)))) tally.suggested++
  } else if (!isAmbiguous && isMeant(answer.value, meant)) tally.right++
  else tally.wrong++
}

/** True when the value is what was meant, with perhaps its defaults. */
function isMeant(value: unknown, meant: unknown): boolean {
  if (typeof value !== 'object' || typeof meant !== 'object' || value === null || meant === null) return value === meant
  if (Array.isArray(value)) return isDeepStrictEqual(value, meant)
  const sent = meant as Record<string, unknown>
  return Object.keys(sent).every((key) => isMeant((value as Record<string, unknown>)[key], sent[key]))
}

const ours = remembered((schema, name) => {
  const checker = openSchema(schema, { name })
  return (sent) => {
    const { ok, value, issues } = checker.check(sent)
    return ok ? { value } : { suggestions: issues.flatMap(({ suggestion }) => suggestion ?? []) }
  }
})

/** The anchor: what ajv offers for the same, with all of it turned on. */
const ajvs = remembered((schema) => {
  const check = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: 'array', useDefaults: true }).compile(
    schema,
  )
  return (sent) => {
    const value = structuredClone(sent)
    return check(value) ? { value } : { suggestions: [] }
  }
})

/** Many mistakes are made in one schema. */
function remembered(make: Make): Make {
  const known = new Map<string, Coercion>()
  return (schema, name) => {
    const key = JSON.stringify([schema, name])
    const coercion = known.get(key) ?? make(schema, name)
    known.set(key, coercion)
    return coercion
  }
}

function newTally(): Tally {
  return { total: 0, right: 0, wrong: 0, refused: 0, suggested: 0 }
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (100 * part) / whole
}
