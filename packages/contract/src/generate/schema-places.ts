import { escapeStep } from '../pointer.ts'
import { isSchemaObject, type Schema, type SchemaObject } from '../schema.ts'
import { alsoFitting, withoutKeys } from './edit-schema.ts'
import type { Plan } from './plan.ts'

/** Other branches of a union that are ruled out when one is broken, at most. */
const MAX_OTHERS = 30
/** Places visited, at most. */
const MAX_PLACES = 5000

/** One schema inside a document, and how to get a value to it. */
export interface SchemaPlace {
  readonly schema: Schema
  /** JSON pointer to it in the document. */
  readonly pointer: string
  /** JSON pointer to the value that it judges, in the values `with` leads to. */
  readonly path: string
  /** The branches that lead to it, for messages: `then`, `anyOf`. */
  readonly branches: readonly string[]
  /** True for a branch of a union itself, false for what is inside one. */
  readonly isBranch: boolean
  /** The whole document with another schema in this place, and with everything that leads to it made compulsory. */
  with(changed: Schema): Schema
}

/** Every place of a document whose schema validates a value, each schema once, the outermost first. */
export function schemaPlaces(plan: Plan): SchemaPlace[] {
  const root: SchemaPlace = {
    schema: plan.root,
    pointer: '',
    path: '',
    branches: [],
    isBranch: false,
    with: (changed) => changed,
  }
  const places = [root]
  const seen = new Set<Schema>([plan.root])
  for (const place of places) {
    if (places.length > MAX_PLACES) break
    const { schema } = place
    if (!isSchemaObject(schema)) continue
    for (const next of [...placesOfValues(schema, plan), ...placesInPlace(schema, plan)]) {
      const reached = next.schema
      if (reached === true || (isSchemaObject(reached) && seen.has(reached))) continue
      seen.add(reached)
      places.push({
        schema: reached,
        pointer: next.pointer === '/$ref' ? plan.pointerTo(reached) : place.pointer + next.pointer,
        path: place.path + next.path,
        branches: next.branch === undefined ? place.branches : [...place.branches, next.branch],
        isBranch: next.path === '' && (place.isBranch || next.branch === 'anyOf' || next.branch === 'oneOf'),
        with: (changed) => place.with(next.with(changed)),
      })
    }
  }
  return places
}

/** A place seen from the schema around it. */
interface Next {
  readonly schema: Schema
  readonly pointer: string
  readonly path: string
  readonly branch?: string
  with(changed: Schema): SchemaObject
}

/** The schemas of the properties and items. */
function placesOfValues(node: SchemaObject, plan: Plan): Next[] {
  const { properties = {}, patternProperties = {}, required = [], prefixItems = [], minItems = 0 } = node
  const next: Next[] = []
  const atKey = (key: string | undefined, schema: Schema, pointer: string, rest = () => node) => {
    if (key === undefined) return
    const withKey = (changed: Schema) => ({
      ...plainly(rest()),
      properties: { ...properties, [key]: changed },
      required: [...required, key],
    })
    next.push({ schema, pointer, path: `/${escapeStep(key)}`, with: withKey })
  }
  for (const [key, schema] of Object.entries(properties)) atKey(key, schema, `/properties/${escapeStep(key)}`)
  for (const [pattern, schema] of Object.entries(patternProperties)) {
    const rest = () => ({ ...node, patternProperties: withoutKeys(patternProperties, [pattern]) })
    atKey(plan.text({ pattern }), schema, `/patternProperties/${escapeStep(pattern)}`, rest)
  }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties'] as const) {
    const schema = node[keyword]
    if (isSchemaObject(schema)) atKey(plan.freshKey(node), schema, `/${keyword}`)
  }
  const itemsBefore = (index: number) => Array.from({ length: index }, (_, i) => prefixItems[i] ?? true)
  const atIndex = (index: number, schema: Schema, pointer: string) => {
    const withItem = (changed: Schema) => ({
      ...plainly(node),
      prefixItems: [...itemsBefore(index), changed, ...prefixItems.slice(index + 1)],
      minItems: Math.max(minItems, index + 1),
    })
    next.push({ schema, pointer, path: `/${index}`, with: withItem })
  }
  for (const [index, schema] of prefixItems.entries()) atIndex(index, schema, `/prefixItems/${index}`)
  if (isSchemaObject(node.items)) atIndex(prefixItems.length, node.items, '/items')
  if (isSchemaObject(node.unevaluatedItems))
    atIndex(evaluatedItems(node, plan), node.unevaluatedItems, '/unevaluatedItems')
  return next
}

