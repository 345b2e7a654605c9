import { compilePattern } from '../engine/pattern.ts'
import { isObject } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import type { Place, SchemaMap } from '../schema-map.ts'
import { typesOf } from '../schema-types.ts'
import { type AllowedValues, allowedBy, allowedValues } from './allowed-values.ts'
import type { FindRepairCandidates } from './find-repair-candidates.ts'
import { foldName } from './fold-name.ts'
import { ANY_TYPE, NULL, typeBit, typeMask } from './type-mask.ts'

/** What one place of a schema asks of a value, as far as a repair needs to know. */
export interface CoercionPlan {
  /** The types that every part of the schema takes, as bits. */
  readonly types: number
  readonly allowed: AllowedValues | undefined
  /** Whether a text is valid, where more than its type is asked; true for every other value. */
  readonly text: ((value: unknown) => boolean) | undefined
  readonly required: ReadonlySet<string>
  readonly keys: readonly KeyRules[]
  readonly items: readonly ItemRules[]
  /** Each is one `anyOf` or `oneOf`. */
  readonly unions: readonly Union[]
  readonly conditions: readonly Condition[]
  /** True when keys that are not declared are refused. */
  readonly isClosed: boolean
  /** The declared keys by what they are without their notation; null for a notation that several share. */
  readonly spellings: () => ReadonlyMap<string, string | null>
  /** True when types, allowed values and texts are all there is to know. */
  readonly isFlat: boolean
}

/** A place whose plan is made when a value first gets there. */
export interface PlanSlot {
  readonly place: Place
  plan: CoercionPlan | undefined
}

/** What one part of a schema says about the keys of an object. */
export interface KeyRules {
  readonly properties: ReadonlyMap<string, PlanSlot>
  /** Names that `properties` has, also those whose schema leaves nothing to repair. */
  readonly named: ReadonlySet<string>
  readonly patterns: readonly { readonly matches: (key: string) => boolean; readonly slot: PlanSlot | undefined }[]
  readonly additional: PlanSlot | undefined
  /** Made when a value that does not fit first gets there. */
  findSuspects: FindRepairCandidates | undefined
}

/** What one part of a schema says about the items of an array. */
export interface ItemRules {
  readonly prefix: readonly (PlanSlot | undefined)[]
  readonly rest: PlanSlot | undefined
}

/** The branches of one `anyOf` or `oneOf`. */
export interface Union {
  readonly branches: readonly PlanSlot[]
  readonly isExclusive: boolean
}

/** A schema that applies when another one does, or when a key is there. */
interface Condition {
  readonly applies: (value: unknown) => boolean
  readonly met: PlanSlot | undefined
  readonly unmet: PlanSlot | undefined
}

/** The plans of a schema document, each made when it is first needed. */
export interface CoercionPlans {
  of(slot: PlanSlot): CoercionPlan
  /** True when the schema takes null there. Conditions are not asked: where they matter, validation has the last word. */
  acceptNull(slot: PlanSlot): boolean
}

/** Opens the plans of a schema document. A recursive schema has one plan for each subschema, however deep a value goes. */
export function openCoercionPlans(map: SchemaMap): CoercionPlans {
  const known = new Map<SchemaObject, CoercionPlan>()
  const parts = new Map<SchemaObject, PartRules>()
  // Kept by part: many places may refer to one large schema.
  const rulesOf = (part: Place): PartRules => {
    const rules = parts.get(part.schema) ?? readPart(map, part)
    parts.set(part.schema, rules)
    return rules
  }
  const plans: CoercionPlans = {
    of(slot) {
      slot.plan ??= known.get(slot.place.schema)
      if (!slot.plan) {
        slot.plan = planCoercion(map, slot.place, rulesOf)
        known.set(slot.place.schema, slot.plan)
      }
      return slot.plan
    },
    acceptNull: (slot) => acceptsNull(plans, slot, new Set()),
  }
  return plans
}

/** True when a value has a type and, where they are listed, a value that the plan takes. */
export function fits(plan: CoercionPlan, value: unknown): boolean {
  return (plan.types & typeBit(value)) !== 0 && (plan.allowed === undefined || plan.allowed.has(value))
}

function acceptsNull(plans: CoercionPlans, slot: PlanSlot, asked: Set<SchemaObject>): boolean {
  const plan = plans.of(slot)
  if ((plan.types & NULL) === 0 || plan.allowed?.has(null) === false) return false
  if (plan.unions.length === 0) return true
  if (asked.has(slot.place.schema)) return false
  asked.add(slot.place.schema)
  return plan.unions.every(({ branches }) => branches.some((branch) => acceptsNull(plans, branch, asked)))
}

/** What one part of a schema asks, whatever other parts stand beside it. */
interface PartRules
  extends Pick<CoercionPlan, 'types' | 'allowed' | 'required' | 'unions' | 'conditions' | 'isClosed'> {
  readonly values: readonly unknown[] | undefined
  readonly asksText: boolean
  readonly keys: KeyRules | undefined
  readonly items: ItemRules | undefined
}

