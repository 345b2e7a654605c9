import { isDeepStrictEqual } from 'node:util'
import { isObject, SkillError } from '@skillwright/contract'

/** Moves every schema with a title into the components of an OpenAPI document, so that generated clients have a type of that name. */
export function nameSchemas<Document extends { components?: { schemas?: object } }>(document: Document): Document {
  const schemas = new Map<string, object>()
  const paths = 'paths' in document ? refer(document.paths, schemas) : {}
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...document, paths, components: { ...document.components, schemas: Object.fromEntries(sorted) } }
}

function refer(value: unknown, schemas: Map<string, object>): unknown {
  if (Array.isArray(value)) return value.map((item) => refer(item, schemas))
  if (!isObject(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, refer(inner, schemas)]))
  const { title } = copy
  if (typeof title !== 'string') return copy
  const known = schemas.get(title)
  if (known !== undefined && !isDeepStrictEqual(known, copy))
    throw new SkillError('INTERNAL_ERROR', `Two different schemas have the title ${title}`)
  schemas.set(title, copy)
  return { $ref: `#/components/schemas/${title}` }
}
