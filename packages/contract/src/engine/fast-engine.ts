import { _, Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js'
import { codePoints } from '../code-points.ts'
import { isSchemaObject, type SchemaObject } from '../schema.ts'
import { ASSERTIONS, type Predicate } from './assertions.ts'
import type { LinkedSchema } from './link-schema.ts'
import { patternSafety } from './pattern.ts'
import type { SchemaNode } from './schema-node.ts'

/** Options of createFastEngine. */
export interface FastEngineOptions {
  readonly assertFormats: boolean
  /** Judges the values for which the stack of the generated code is too small. */
  readonly otherwise: (value: unknown) => boolean
}

/** Generates code for a schema with ajv. Only for schemas that `isFitForCode` found fit for it. */
export function createFastEngine(
  linked: LinkedSchema,
  { assertFormats, otherwise }: FastEngineOptions,
): (value: unknown) => boolean {
  // An instance for each schema: a shared one never frees what it compiled. Without metaschemas an instance is cheap.
  const ajv = new Ajv2020({
    strict: false,
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    logger: false,
    code: { optimize: false },
  })
  // No schema that comes here needs it, and its bookkeeping throws where `oneOf` stands beside `patternProperties`.
  ajv.opts.unevaluated = false
  ajv.addKeyword({ keyword: 'holds', code: generateHolds })
  ajv.addKeyword({ keyword: 'characters', type: 'string', code: generateCharacters })
  const validate = ajv.compile(plainSchema(linked, assertFormats))
  return (value) => {
    try {
      return validate(value)
    } catch (thrown) {
      if (thrown instanceof RangeError) return otherwise(value)
      throw thrown
    }
  }
}

/** Calls our own predicates from the generated code. */
function generateHolds(context: KeywordCxt): void {
  const predicates: readonly Predicate[] = context.schema
  for (const predicate of predicates) {
    const name = context.gen.scopeValue('keyword', { ref: predicate })
    context.fail(_`!${name}(${context.data})`)
  }
}

/** Counts characters only where the number of UTF-16 units leaves it open: ajv always counts, which is half its time. */
function generateCharacters(context: KeywordCxt): void {
  const { minLength, maxLength } = context.schema as Pick<SchemaObject, 'minLength' | 'maxLength'>
  const { data } = context
  const count = context.gen.scopeValue('func', { ref: codePoints })
  if (maxLength !== undefined) context.fail(_`${data}.length > ${maxLength} && ${count}(${data}) > ${maxLength}`)
  if (minLength !== undefined) context.fail(_`${data}.length < ${2 * minLength} && ${count}(${data}) < ${minLength}`)
}

/** Keywords ajv can be trusted with as they are. */
const NATIVE = [
  'type',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'dependentRequired',
  'minContains',
  'maxContains',
] as const
const ONE = new Set(['additionalProperties', 'propertyNames', 'items', 'contains', 'not', 'if', 'then', 'else'])
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas'])
/** Keywords that are judged by our own predicates, unless the values are few and simple. */
const OURS = ['enum', 'const', 'multipleOf', 'pattern', 'format', 'uniqueItems'] as const
const MAX_INLINE_ENUM = 30

/**
 * The same schema in the words ajv understands as we do: known keywords only (ajv has some of its own, such as
 * `nullable` and `$async`), every reference to `$defs`, and a predicate where ajv is wrong, slow or can hang.
 */
function plainSchema({ root, nodes }: LinkedSchema, assertFormats: boolean): Record<string, unknown> {
  const targets = new Set(nodes.map((node) => node.ref))
  const names = new Map<SchemaNode, string>([[root, '#']])
  const $defs: Record<string, unknown> = {}
  return { ...write(root), $defs }

  /** A schema that is referred to is written once, in `$defs`, whatever its original place. */
  function refer(target: SchemaNode): string {
    const known = names.get(target)
    if (known !== undefined) return known
    const name = `d${names.size}`
    names.set(target, `#/$defs/${name}`)
    $defs[name] = write(target)
    return `#/$defs/${name}`
  }

  function place(node: SchemaNode): unknown {
    if (targets.has(node)) return { $ref: refer(node) }
    return isSchemaObject(node.schema) ? write(node) : node.schema
  }

  function write(node: SchemaNode): Record<string, unknown> {
    const { schema } = node
    if (!isSchemaObject(schema)) return schema ? {} : { not: {} }
    const out: Record<string, unknown> = {}
    if (node.ref) out.$ref = refer(node.ref)
    for (const keyword of NATIVE) if (Object.hasOwn(schema, keyword)) out[keyword] = schema[keyword]
    for (const [keyword, sub] of node.one) if (ONE.has(keyword)) out[keyword] = place(sub)
    for (const [keyword, subs] of node.list) out[keyword] = subs.map(place)
    for (const [keyword, subs] of node.named) {
      if (NAMED.has(keyword)) out[keyword] = Object.fromEntries([...subs].map(([name, sub]) => [name, place(sub)]))
    }
    const predicates = OURS.flatMap((keyword): Predicate[] => {
      if (!Object.hasOwn(schema, keyword) || (keyword === 'format' && !assertFormats)) return []
      if (!isInlined(keyword, schema)) return [ASSERTIONS[keyword]?.(schema) ?? (() => true)]
      out[keyword] = schema[keyword]
      return []
    })
    if (predicates.length > 0) out.holds = predicates
    const { minLength, maxLength } = schema
    if (minLength !== undefined || maxLength !== undefined) out.characters = { minLength, maxLength }
    return out
  }
}

function isInlined(keyword: string, schema: SchemaObject): boolean {
  if (keyword === 'const') return isScalar(schema.const)
  if (keyword === 'pattern') return patternSafety(schema.pattern ?? '') === 'safe'
  if (keyword !== 'enum') return false
  const values = schema.enum ?? []
  return values.length > 0 && values.length <= MAX_INLINE_ENUM && values.every(isScalar)
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