function readPart(map: SchemaMap, part: Place): PartRules {
  const { schema } = part
  const values = allowedBy(schema)
  const allowed = values && allowedValues(values)
  const hasKeys = schema.properties || schema.patternProperties || isObject(schema.additionalProperties)
  return {
    values,
    allowed,
    types: (typeMask(typesOf(schema) ?? []) || ANY_TYPE) & (allowed?.types ?? ANY_TYPE),
    required: new Set(Array.isArray(schema.required) ? schema.required.map(String) : []),
    isClosed: schema.additionalProperties === false || schema.unevaluatedProperties === false,
    asksText: TEXT_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword)),
    keys: hasKeys ? keyRules(map, part) : undefined,
    items: schema.prefixItems || isObject(schema.items) ? itemRules(map, part) : undefined,
    unions: unionsOf(map, part),
    conditions: conditionsOf(map, part),
  }
}

function planCoercion(map: SchemaMap, place: Place, rulesOf: (part: Place) => PartRules): CoercionPlan {
  const parts = map.conjuncts(place).map(rulesOf)
  let types = ANY_TYPE
  let allowed: AllowedValues | undefined
  let required: ReadonlySet<string> = new Set()
  for (const part of parts) {
    types &= part.types
    if (part.values && allowed) {
      allowed = allowedValues(part.values.filter(allowed.has))
      types &= allowed.types
    } else allowed ??= part.allowed
    if (part.required.size > 0) required = required.size > 0 ? new Set([...required, ...part.required]) : part.required
  }
  const keys = parts.flatMap((part) => part.keys ?? [])
  const items = parts.flatMap((part) => part.items ?? [])
  const unions = parts.flatMap((part) => part.unions)
  const conditions = parts.flatMap((part) => part.conditions)
  const isClosed = parts.some((part) => part.isClosed)
  const asksText = parts.some((part) => part.asksText)
  const isFlat = keys.length + items.length + unions.length + conditions.length === 0
  const text = asksText ? (value: unknown) => typeof value !== 'string' || map.isValid(place, value) : undefined
  let known: ReadonlyMap<string, string | null> | undefined
  const spellings = () => (known ??= spellingsOf(keys))
  return { types, allowed, text, required, keys, items, unions, conditions, isClosed, spellings, isFlat }
}

const TEXT_KEYWORDS = ['format', 'pattern', 'minLength', 'maxLength'] as const

function spellingsOf(keys: readonly KeyRules[]): ReadonlyMap<string, string | null> {
  const names = new Set(keys.flatMap(({ named }) => [...named]))
  const spellings = new Map<string, string | null>()
  for (const name of names) {
    const folded = foldName(name)
    spellings.set(folded, spellings.has(folded) ? null : name)
  }
  return spellings
}

function keyRules(map: SchemaMap, part: Place): KeyRules {
  const properties = new Map<string, PlanSlot>()
  const names = isObject(part.schema.properties) ? Object.keys(part.schema.properties) : []
  for (const name of names) {
    const slot = slotAt(map, part, 'properties', name)
    if (slot) properties.set(name, slot)
  }
  const patterns = isObject(part.schema.patternProperties) ? Object.keys(part.schema.patternProperties) : []
  return {
    properties,
    named: new Set(names),
    patterns: patterns.map((pattern) => ({
      matches: compilePattern(pattern).test,
      slot: slotAt(map, part, 'patternProperties', pattern),
    })),
    additional: slotAt(map, part, 'additionalProperties'),
    findSuspects: undefined,
  }
}

function itemRules(map: SchemaMap, part: Place): ItemRules {
  const { prefixItems } = part.schema
  return {
    prefix: Array.isArray(prefixItems) ? prefixItems.map((_, i) => slotAt(map, part, 'prefixItems', i)) : [],
    rest: slotAt(map, part, 'items'),
  }
}

function unionsOf(map: SchemaMap, part: Place): Union[] {
  const unions: Union[] = []
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const list = part.schema[keyword]
    if (!Array.isArray(list)) continue
    // A branch that is `true` takes every value, one that is `false` none: neither has anything to repair.
    const branches = list.map((_, i) => slotAt(map, part, keyword, i)).filter((slot) => slot !== undefined)
    if (keyword === 'oneOf' || !list.includes(true)) unions.push({ branches, isExclusive: keyword === 'oneOf' })
  }
  return unions
}

function conditionsOf(map: SchemaMap, part: Place): Condition[] {
  const conditions: Condition[] = []
  const test = map.below(part, 'if')
  const met = slotAt(map, part, 'then')
  const unmet = slotAt(map, part, 'else')
  if (test && (met || unmet)) conditions.push({ applies: (value) => map.isValid(test, value), met, unmet })
  for (const name of isObject(part.schema.dependentSchemas) ? Object.keys(part.schema.dependentSchemas) : []) {
    const slot = slotAt(map, part, 'dependentSchemas', name)
    const applies = (value: unknown) => isObject(value) && Object.hasOwn(value, name)
    if (slot) conditions.push({ applies, met: slot, unmet: undefined })
  }
  return conditions
}

function slotAt(map: SchemaMap, part: Place, ...steps: readonly (string | number)[]): PlanSlot | undefined {
  const place = map.below(part, ...steps)
  return place && { place, plan: undefined }
}
