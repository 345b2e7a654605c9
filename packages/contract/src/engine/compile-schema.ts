import type { Finding } from '../finding.ts'
import { invalidContract } from '../invalid-contract.ts'
import type { Issue } from '../issue.ts'
import { hasOwn, isDeeperThan } from '../json.ts'
import { isSelfContainedSchema } from '../plain-contract.ts'
import { isSchemaObject, type Schema } from '../schema.ts'
import { SkillError } from '../skill-error.ts'
import { checkLinked } from './check-linked.ts'
import type { CodeSource } from './code-writer.ts'
import { createExactEngine } from './exact-engine.ts'
import { explain, MAX_ISSUES } from './explain.ts'
import { generateValidator } from './generate-validator.ts'
import { type LinkedSchema, linkSchema } from './link-schema.ts'
import { METASCHEMAS } from './metaschemas.ts'
import { provenSuggestions } from './proven-suggestions.ts'
import { type SchemaNode, sameValueNodes } from './schema-node.ts'
import { stronglyConnectedComponents } from './strongly-connected-components.ts'

/** A schema ready to judge values. Never throws, whatever the value. */
export interface SchemaValidator {
  readonly schema: Schema
  /** What other code about the schema can be generated from; undefined for a schema that is not fit for it. */
  readonly source: CodeSource | undefined
  /** The fast question. A value too deep to walk is not valid. */
  isValid(value: unknown): boolean
  /** Whether it has been asked so often that generated code pays. */
  isSettled(): boolean
  /** The same for the subschema at a JSON pointer, alone. Nothing fits where there is none. */
  isValidAt(pointer: string, value: unknown): boolean
  /** Every reason why not; empty when the value is valid. */
  issues(value: unknown): readonly Issue[]
}

/** Options of compileSchema. */
export interface CompileOptions {
  /** Other schemas that `$ref` may name, by URI. Nothing is ever fetched. */
  readonly schemas?: Readonly<Record<string, Schema>>
  /** False makes `format` an annotation, the specification's default. */
  readonly assertFormats?: boolean
}

/** So many failures are looked at when suggestions are tried. */
const MAX_TRIED = 1_000

/** Caches a validator as long as its schema is referenced, and no longer. */
const compiled = new WeakMap<object, { options: CompileOptions; validator: SchemaValidator }>()

/** Compiles a draft 2020-12 schema, once for each schema object. Throws SkillError INVALID_CONTRACT, with findings, when it is not one. */
export function compileSchema(schema: Schema, options: CompileOptions = {}): SchemaValidator {
  if (typeof schema !== 'object' || schema === null) return createValidator(schema, options)
  const known = compiled.get(schema)
  if (known && known.options.schemas === options.schemas && known.options.assertFormats === options.assertFormats)
    return known.validator
  const validator = createValidator(schema, options)
  compiled.set(schema, { options, validator })
  return validator
}

/** The same, or undefined when the schema cannot be used: for callers who can do without and leave it to others to say why. */
export function tryCompileSchema(schema: Schema, options: CompileOptions = {}): SchemaValidator | undefined {
  try {
    return compileSchema(schema, options)
  } catch (error) {
    if (error instanceof SkillError) return undefined
    throw error
  }
}

/** Everything that makes a schema unusable, without compiling it; empty when it can be used. */
export function schemaFindings(schema: Schema, { schemas = {} }: CompileOptions = {}): readonly Finding[] {
  return checkLinked(link(schema, schemas))
}

function createValidator(schema: Schema, { schemas = {}, assertFormats = true }: CompileOptions): SchemaValidator {
  const linked = link(schema, schemas)
  // Most schemas are right beyond doubt, which is seen at a hundredth of the cost.
  const findings = isSelfContainedSchema(schema) ? [] : checkLinked(linked)
  if (findings.length > 0) throw invalidContract('The schema cannot be used', findings)
  const hasReferences = linked.nodes.some(({ ref, dynamicRef }) => ref ?? dynamicRef)
  const keepsAnswers = hasReferences && mustKeepAnswers(linked)
  const exact = createExactEngine(linked, { assertFormats, keepsAnswers })
  const judge = (value: unknown) => exact.isValid(value)
  const source = !keepsAnswers && isFitForCode(linked) ? { linked, assertFormats } : undefined
  const makeFast = () => (source ? generateValidator(source, judge) : judge)
  const { isValid, isSettled } = keepsAnswers ? { isValid: judge, isSettled: () => true } : lateEngine(judge, makeFast)
  return {
    schema,
    source,
    isValid,
    isSettled,
    isValidAt(pointer, value) {
      const node = linked.root.document.nodes.get(pointer)
      return node !== undefined && exact.isValid(value, node)
    },
    issues(value) {
      if (isValid(value)) return []
      const failures = exact.failures(value, MAX_ISSUES + 1)
      // Both engines agree on every value that is not too deep for one of them.
      return explain(
        failures.length > 0
          ? failures
          : [{ path: [], node: linked.root, keyword: 'depth', value, circumstance: undefined }],
        { prove: (suggested) => provenSuggestions(value, suggested, (tried) => exact.failures(tried, MAX_TRIED)) },
      )
    },
  }
}

