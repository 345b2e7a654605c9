import { isDeepStrictEqual } from 'node:util'
import { isObject } from '@skillwright/contract'

type Properties = Readonly<Record<string, unknown>>

/** What a schema of an object says of one property. */
export interface Stated {
  readonly schema: Properties
  readonly isRequired: boolean
}

/** The properties that a schema declares at its root, references followed. */
export function propertiesOf(root: Properties): ReadonlyMap<string, Stated> {
  const { properties, required } = resolved(root, root)
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  return new Map(
    Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => [
      name,
      { schema: isObject(schema) ? resolved(schema, root) : {}, isRequired: names.includes(name) },
    ]),
  )
}

function resolved(schema: Properties, root: Properties): Properties {
  const name = typeof schema.$ref === 'string' ? /^#\/(\$defs|definitions)\/([^/]+)$/.exec(schema.$ref) : null
  const group = name === null ? undefined : root[name[1] ?? '']
  const target = isObject(group) && Object.hasOwn(group, name?.[2] ?? '') ? group[name?.[2] ?? ''] : undefined
  const whole = isObject(target) ? { ...target, ...schema } : schema
  return isObject(whole.items)
    ? { ...whole, items: target === undefined ? resolved(whole.items, root) : whole.items }
    : whole
}

/** Keywords by which a schema may mean more than it plainly says. */
const OPEN_WAYS = ['$ref', 'anyOf', 'oneOf', 'allOf', 'if', 'not', 'enum', 'const', 'pattern', 'format']
const LIMITS = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'at least',
  maxLength: 'at most',
  minItems: 'at least',
  maxItems: 'at most',
} as const
const LENGTHS: Readonly<Record<string, string>> = {
  minLength: ' characters',
  maxLength: ' characters',
  minItems: ' items',
  maxItems: ' items',
}

/** In what a property's schema elsewhere contradicts the one of the contract, each as the end of a sentence about it. */
export function schemaDifferences(said: Properties, promised: Properties, where: string): string[] {
  const found: string[] = []
  const [type, known] = [typeOf(said), typeOf(promised)]
  if (type !== undefined && known !== undefined && !isSameType(type, known))
    return [`is ${type} in ${where} and ${known} in contract.json`]
  const [item, knownItem] = [said.items, promised.items].map((items) => (isObject(items) ? typeOf(items) : undefined))
  if (item !== undefined && knownItem !== undefined && !isSameType(item, knownItem))
    found.push(`holds ${item} items in ${where} and ${knownItem} items in contract.json`)
  if (typeof said.format === 'string' && typeof promised.format === 'string' && said.format !== promised.format)
    found.push(`is of the form ${said.format} in ${where} and ${promised.format} in contract.json`)
  found.push(...valueDifferences(said, promised, where))
  for (const [limit, words] of Object.entries(LIMITS)) {
    const [stated, real] = [said[limit], promised[limit]]
    if (typeof stated === 'number' && typeof real === 'number' && stated !== real)
      found.push(`is ${words} ${stated}${LENGTHS[limit] ?? ''} in ${where} and ${words} ${real} in contract.json`)
  }
  return found
}

function valueDifferences(said: Properties, promised: Properties, where: string): string[] {
  const [values, allowed] = [valuesOf(said), valuesOf(promised)]
  if (values === undefined) return []
  if (allowed === undefined) {
    const isFree = typeof promised.type === 'string' && !OPEN_WAYS.some((keyword) => Object.hasOwn(promised, keyword))
    return isFree && promised.type !== 'array' && promised.type !== 'object'
      ? [`may only be ${shown(values)} in ${where}, and any ${promised.type} in contract.json`]
      : []
  }
  const extra = values.filter((value) => !allowed.includes(value))
  const missing = allowed.filter((value) => value !== null && !values.includes(value))
  return [
    ...(extra.length > 0 ? [`may be ${shown(extra)} in ${where}, which contract.json does not allow`] : []),
    ...(missing.length > 0 ? [`may be ${shown(missing)} in contract.json, which ${where} does not name`] : []),
  ]
}

/** In what the two defaults contradict each other; `tellsDefaults` when none being stated means that there is none. */
export function defaultDifference(
  said: Properties,
  promised: Properties,
  where: string,
  { tellsDefaults, isLiteral }: { readonly tellsDefaults: boolean; readonly isLiteral: boolean },
): string[] {
  const [hasSaid, hasPromised] = [said, promised].map((schema) => Object.hasOwn(schema, 'default'))
  if (hasSaid && hasPromised)
    return isDeepStrictEqual(said.default, promised.default)
      ? []
      : [`defaults to ${shown([said.default])} in ${where} and ${shown([promised.default])} in contract.json`]
  if (hasSaid && isLiteral)
    return [`defaults to ${shown([said.default])} in ${where}, and contract.json fills in no default`]
  // Null and what is empty are how a default of nothing is written.
  const isNothing = promised.default === null || promised.default === '' || isDeepStrictEqual(promised.default, [])
  return hasPromised && tellsDefaults && !hasSaid && !isNothing
    ? [`defaults to ${shown([promised.default])} in contract.json, and ${where} says no default`]
    : []
}

function valuesOf({ enum: values, const: only, items }: Properties): readonly unknown[] | undefined {
  if (Array.isArray(values)) return values
  if (only !== undefined) return [only]
  return isObject(items) && Array.isArray(items.enum) ? items.enum : undefined
}

/** The type a schema plainly has, null aside; undefined when it says none or several. */
function typeOf({ type, enum: values }: Properties): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null' && each !== undefined)
  if (types.length === 1) return String(types[0])
  if (types.length > 1 || !Array.isArray(values)) return undefined
  const kinds = new Set(values.map((value) => typeof value))
  return kinds.size === 1 && kinds.has('string') ? 'string' : undefined
}

// "number" is how many write "integer".
function isSameType(said: string, promised: string): boolean {
  return said === promised || (said === 'number' && promised === 'integer')
}

function shown(values: readonly unknown[]): string {
  return values
    .slice(0, 5)
    .map((value) => JSON.stringify(value))
    .join(', ')
}
