import { eachSubschema, isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import type { SchemaMap } from '../schema-map.ts'
import { type DefaultPlan, ENTANGLED_KEYWORDS, isRisky, LOCAL_KEYWORDS, mayClash } from './default-plan.ts'

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
  if (root.hasCompany || below.some(mayClash)) return isValid
  const schema = root.parts[0]?.schema
  if (!schema || !isRisky(schema)) return undefined
  if (ENTANGLED_KEYWORDS.some((keyword) => keyword in schema)) return isValid
  const guard = localGuard(schema, map.root?.schema ?? {})
  if (!standsAlone(guard)) return isValid
  return map.compile(guard)?.isValid ?? isValid
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