function link(schema: Schema, schemas: Readonly<Record<string, Schema>>): LinkedSchema {
  return linkSchema(schema, (uri) => (hasOwn(schemas, uri) ? schemas[uri] : METASCHEMAS.get(uri)))
}

/** Above this the code generator takes longer than it ever saves. */
const MAX_GENERATED = 400
/** So many schemas may judge one place of a value before answers are kept. */
const MAX_JUDGES = 2_000

/** True when references can multiply the work on a value, so that answers must be kept. */
function mustKeepAnswers({ root, nodes }: LinkedSchema): boolean {
  return nodes.length > MAX_GENERATED || multiplies(root, nodes)
}

/** True for what generated code gets right, and is not too long to generate. */
export function isFitForCode({ nodes }: LinkedSchema): boolean {
  return nodes.length <= MAX_GENERATED && !nodes.some(needsExact)
}

function needsExact({ schema, resource, dynamicRef }: SchemaNode): boolean {
  if (!isSchemaObject(schema)) return false
  if (!resource.asserts || dynamicRef) return true
  return Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems')
}

/** True when references can bring one place of a value before so many schemas that the work explodes. */
function multiplies(root: SchemaNode, nodes: readonly SchemaNode[]): boolean {
  const judging = new Map(nodes.map((node) => [node, judges(node)]))
  const groups = stronglyConnectedComponents(nodes, (node) => judging.get(node)?.flat() ?? [])
  const counts = new Map<SchemaNode, number>()
  const isRecursive = (from: SchemaNode, to: SchemaNode) => groups.get(from) === groups.get(to)
  const doubles = nodes.some((node) => worst(node, (to) => (isRecursive(node, to) ? 1 : 0)) > 1)
  return doubles || countJudges(root) > MAX_JUDGES

  /** How many schemas, weighed, one place can come before: those of the value itself, and the largest group of those of a part. */
  function worst(node: SchemaNode, weigh: (to: SchemaNode) => number): number {
    const [same = 0, ...parts] = (judging.get(node) ?? []).map((group) => group.reduce((sum, to) => sum + weigh(to), 0))
    return same + Math.max(0, ...parts)
  }

  function countJudges(node: SchemaNode): number {
    const count = counts.get(node) ?? 1 + worst(node, (to) => (isRecursive(node, to) ? 0 : countJudges(to)))
    counts.set(node, count)
    return count
  }
}

/** First the schemas that judge the same value as the node, then the groups of schemas that may judge the same part of it. */
function judges(node: SchemaNode): SchemaNode[][] {
  const same = sameValueNodes(node)
  if (node.dynamicRef) same.push(node.dynamicRef)
  const one = (keyword: string) => [node.one.get(keyword)].filter((sub) => sub !== undefined)
  const patterned = [...(node.named.get('patternProperties')?.values() ?? [])]
  const parts: SchemaNode[][] = [one('propertyNames'), [...patterned, ...one('additionalProperties')]]
  for (const sub of node.named.get('properties')?.values() ?? []) parts.push([sub, ...patterned])
  for (const sub of node.list.get('prefixItems') ?? []) parts.push([sub, ...one('contains')])
  parts.push([...one('items'), ...one('contains'), ...one('unevaluatedItems')], one('unevaluatedProperties'))
  return [same, ...parts]
}

/** Judges a value. */
type Judge = (value: unknown) => boolean

/** So many values are judged before code is generated: a command of a few checks never does, a server does at once. */
const FIRST_VALUES = 4
/** A value with more parts is large: judging it by generated code, and generating that, is quicker. */
const MAX_PARTS = 1_000
const MAX_LEVELS = 100

/** Starts with one engine and goes on with a quicker one that takes long to make; both must give the same answers. */
function lateEngine(first: Judge, make: () => Judge): { readonly isValid: Judge; isSettled(): boolean } {
  let made: Judge | undefined
  let values = 0
  return {
    isValid(value) {
      if (made !== undefined) return made(value)
      if (values++ < FIRST_VALUES && !isDeeperThan(value, MAX_LEVELS, { maxValues: MAX_PARTS })) return first(value)
      made = make()
      return made(value)
    },
    isSettled: () => made !== undefined,
  }
}
