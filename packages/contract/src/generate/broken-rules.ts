import { FORMATS } from '../engine/formats.ts'
import { preview } from '../json.ts'
import { isSchemaObject, type Schema, type SchemaObject, type SchemaType } from '../schema.ts'
import { typesOf } from '../schema-types.ts'
import { alsoFitting, ownKey, withoutKeys } from './edit-schema.ts'
import { negateSchema } from './negate-schema.ts'
import type { Plan } from './plan.ts'

/** One rule of a schema. */
export interface BrokenRule {
  readonly keyword: string
  /** Its display name, such as `too long`. */
  readonly rule: string
  /** Schemas whose values break it and no other, the best first. Made when asked: of a thousand rules few are broken. */
  broken(): readonly Schema[]
}

/** Pairs of branches tried at once. */
const MAX_PAIRS = 20

/** Keywords that are broken by not fitting them, and fitting the rest of the schema if that is possible. */
const NAMES: Readonly<Record<string, string>> = {
  enum: 'not in enum',
  const: 'not the constant',
  minimum: 'below minimum',
  maximum: 'above maximum',
  exclusiveMinimum: 'not above exclusive minimum',
  exclusiveMaximum: 'not below exclusive maximum',
  multipleOf: 'not a multiple',
  minLength: 'too short',
  maxLength: 'too long',
  pattern: 'pattern broken',
  format: 'format broken',
  minItems: 'too few items',
  maxItems: 'too many items',
  uniqueItems: 'duplicate items',
  minProperties: 'too few properties',
  maxProperties: 'too many properties',
  propertyNames: 'bad property name',
  not: 'fits what it must not',
}

/** What a broken branch evaluated counts as unevaluated, so these break with it. */
const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'] as const

/** The rules of one schema object that a value can break; what is inside its properties, items and branches is not entered. */
export function brokenRules(schema: Schema, plan: Plan): BrokenRule[] {
  if (!isSchemaObject(schema))
    return schema ? [] : [{ keyword: 'false', rule: 'not allowed at all', broken: () => [true] }]
  const node = withoutKeys(schema, ['examples', 'default'])
  const simple = Object.entries(NAMES)
    .filter(([keyword]) => node[keyword] !== undefined && negateSchema({ [keyword]: node[keyword] }, plan).length > 0)
    .filter(([keyword]) => keyword !== 'format' || FORMATS.has(node.format ?? ''))
    .map(([keyword, rule]) => {
      const opposite = { not: { [keyword]: node[keyword] } }
      return { keyword, rule, broken: () => [also(node, [keyword], opposite), opposite] }
    })
  return [...typeRules(node), ...simple, ...keyRules(node, plan), ...itemRules(node), ...branchRules(node, plan)]
}

/** The schema without some keywords, and with the demand to fit another schema. */
function also(node: SchemaObject, without: readonly string[], more: Schema): SchemaObject {
  return alsoFitting(withoutKeys(node, without), [more])
}

function typeRules(node: SchemaObject): BrokenRule[] {
  const types = typesOf(node)
  if (!types) return []
  const not = { type: types }
  // Mostly a wrong type breaks what else is said about values, too; then nothing else is asked.
  const broken = () => [also(node, ['type', 'enum', 'const'], { not }), { not }]
  return [{ keyword: 'type', rule: 'wrong type', broken }]
}

function keyRules(node: SchemaObject, plan: Plan): BrokenRule[] {
  const { required = [], properties = {}, dependentRequired = {} } = node
  const rules: BrokenRule[] = []
  for (const key of required) {
    const absent = { type: 'object', properties: ownKey(key, false) } as const
    const broken = () => [also({ ...node, required: required.filter((other) => other !== key) }, [], absent)]
    rules.push({ keyword: 'required', rule: `missing required ${preview(key)}`, broken })
  }
  for (const [key, needed] of Object.entries(dependentRequired))
    for (const other of needed) {
      const absent = { type: 'object', required: [key], properties: ownKey(other, false) } as const
      const rule = `missing ${preview(other)}, which ${preview(key)} asks for`
      rules.push({ keyword: 'dependentRequired', rule, broken: () => [also(node, ['dependentRequired'], absent)] })
    }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
    const key = plan.freshKey(node)
    if (node[keyword] !== false || key === undefined) continue
    const open = {
      ...node,
      type: 'object',
      properties: { ...properties, ...ownKey(key, true) },
      required: [...required, key],
    } as const
    rules.push({ keyword, rule: 'unknown property', broken: () => [open] })
  }
  return rules
}

function itemRules(node: SchemaObject): BrokenRule[] {
  const { prefixItems = [], minItems = 0, contains, minContains = 1, maxContains } = node
  const rules: BrokenRule[] = []
  for (const keyword of ['items', 'unevaluatedItems'] as const) {
    if (node[keyword] !== false) continue
    const longer = {
      type: 'array',
      prefixItems: [...prefixItems, true],
      minItems: Math.max(minItems, prefixItems.length + 1),
    } as const
    rules.push({ keyword, rule: 'extra item', broken: () => [{ ...node, ...longer }] })
  }
  if (contains === undefined) return rules
  const counts = ['contains', 'minContains', 'maxContains']
  if (minContains > 0) {
    const broken = () => [also(node, counts, { not: { contains, minContains } })]
    const keyword = node.minContains === undefined ? 'contains' : 'minContains'
    rules.push({ keyword, rule: 'too few fitting items', broken })
  }
  if (maxContains !== undefined) {
    const broken = () => [also(node, counts, { type: 'array', contains, minContains: maxContains + 1 })]
    rules.push({ keyword: 'maxContains', rule: 'too many fitting items', broken })
  }
  return rules
}

function branchRules(node: SchemaObject, plan: Plan): BrokenRule[] {
  const rules: BrokenRule[] = []
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = node[keyword]
    if (!branches) continue
    rules.push({ keyword, rule: 'fits no branch', broken: () => fittingNone(node, keyword, branches, plan) })
    if (keyword === 'oneOf')
      rules.push({ keyword, rule: 'fits several branches', broken: () => fittingTwo(node, branches) })
  }
  return rules
}

function fittingNone(node: SchemaObject, keyword: string, branches: readonly Schema[], plan: Plan): Schema[] {
  const types = branches.flatMap((branch) => typesIn(branch, plan))
  const none = { allOf: branches.map((not) => ({ not })) }
  // Best a type that no branch takes: for anything closer to one of them the issue is that branch's own.
  const strange = types.length > 0 ? [also(node, [keyword], { not: { type: types } })] : []
  return [...strange, also(node, [keyword], none), also(node, [keyword, ...UNEVALUATED], none)]
}

function fittingTwo(node: SchemaObject, branches: readonly Schema[]): Schema[] {
  const pairs = branches
    .slice(0, MAX_PAIRS)
    .flatMap((first, i) => branches.slice(i + 1, i + 5).map((second) => [first, second]))
  return pairs.slice(0, MAX_PAIRS).map((allOf) => also(node, ['oneOf'], { allOf }))
}

function typesIn(branch: Schema, plan: Plan): readonly SchemaType[] {
  if (!isSchemaObject(branch)) return []
  const target = plan.refTarget(branch)
  return typesOf(branch) ?? (isSchemaObject(target) ? typesOf(target) : undefined) ?? []
}
