import { hasOwn, isObject } from '../json.ts'
import type { SchemaObject } from '../schema.ts'
import type { Place, SchemaMap } from '../schema-map.ts'

/** What is filled in at one place of a schema, and below it. */
export interface DefaultPlan {
  /** The parts of the schema there that apply to properties or items. */
  readonly parts: readonly Place[]
  /** True when other parts of the schema have a say about what is filled in here. */
  hasCompany: boolean
  defaults: PropertyDefault[]
  /** Only properties below which something may be filled in. */
  properties: PropertyPlan[]
  /** One for each part that applies to items. */
  items: ItemPlans[]
}

/** The default of one property. */
export interface PropertyDefault {
  readonly name: string
  readonly value: unknown
  readonly json: string
  /** The schema of the property. */
  readonly place: Place
}

/** The plan for what is inside one property. */
interface PropertyPlan {
  readonly name: string
  readonly plan: DefaultPlan
}

/** The plans for the items of an array. */
export interface ItemPlans {
  readonly prefix: readonly (DefaultPlan | undefined)[]
  readonly rest: DefaultPlan | undefined
}

/** So many properties are planned for, each in every place where it stands: a thousand references to a thousand properties are a million. What is left stays as it is sent. */
const MAX_PLANNED = 30_000

/**
 * Every plan that has something to fill in, the root's first; none when the root has nothing. There is one
 * plan for each subschema, so a recursive schema gives a graph with cycles. Alternatives and conditions are not entered.
 */
export function planDefaults(map: SchemaMap, passThrough: string | undefined): readonly DefaultPlan[] {
  const known = new Map<SchemaObject, DefaultPlan>()
  const users = new Map<DefaultPlan, DefaultPlan[]>()
  const outlines = new Map<SchemaObject, Outline>()
  const root = map.root && emptyPlan(map.root)
  if (!root) return []
  const all = [root]
  users.set(root, [])
  // The same plan serves a reference to the whole, unless only the outermost object has a pass-through.
  const [only, another] = root.parts
  if (only && !another && passThrough === undefined) known.set(only.schema, root)

  function emptyPlan(place: Place): DefaultPlan | undefined {
    const outline = outlines.get(place.schema) ?? outlineOf(map, place)
    outlines.set(place.schema, outline)
    return outline.parts.length === 0 ? undefined : { ...outline, defaults: [], properties: [], items: [] }
  }

  function planBelow(user: DefaultPlan, place: Place | undefined): DefaultPlan | undefined {
    const fresh = place && emptyPlan(place)
    if (!fresh || !place) return undefined
    const key = keyOf(place, fresh)
    const plan = known.get(key) ?? fresh
    if (plan === fresh) {
      known.set(key, plan)
      users.set(plan, [])
      all.push(plan)
    }
    plan.hasCompany ||= fresh.hasCompany
    users.get(plan)?.push(user)
    return plan
  }

  let left = MAX_PLANNED
  // An array keeps giving what is added while it is walked.
  for (const plan of all) {
    const named = new Set<string>()
    for (const part of plan.parts) {
      const names = left > 0 && isObject(part.schema.properties) ? Object.keys(part.schema.properties) : []
      left -= names.length
      for (const name of names) {
        const place = map.below(part, 'properties', name)
        // Where two parts of the schema give a default for one property, the outer one holds.
        const found = place && !named.has(name) ? defaultOf(map, name, place) : undefined
        if (found) {
          named.add(name)
          plan.defaults.push(found)
        }
        const inner = plan === root && name === passThrough ? undefined : planBelow(plan, place)
        if (inner) plan.properties.push({ name, plan: inner })
      }
      const { prefixItems } = part.schema
      const prefix = Array.isArray(prefixItems)
        ? prefixItems.map((_, i) => planBelow(plan, map.below(part, 'prefixItems', i)))
        : []
      plan.items.push({ prefix, rest: planBelow(plan, map.below(part, 'items')) })
    }
  }
  return prune(all, users, root)
}

/** What a plan is kept by. A place that only refers to another shares its plan, or many references to one big schema would be copied out. */
function keyOf(place: Place, { parts: [first, second] }: DefaultPlan): SchemaObject {
  return second || !first ? place.schema : first.schema
}