/** The schemas that judge the same value. */
function placesInPlace(node: SchemaObject, plan: Plan): Next[] {
  const { anyOf = [], oneOf = [], dependentSchemas = {}, required = [] } = node
  const next: Next[] = []
  // The rest of the schema is put together only when asked for: a union of thousands would cost the square of that.
  const add = (schema: Schema, pointer: string, rest: () => SchemaObject, branch?: string) =>
    next.push({
      schema,
      pointer,
      path: '',
      ...(branch === undefined ? {} : { branch }),
      with: (changed) => alsoFitting(plainly(rest()), [changed]),
    })
  const target = plan.refTarget(node)
  if (target !== undefined) add(target, '/$ref', () => withoutKeys(node, ['$ref', '$dynamicRef']))
  for (const [index, schema] of (node.allOf ?? []).entries())
    add(schema, `/allOf/${index}`, () => ({ ...node, allOf: node.allOf?.toSpliced(index, 1) ?? [] }))
  for (const [keyword, branches] of [['anyOf', anyOf] as const, ['oneOf', oneOf] as const])
    for (const [index, schema] of branches.entries())
      add(schema, `/${keyword}/${index}`, () => withoutOthers(node, keyword, branches.toSpliced(index, 1)), keyword)
  const { if: condition, then: whenTrue, else: whenFalse } = node
  if (condition !== undefined && whenTrue !== undefined)
    add(whenTrue, '/then', () => alsoFitting(withoutKeys(node, ['if', 'then', 'else']), [condition]), 'then')
  if (condition !== undefined && whenFalse !== undefined)
    add(whenFalse, '/else', () => alsoFitting(withoutKeys(node, ['if', 'then', 'else']), [{ not: condition }]), 'else')
  for (const [key, schema] of Object.entries(dependentSchemas)) {
    const rest = () => ({
      ...node,
      dependentSchemas: withoutKeys(dependentSchemas, [key]),
      required: [...required, key],
    })
    add(schema, `/dependentSchemas/${escapeStep(key)}`, rest, 'dependentSchemas')
  }
  return next
}

/** The schema without its union, which none of these branches may rescue. */
function withoutOthers(node: SchemaObject, keyword: string, others: readonly Schema[]): SchemaObject {
  // What a broken branch evaluated would count as unevaluated, so nothing can be required of that.
  const rest = withoutKeys(node, [keyword, 'unevaluatedProperties', 'unevaluatedItems'])
  return alsoFitting(
    rest,
    others.slice(0, MAX_OTHERS).map((other) => ({ not: other })),
  )
}

/** How many items the schema's own rules, and those of its parts, mention. */
function evaluatedItems(node: SchemaObject, plan: Plan, depth = 0): number {
  const parts = [plan.refTarget(node), ...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])]
  const inside = depth < 3 ? parts.filter(isSchemaObject).map((part) => evaluatedItems(part, plan, depth + 1)) : []
  return Math.max(node.prefixItems?.length ?? 0, ...inside)
}

/** The schema without the author's samples: they fit, and here something shall not. */
function plainly(schema: SchemaObject): SchemaObject {
  return withoutKeys(schema, ['examples', 'default'])
}
