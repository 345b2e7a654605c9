import { isObject, type Schema } from '@skillwright/contract'

/**
 * What of an answer must be the same the next time: everything but the properties that the output schema marks
 * `"x-volatile": true`, such as the moment it was made. Keys are sorted, so that equal answers are equal as text.
 */
export function stablePart(schema: Schema, data: unknown): unknown {
  return stable([schema], data, schema)
}

/** True when a value of the data is still in its stable part, not only the objects and lists around what was left out. */
export function holdsValue(part: unknown, data: unknown): boolean {
  if (Array.isArray(data) && Array.isArray(part) && data.length > 0)
    return data.some((item, i) => (item === null || part[i] !== null) && holdsValue(part[i], item))
  if (isObject(data) && isObject(part) && Object.keys(data).length > 0)
    return Object.entries(data).some(([name, inner]) => holdsValue(part[name], inner))
  return part !== undefined || data === undefined
}

/** Where an output schema says that answers change, as JSON pointers with `*` for every item. */
export function volatilePaths(schema: Schema): string[] {
  const paths = new Set<string>()
  const visit = (candidates: readonly Schema[], path: string, depth: number) => {
    const { schemas, isVolatile } = applying(candidates, schema)
    if (isVolatile) paths.add(path)
    if (isVolatile || depth > MAX_DEPTH) return
    const names = new Set(schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : [])))
    for (const name of names) visit(propertySchemas(schemas, name), `${path}/${name}`, depth + 1)
    const items = itemSchemas(schemas, 0)
    if (items.length > 0) visit(items, `${path}/*`, depth + 1)
  }
  visit([schema], '', 0)
  return [...paths]
}

// Schemas may refer to themselves; real ones mark no field deeper than this.
const MAX_DEPTH = 8
const BRANCHES = ['allOf', 'anyOf', 'oneOf'] as const
const CONDITIONS = ['then', 'else'] as const

type Keywords = Readonly<Record<string, unknown>>

function stable(candidates: readonly Schema[], value: unknown, root: Schema): unknown {
  const { schemas, isVolatile } = applying(candidates, root)
  if (isVolatile) return undefined
  if (Array.isArray(value)) return value.map((item, i) => stable(itemSchemas(schemas, i), item, root) ?? null)
  if (!isObject(value)) return value
  const entries = Object.keys(value)
    .sort()
    .map((name): [string, unknown] => [name, stable(propertySchemas(schemas, name), value[name], root)])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined))
}

/** Every schema that may say something about the same value: those given, what they refer to, and their branches. */
function applying(candidates: readonly Schema[], root: Schema): { schemas: Keywords[]; isVolatile: boolean } {
  const pending: unknown[] = [...candidates]
  const schemas = new Set<Keywords>()
  for (const schema of pending) {
    if (!isObject(schema) || schemas.has(schema)) continue
    schemas.add(schema)
    if (typeof schema.$ref === 'string') pending.push(target(root, schema.$ref))
    for (const keyword of BRANCHES) if (Array.isArray(schema[keyword])) pending.push(...schema[keyword])
    for (const keyword of CONDITIONS) pending.push(schema[keyword])
  }
  return { schemas: [...schemas], isVolatile: [...schemas].some((schema) => schema['x-volatile'] === true) }
}

function propertySchemas(schemas: readonly Keywords[], name: string): Schema[] {
  return schemas.flatMap(({ properties, additionalProperties }) => {
    const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    return isObject(own) ? [own] : []
  })
}

function itemSchemas(schemas: readonly Keywords[], index: number): Schema[] {
  return schemas.flatMap(({ items, prefixItems }) => {
    const own = Array.isArray(prefixItems) && index < prefixItems.length ? prefixItems[index] : items
    return isObject(own) ? [own] : []
  })
}

/** What a reference inside the schema names; a contract's schemas stand alone. */
function target(root: Schema, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  const steps = decodeURIComponent(ref.slice(1)).split('/').slice(1)
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), root)
}