/** What a plan begins with. */
type Outline = Pick<DefaultPlan, 'parts' | 'hasCompany'>

function outlineOf(map: SchemaMap, place: Place): Outline {
  const places = map.conjuncts(place)
  const parts = places.filter(({ schema }) => schema.properties || schema.items || schema.prefixItems)
  const company = places.filter(({ schema }) => !isBareRef(schema)).map(({ schema }) => schema)
  return { parts, hasCompany: parts.length > 0 && company.length > 1 && !isPeaceful(company) }
}

function defaultOf(map: SchemaMap, name: string, place: Place): PropertyDefault | undefined {
  const holder = map.conjuncts(place).find(({ schema }) => Object.hasOwn(schema, 'default'))
  const json = holder && jsonOf(holder.schema.default)
  return holder && json !== undefined ? { name, value: holder.schema.default, json, place } : undefined
}

/** The JSON text of a default; undefined for what JSON cannot say or is too deep to write. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function prune(
  all: readonly DefaultPlan[],
  users: ReadonlyMap<DefaultPlan, readonly DefaultPlan[]>,
  root: DefaultPlan,
): readonly DefaultPlan[] {
  const live = new Set(all.filter(({ defaults }) => defaults.length > 0))
  for (const plan of live) for (const user of users.get(plan) ?? []) live.add(user)
  if (!live.has(root)) return []
  const ifLive = (plan: DefaultPlan | undefined) => (plan && live.has(plan) ? plan : undefined)
  for (const plan of live) {
    plan.properties = plan.properties.filter((property) => live.has(property.plan))
    plan.items = plan.items
      .map(({ prefix, rest }) => ({ prefix: prefix.map(ifLive), rest: ifLive(rest) }))
      .filter(({ prefix, rest }) => rest || prefix.some((each) => each))
  }
  return [root, ...[...live].filter((plan) => plan !== root)]
}

const BARE_KEYWORDS = new Set([
  '$ref',
  '$schema',
  '$id',
  '$defs',
  'definitions',
  '$comment',
  '$anchor',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
])

function isBareRef(schema: SchemaObject): boolean {
  return Object.keys(schema).every((keyword) => BARE_KEYWORDS.has(keyword) || keyword.startsWith('x-'))
}

/** Keywords that may refuse a value because of a property that was not there before, and that can be asked alone. */
export const LOCAL_KEYWORDS: readonly string[] = [
  ...['if', 'then', 'else', 'not', 'anyOf', 'oneOf', 'const', 'enum', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'propertyNames', 'patternProperties', 'maxProperties', 'uniqueItems', 'contains'],
  ...['minContains', 'maxContains'],
]

/** Keywords that mean something only together with all others around them. */
export const ENTANGLED_KEYWORDS = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']

/** True when what a plan fills in can make a valid value invalid: each default fits its own property, so only keywords about several can. */
export function mayClash({ hasCompany, parts }: DefaultPlan): boolean {
  return hasCompany || parts.some(({ schema }) => isRisky(schema))
}

/** True for a schema that may refuse a value because of a property that was not there before. */
export function isRisky(schema: SchemaObject): boolean {
  return [...LOCAL_KEYWORDS, ...ENTANGLED_KEYWORDS].some((keyword) => Object.hasOwn(schema, keyword))
}

/** True when no schema of those that a value must fit together can refuse what another one fills in: each speaks of other properties only. */
function isPeaceful(schemas: readonly SchemaObject[]): boolean {
  if (!schemas.every((schema) => !isRisky(schema) && isOpen(schema))) return false
  const holders = schemas.map(({ properties = {} }) => properties)
  // The largest comes last and is only asked, never walked: it may be shared by very many places.
  const [largest, ...others] = holders.sort((a, b) => sizeOf(b) - sizeOf(a))
  const names = others.flatMap((properties) => Object.keys(properties))
  return new Set(names).size === names.length && !names.some((name) => largest && hasOwn(largest, name))
}

const sizes = new WeakMap<object, number>()

function sizeOf(properties: object): number {
  const size = sizes.get(properties) ?? Object.keys(properties).length
  sizes.set(properties, size)
  return size
}

function isOpen({ additionalProperties = true }: SchemaObject): boolean {
  return additionalProperties === true
}
