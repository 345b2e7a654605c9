import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import type { SchemaMap } from '../schema-map.ts'
import type { DefaultPlan } from './default-plan.ts'

/** Keywords that may refuse a value because of a property that was not there before, and that can be asked alone. */
const LOCAL_KEYWORDS = [
  'if',
  'then',
  'else',
  'not',
  'anyOf',
  'oneOf',
  'const',
  'enum',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'patternProperties',
  'maxProperties',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
] as const

/** Keywords that mean something only together with all others around them. */
const ENTANGLED_KEYWORDS = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'] as const

/**
 * Says whether a valid value is still valid once defaults were filled in; undefined where it always is. Each default fits its own property, so only
 * keywords that depend on several properties can fail; where those stand at the root, only they are checked again.
 */
export function guardDefaults(
  map: SchemaMap,
  plans: readonly DefaultPlan[],
  isValid: (value: unknown) => boolean,
): ((filled: unknown) => boolean) | undefined {
  const [root, ...below] = plans
  if (!root) return undefined
  const hasRisk = (plan: DefaultPlan) => plan.hasCompany || plan.parts.some(({ schema }) => isRisky(schema))
  if (root.hasCompany || below.some(hasRisk)) return isValid
  const schema = root.parts[0]?.schema
  if (!schema || !isRisky(schema)) return undefined
  if (ENTANGLED_KEYWORDS.some((keyword) => keyword in schema)) return isValid
  const guard = localGuard(schema, map.root?.schema ?? {})
  if (!standsAlone(guard)) return isValid
  return map.compile(guard)?.isValid ?? isValid
}

/** True when no schema of those that a value must fit together can refuse what another one fills in: each speaks of other properties only. */
export function isPeaceful(schemas: readonly SchemaObject[]): boolean {
  const names = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return new Set(names).size === names.length && schemas.every((schema) => !isRisky(schema) && isOpen(schema))
}

function isOpen({ additionalProperties = true }: SchemaObject): boolean {
  return additionalProperties === true
}

function isRisky(schema: SchemaObject): boolean {
  return [...LOCAL_KEYWORDS, ...ENTANGLED_KEYWORDS].some((keyword) => Object.hasOwn(schema, keyword))
}

function localGuard(schema: SchemaObject, root: SchemaObject): SchemaObject {
  const guard: Record<string, unknown> = {}
  for (const keyword of LOCAL_KEYWORDS) if (Object.hasOwn(schema, keyword)) guard[keyword] = schema[keyword]
  if (root.$defs) guard.$defs = root.$defs
  if (root.definitions) guard.definitions = root.definitions
  return guard
}

/** True when every reference in the guard leads into the definitions that were copied along. */
function standsAlone(guard: SchemaObject): boolean {
  const pending: Schema[] = [guard]
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (!isSchemaObject(schema)) continue
    const { $ref, $id, $dynamicRef } = schema
    if ($id !== undefined || $dynamicRef !== undefined) return false
    if (typeof $ref === 'string' && !/^#\/(?:\$defs|definitions)\//.test($ref)) return false
    eachSubschema(schema, (sub) => {
      pending.push(sub)
    })
  }
  return true
}
