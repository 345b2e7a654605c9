import { LOCATION_KEYWORDS, type SchemaObject } from '../schema.ts'
import { TYPE_OF_KEYWORD } from '../schema-types.ts'
import { constraintPhrase } from './constraint-phrase.ts'
import type { Shape, Source } from './schema-shape.ts'
import { isScalarList, type StrictForm } from './strict-form.ts'

/** A schema as it is sent to a model provider. */
export type StrictNode = Record<string, unknown>

/** What a provider's strict mode understands. */
export interface StrictProfile {
  /** True when every property must be required, so that an optional one becomes nullable. */
  readonly allRequired: boolean
  /** Which of the keywords that bound a value may stay. */
  readonly keeps: (keyword: string, value: unknown) => boolean
}

/** Notes that a keyword could not be said. */
export type LoseKeyword = (pointer: string, keyword: string, how: string) => void

/** The keywords of a place that may stay, and a description that says the others in words. */
export function strictKeywords(shape: Shape, form: StrictForm, profile: StrictProfile, lose: LoseKeyword) {
  const keywords: StrictNode = {}
  const words: string[] = []
  if (form.kind === 'text') {
    words.push('any JSON value, written as JSON text')
    lose(shape.pointer, 'type', 'anything may stand here: written as JSON text')
  }
  if (form.kind === 'never') lose(shape.pointer, 'type', 'nothing is valid here: written as null')
  for (const source of shape.sources) {
    for (const [keyword, value] of Object.entries(source.schema)) {
      if (SAID_ELSEWHERE.has(keyword) || keyword.startsWith('x-') || !isAbout(keyword, shape)) continue
      if (isSaid(keyword, shape, form)) continue
      if (isBound(form) && profile.keeps(keyword, value) && keep(keywords, keyword, value)) continue
      loseKeyword(source, keyword, value, words, lose)
    }
  }
  loseStructure(shape, form, words, lose)
  const text = shape.sources
    .map(({ schema }) => schema.description)
    .find((description) => typeof description === 'string')
  const title = shape.sources.map((source) => source.schema.title).find((name) => typeof name === 'string')
  const said = [...new Set(words)].join('; ')
  const description = text === undefined ? said : said === '' ? text : `${text} (${said})`
  return {
    keywords,
    description: description === '' ? {} : { description },
    title: title === undefined ? {} : { title },
  }
}

/** Keywords that the form of a place says, or that say nothing about values. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  ...LOCATION_KEYWORDS,
  ...['$comment', '$ref', 'allOf', 'title', 'description'],
  ...['type', 'properties', 'required', 'additionalProperties', 'items', 'readOnly', 'writeOnly'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
])

function isSaid(keyword: string, shape: Shape, form: StrictForm): boolean {
  if (keyword === 'const' || keyword === 'enum') return form.kind === 'scalar' && isScalarList(shape.values)
  if (keyword === 'patternProperties' || keyword === 'propertyNames') return form.kind === 'entries'
  // Its branches say everything but what only describes.
  if (form.kind === 'alternatives') return keyword !== 'default' && keyword !== 'examples'
  return keyword === 'prefixItems' || keyword === 'anyOf' || keyword === 'oneOf'
}

/** A bound on strings says nothing about a number, so leaving it out loses nothing. */
function isAbout(keyword: string, { types }: Shape): boolean {
  const type = TYPE_OF_KEYWORD.get(keyword)
  if (!type || !types) return true
  return types.has(type) || (type === 'number' && types.has('integer'))
}

function isBound(form: StrictForm): boolean {
  return form.kind === 'scalar' || form.kind === 'array'
}

/** Keeps the tighter of two bounds; false when both cannot be said. */
function keep(keywords: StrictNode, keyword: string, value: unknown): boolean {
  const before = keywords[keyword]
  if (before === undefined || before === value) keywords[keyword] = value
  else if (typeof before !== 'number' || typeof value !== 'number') return false
  else if (/^(min|exclusiveMin)/.test(keyword)) keywords[keyword] = Math.max(before, value)
  else if (/^(max|exclusiveMax)/.test(keyword)) keywords[keyword] = Math.min(before, value)
  else return false
  return true
}

function loseKeyword(
  source: Source<SchemaObject>,
  keyword: string,
  value: unknown,
  words: string[],
  lose: LoseKeyword,
): void {
  const phrase = constraintPhrase(keyword, value)
  if (phrase !== undefined) words.push(phrase)
  const how = phrase === undefined ? 'left out: only the check of the call knows it' : `in the description: ${phrase}`
  lose(`${source.pointer}/${keyword}`, keyword, how)
}

function loseStructure(shape: Shape, form: StrictForm, words: string[], lose: LoseKeyword): void {
  const { alternatives } = shape
  if (form.kind === 'object' && !form.object.isClosed) {
    lose(shape.pointer, 'additionalProperties', 'closed: properties it does not name cannot be sent')
  }
  if (form.kind === 'entries') {
    words.push('a list of key and value')
    lose(shape.pointer, 'additionalProperties', 'free keys: written as a list of {key, value}')
  }
  if (form.kind === 'array' && form.array.prefix.length > 0) {
    lose(shape.pointer, 'prefixItems', 'any of the kinds at any position')
  }
  if (form.kind === 'alternatives' && alternatives?.keyword === 'oneOf') {
    lose(alternatives.pointer, 'oneOf', 'as anyOf: a value that fits two alternatives is not ruled out')
  }
  if (form.kind === 'object' && alternatives) {
    words.push(alternativesPhrase(alternatives.branches))
    lose(
      alternatives.pointer,
      alternatives.keyword,
      'all properties offered at once, which go together in the description',
    )
  }
  for (const { schema, pointer } of shape.sources) {
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      if (schema[keyword] === undefined || `${pointer}/${keyword}` === alternatives?.pointer) continue
      lose(`${pointer}/${keyword}`, keyword, 'left out: only the check of the call knows it')
    }
  }
}

/** Which properties each alternative needs, in words. */
export function alternativesPhrase(branches: readonly (readonly Source[])[]): string {
  const needs = branches.map(([branch]) => {
    const schema = branch?.schema
    const required = typeof schema === 'object' && Array.isArray(schema.required) ? schema.required : []
    return required.length > 0 ? required.join(' and ') : 'none in particular'
  })
  return `one of these sets of properties is needed: ${needs.join('; or ')}`
}
