import { counted } from '../counted.ts'
import { isObject, preview } from '../json.ts'
import { isSchemaObject } from '../schema.ts'
import { codePoints, firstRepeated } from './assertions.ts'
import { describeSchema, listed } from './describe-schema.ts'
import { nearest } from './nearest.ts'
import type { Edit } from './proven-suggestions.ts'
import type { Failure } from './run.ts'
import type { SchemaNode } from './schema-node.ts'

/** How one keyword says that it was broken. What is absent is said the usual way: "must be …, got …". */
export interface Phrase {
  readonly expected?: string
  readonly received?: string
  /** The rest of the sentence that begins with the place. */
  readonly sentence?: string
  readonly suggestion?: string | undefined
  /** What the suggestion would do, so that it can be tried before it is made. */
  readonly edit?: Edit | undefined
}

/** The keywords with a way of their own to say what is wrong. */
export const PHRASES: Readonly<Record<string, (failure: Failure) => Phrase>> = {
  type: ({ node, value }) => replacing(repairOf(node, value)),
  enum: nearestValue,
  const: nearestValue,
  minLength: textLength,
  maxLength: textLength,
  minItems: itemCount,
  maxItems: itemCount,
  items: surplus,
  unevaluatedItems: surplus,
  uniqueItems: repeated,
  minProperties: propertyCount,
  maxProperties: propertyCount,
  required: missing,
  dependentRequired: missing,
  additionalProperties: unknownProperty,
  unevaluatedProperties: unknownProperty,
  propertyNames: ({ node, value }) => {
    const expected = describeSub(node, 'propertyNames')
    return { expected, sentence: `has a name that must be ${expected}, got ${preview(value)}` }
  },
  contains: containing,
  minContains: containing,
  maxContains: containing,
  anyOf: alternatives,
  oneOf: alternatives,
  not: ({ node }) => ({ expected: `anything but ${describeSub(node, 'not')}` }),
  false: () => ({ expected: 'nothing', sentence: 'must not be there: no value is allowed' }),
  depth: () => ({ expected: 'a value that is nested less deeply', received: 'a value too deep to check' }),
}

function nearestValue({ node, value }: Failure): Phrase {
  const values = listedValues(node)
  if (typeof value === 'number' || typeof value === 'boolean') {
    return replacing(
      values.includes(String(value)) ? { text: preview(String(value)), value: String(value) } : undefined,
    )
  }
  return typeof value === 'string' ? nearestOf(value, values) : {}
}

function nearestOf(value: string, values: readonly unknown[]): Phrase {
  const found = nearest(value, values)
  return found === undefined ? {} : replacing({ text: found, value: found })
}

/** A value that may be meant, and how to say it. */
interface Replacement {
  readonly text: string
  readonly value: unknown
}

function replacing(meant: Replacement | undefined): Phrase {
  return meant ? { suggestion: meant.text, edit: { kind: 'replace', value: meant.value } } : {}
}

function listedValues({ schema, ref }: SchemaNode): readonly unknown[] {
  if (!isSchemaObject(schema)) return []
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return schema.enum ?? (ref && isSchemaObject(ref.schema) ? (ref.schema.enum ?? []) : [])
}

function textLength({ value }: Failure): Phrase {
  return { received: `${preview(value)} (${counted(codePoints(String(value)), 'character')})` }
}

function itemCount({ value }: Failure): Phrase {
  return { received: counted(Array.isArray(value) ? value.length : 0, 'item') }
}

function surplus(failure: Failure): Phrase {
  return { expected: `an array of at most ${counted(Number(failure.detail), 'item')}`, ...itemCount(failure) }
}

function repeated({ value }: Failure): Phrase {
  const [first, second] = (Array.isArray(value) && firstRepeated(value)) || [0, 0]
  return {
    received: `the same at index ${first} and ${second}`,
    suggestion: `remove item ${second}`,
    edit: { kind: 'remove', index: second },
  }
}

function propertyCount({ value }: Failure): Phrase {
  return { received: counted(isObject(value) ? Object.keys(value).length : 0, 'property') }
}

function missing({ node, value, detail: name = '' }: Failure): Phrase {
  const sub = node.named.get('properties')?.get(name)
  const known = node.named.get('properties')
  const unknownKeys = isObject(value) ? Object.keys(value).filter((key) => !known?.has(key)) : []
  const meant = nearest(name, unknownKeys)
  return {
    expected: sub ? describeSchema(sub) : 'a value',
    received: 'nothing',
    sentence: 'is required, but missing',
    ...(meant === undefined
      ? {}
      : {
          suggestion: `rename ${preview(meant)} to ${preview(name)}`,
          edit: { kind: 'rename', from: meant, to: name },
        }),
  }
}

function unknownProperty({ node, value, detail: name = '' }: Failure): Phrase {
  const known = [...(node.named.get('properties')?.keys() ?? [])]
  const free = known.filter((key) => !isObject(value) || !Object.hasOwn(value, key))
  const meant = nearest(name, free)
  const expected = known.length > 0 ? `one of the properties ${listed(known)}` : 'no such property'
  return {
    expected,
    received: preview(name),
    sentence: known.length > 0 ? `is not a known property; known are ${listed(known)}` : 'is not a known property',
    ...(meant === undefined ? {} : { suggestion: meant, edit: { kind: 'rename', from: name, to: meant } }),
  }
}

function containing({ node, keyword, detail }: Failure): Phrase {
  const { minContains = 1, maxContains = 0 } = isSchemaObject(node.schema) ? node.schema : {}
  const amount =
    keyword === 'maxContains' ? `at most ${counted(maxContains, 'item')}` : `at least ${counted(minContains, 'item')}`
  const expected = `an array with ${amount} of this kind: ${describeSub(node, 'contains')}`
  return { expected, received: `${counted(Number(detail), 'item')} of it` }
}

function alternatives({ node, keyword, value, detail }: Failure): Phrase {
  if (detail === undefined) {
    const listed = (node.list.get(keyword) ?? []).flatMap(listedValues)
    return { expected: describeBranches(node, keyword), ...(typeof value === 'string' ? nearestOf(value, listed) : {}) }
  }
  const expected = `exactly one of ${node.list.get(keyword)?.length} alternatives`
  return {
    expected,
    received: `a value that fits ${detail}`,
    sentence: `must fit ${expected}, but fits alternatives ${detail}`,
  }
}

function describeBranches(node: SchemaNode, keyword: string): string {
  const branches = (node.list.get(keyword) ?? []).slice(0, 12).map((branch) => describeSchema(branch))
  return [...new Set(branches)].join(' or ')
}

function describeSub(node: SchemaNode, keyword: string): string {
  const sub = node.one.get(keyword)
  return sub ? describeSchema(sub) : 'anything'
}

/** The value of the right type that was probably meant, where there is an obvious one. */
function repairOf(node: SchemaNode, value: unknown): Replacement | undefined {
  const { type } = isSchemaObject(node.schema) ? node.schema : {}
  if (type === 'array') return value === null ? undefined : { text: 'put it into an array', value: [value] }
  if (type === 'string') {
    const isScalar = typeof value === 'number' || typeof value === 'boolean'
    return isScalar ? { text: JSON.stringify(String(value)), value: String(value) } : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim().toLowerCase()
  if (type === 'boolean') return text === 'true' || text === 'false' ? { text, value: text === 'true' } : undefined
  if (type !== 'integer' && type !== 'number') return undefined
  const number = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN
  const isMeant = type === 'integer' ? Number.isInteger(number) : Number.isFinite(number)
  return isMeant ? { text: String(number), value: number } : undefined
}
