import { isObject } from '@skillwright/contract'
import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'

/**
 * What is wrong with a value in a few words; undefined when it is as its schema says. Where the schema lists words, any other
 * word is taken too: a newer hub may know more of them, and one of them is no reason to refuse all that it says.
 */
export function faultOf(schema: TSchema, value: unknown): string | undefined {
  const expected = opened.get(schema) ?? openWords(schema)
  opened.set(schema, expected)
  if (Check(expected, value)) return undefined
  const [, [first]] = Errors(expected, value)
  return `${first?.instancePath || 'it'} ${first?.message ?? 'is wrong'}`
}

const opened = new WeakMap<TSchema, TSchema>()
/** Nothing that a terminal or a page would take for more than a word. */
const WORD = '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'

/** The schema with any word where it lists some. */
function openWords<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(openWords) as Part
  if (!isObject(part)) return part
  const { enum: words, ...rest } = part
  const isOfWords = Array.isArray(words) && [part.type].flat().includes('string')
  const kept = isOfWords ? { ...rest, pattern: WORD } : part
  return Object.fromEntries(Object.entries(kept).map(([name, inner]) => [name, openWords(inner)])) as Part
}
