import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'

/** What is wrong with a value in a few words; undefined when it is as its schema says. */
export function faultOf(schema: TSchema, value: unknown): string | undefined {
  if (Check(schema, value)) return undefined
  const [, [first]] = Errors(schema, value)
  return `${first?.instancePath || 'it'} ${first?.message ?? 'is wrong'}`
}
