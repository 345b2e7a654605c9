import { readFileSync } from 'node:fs'
import { openContract, type SchemaObject } from '@skillwright/contract'
import { Ajv2020, type Options } from 'ajv/dist/2020.js'
import { SHAPES, type Shape } from './contract-shapes.ts'
import { type Measure, measure, median, milliseconds, speedRatio, steadyRatio } from './measure.ts'

const digest = JSON.parse(
  readFileSync(new URL('../packages/contract/src/fixtures/digest-input.json', import.meta.url), 'utf8'),
) as SchemaObject

const COMPLETE = {
  topics: ['AI regulation', 'quantum computing'],
  time_range: 'this_week',
  max_articles_per_topic: 3,
  output_language: 'en',
  output_format: 'bullets',
  save_to_file: true,
  file_path: 'news.md',
}

/** What the contract room must show: close to bare ajv, linear, lazy. */
export async function run(): Promise<Measure[]> {
  return [
    ...checkSpeed(),
    ...shapeSpeed(),
    growth('valid', validArticles),
    growth('to be repaired', repairableArticles),
    ...lazyLoading(),
  ]
}

function checkSpeed(): Measure[] {
  const bare = bareAjv(digest)
  const { input } = openContract({ input: digest }).action()
  const baseline = () => bare(COMPLETE)
  const row = (name: string, target: number, value: unknown) =>
    measure({
      name: `contract: ${name}`,
      value: speedRatio(baseline, () => input.check(value)),
      unit: 'times the speed',
      baseline: 'bare ajv on a complete valid input',
      better: 'higher',
      target,
    })
  return [
    row('complete valid input through the whole check', 0.9, COMPLETE),
    row('input whose defaults are filled in', 0.5, { topics: ['AI regulation'] }),
    row('input that needs a repair', 0.3, { ...COMPLETE, max_articles_per_topic: '5' }),
  ]
}

/**
 * The same on a dozen shapes that real schemas have, by the worst of them. Beside bare ajv on the complete input, which does less, the
 * baseline is ajv as somebody uses it for the same job: with its defaults or its coercion, on a copy, because it writes into what it is given.
 */
function shapeSpeed(): Measure[] {
  const row = (what: string, target: number, sentOf: (shape: Shape) => unknown, options?: Options) => {
    const ratios = SHAPES.filter((shape) => sentOf(shape) !== undefined).map((shape) => {
      const { input } = openContract({ input: shape.schema }).action()
      const [ajv, value] = [bareAjv(shape.schema, options), sentOf(shape)]
      const baseline = options ? () => ajv(copyOf(value)) : () => ajv(shape.complete)
      return { name: shape.name, ratio: steadyRatio(baseline, () => input.check(value)) }
    })
    const worst = ratios.reduce((least, next) => (next.ratio < least.ratio ? next : least))
    const used = options ? `ajv with ${Object.keys(options).join(' and ')} on a copy` : 'bare ajv on the complete input'
    return measure({
      name: `contract: ${what}, worst of ${ratios.length} shapes`,
      value: worst.ratio,
      unit: 'times the speed',
      baseline: `${used} (${worst.name})`,
      better: 'higher',
      target,
    })
  }
  return [
    row('complete valid input', 0.9, ({ complete }) => complete),
    row('input whose defaults are filled in', 0.5, ({ bare }) => bare),
    row('input whose defaults are filled in', 0.9, ({ bare }) => bare, { useDefaults: true }),
    row('input that needs a repair', 0.3, ({ mistaken }) => mistaken),
    row('input that needs a repair', 0.9, ({ mistaken }) => mistaken, { coerceTypes: true, useDefaults: true }),
  ]
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) if (typeof copy[key] === 'object') copy[key] = copyOf(copy[key])
  return copy
}

/** Cost per byte at 10 MB against cost per byte at 1 MB: 1 is linear, 10 is quadratic. */
function growth(what: string, articles: (count: number) => unknown): Measure {
  const { input } = openContract({ input: ARTICLES }).action()
  const perByte = (count: number) => {
    const value = articles(count)
    return milliseconds(() => input.check(value), { rounds: 5 }) / JSON.stringify(value).length
  }
  const small = perByte(10_000)
  return measure({
    name: `contract: growth to 10 MB of ${what} input`,
    value: perByte(100_000) / small,
    unit: 'times the cost per byte',
    baseline: 'the same at 1 MB',
    better: 'lower',
    target: 3,
  })
}

const ARTICLES: SchemaObject = {
  type: 'object',
  properties: {
    articles: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['id', 'url'],
        properties: {
          id: { type: 'integer' },
          url: { type: 'string', format: 'uri' },
          tags: { type: 'array', items: { enum: ['a', 'b'] } },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}

function validArticles(count: number): unknown {
  return {
    articles: Array.from({ length: count }, (_, id) => ({
      id,
      url: `https://example.com/articles/${'x'.repeat(40)}${id}`,
      tags: ['a', 'b'],
    })),
  }
}

function repairableArticles(count: number): unknown {
  return {
    articles: Array.from({ length: count }, (_, id) => ({
      id: `${id}`,
      url: `https://example.com/articles/${'x'.repeat(40)}${id}`,
      tags: 'A',
    })),
  }
}

function lazyLoading(): Measure[] {
  const documents = Array.from({ length: 1_000 }, (_, i) => ({
    title: `Contract ${i}`,
    input: { ...digest, title: `Input ${i}` },
  }))
  const loadMs = median(
    Array.from({ length: 5 }, () => timeOnce(() => documents.map((document) => openContract(document)))),
  )
  const compileMs = timeOnce(() => documents.slice(0, 100).map(({ input }) => bareAjv(input))) * 10
  return [
    measure({
      name: 'contract: 1,000 contracts loaded',
      value: loadMs / compileMs,
      unit: 'of the time',
      baseline: 'compiling 1,000 schemas with ajv',
      better: 'lower',
      target: 0.1,
    }),
  ]
}

function timeOnce(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function bareAjv(schema: SchemaObject, options: Options = {}): (value: unknown) => boolean {
  const { $schema: _misspelt, ...rest } = schema
  return new Ajv2020({ strict: false, validateFormats: false, ...options }).compile(rest)
}
