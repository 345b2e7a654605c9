import { isObject, type Schema, type SchemaObject, SkillError } from '@skillwright/contract'
import type { ParameterPlace, RequestPlaces } from '@skillwright/skill'
import type { Json, OpenApiDocument } from './open-document.ts'
import { PortableSchemas } from './portable-schema.ts'
import { resolveReference } from './resolve-reference.ts'

/** What an operation takes: one schema, and where each of its parameters goes. */
export interface OperationInput {
  readonly schema: SchemaObject
  readonly places: RequestPlaces
  readonly contentType?: string
}

/** Headers that a call sets itself, and that a document does not describe as parameters (OpenAPI, "Parameter Object"). */
const IGNORED_HEADERS =
  /^(?:accept|content-type|authorization|cookie|host|content-length|connection|transfer-encoding)$/i
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple'],
  header: ['simple'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  cookie: ['form'],
}

interface Taken {
  readonly key: string
  readonly place: ParameterPlace
  readonly schema: Schema
  readonly isRequired: boolean
}

/** Joins the parameters of an operation and its body into one schema. Throws INVALID_CONTRACT for what cannot be sent. */
export function operationInput(document: OpenApiDocument, pathItem: Json, operation: Json): OperationInput {
  const schemas = new PortableSchemas(document, 'input')
  const parameters = readParameters(document, schemas, [pathItem.parameters, operation.parameters])
  const body = readBody(document, schemas, operation.requestBody, new Set(parameters.map(({ key }) => key)))
  const all = [...parameters, ...(body?.properties ?? [])]
  const required = all.filter(({ isRequired }) => isRequired).map(({ key }) => key)
  const schema: SchemaObject = {
    type: 'object',
    properties: Object.fromEntries(all.map(({ key, schema: one }) => [key, one])),
    ...(required.length === 0 ? {} : { required }),
    // What a service does not describe is a mistake more often than a parameter.
    additionalProperties: body?.additional ?? false,
    ...schemas.defs(),
  }
  const places = Object.fromEntries(parameters.map(({ key, place }) => [key, place]))
  return {
    schema,
    places: { parameters: places, ...(body === undefined ? {} : { body: body.place }) },
    ...(body === undefined ? {} : { contentType: body.contentType }),
  }
}

function readParameters(
  document: OpenApiDocument,
  schemas: PortableSchemas,
  lists: readonly unknown[],
): readonly Taken[] {
  const found = new Map<string, Json>()
  for (const list of lists)
    for (const one of Array.isArray(list) ? list : []) {
      const parameter = resolveReference(document, one)
      found.set(`${parameter.in} ${parameter.name}`, parameter)
    }
  const taken = new Map<string, Taken>()
  for (const parameter of found.values()) {
    const { name } = parameter
    if (typeof name !== 'string' || name === '')
      throw new SkillError('INVALID_CONTRACT', 'it has a parameter without a name')
    if (parameter.in === 'header' && IGNORED_HEADERS.test(name)) continue
    let key = name
    while (taken.has(key)) key = `${key}_${parameter.in}`
    taken.set(key, readParameter(schemas, parameter, { name, key }))
  }
  return [...taken.values()]
}

function readParameter(
  schemas: PortableSchemas,
  parameter: Json,
  { name, key }: { readonly name: string; readonly key: string },
): Taken {
  const { in: where, style, explode, content, description } = parameter
  const styles = typeof where === 'string' && Object.hasOwn(STYLES, where) ? STYLES[where] : undefined
  if (styles === undefined) throw new SkillError('INVALID_CONTRACT', `its parameter ${name.slice(0, 60)} goes nowhere`)
  const isJson = content !== undefined
  if (!isJson && style !== undefined && !styles.includes(String(style)))
    throw new SkillError(
      'INVALID_CONTRACT',
      `its parameter ${name.slice(0, 60)} is written in the style ${String(style)}`,
    )
  const [media] = isJson && isObject(content) ? Object.values(content) : []
  const stated = schemas.convert((isJson ? isObject(media) && media.schema : parameter.schema) || {})
  const place = {
    in: where as ParameterPlace['in'],
    ...(key === name ? {} : { name }),
    ...(isJson ? { style: 'json' } : style === undefined || style === styles[0] ? {} : { style: style as 'form' }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
  } satisfies ParameterPlace
  return {
    key,
    place,
    schema: described(stated, description),
    isRequired: where === 'path' || parameter.required === true,
  }
}

interface Body {
  readonly contentType: string
  readonly place: NonNullable<RequestPlaces['body']>
  readonly properties: readonly Omit<Taken, 'place'>[]
  readonly additional?: Schema
}

const MEDIA = [
  /^application\/json\b/i,
  /^application\/[\w.-]+\+json\b/i,
  /^application\/x-www-form-urlencoded\b/i,
  /^multipart\/form-data\b/i,
  /^\*\/\*$/,
]

function readBody(
  document: OpenApiDocument,
  schemas: PortableSchemas,
  stated: unknown,
  taken: ReadonlySet<string>,
): Body | undefined {
  if (stated === undefined) return undefined
  const { content, required: mustBe, description } = resolveReference(document, stated)
  const media = Object.entries(isObject(content) ? content : {})
  const [type, found] = MEDIA.flatMap((pattern) => media.filter(([name]) => pattern.test(name)))[0] ?? []
  if (type === undefined)
    throw new SkillError(
      'INVALID_CONTRACT',
      `it takes only ${
        media
          .map(([name]) => name)
          .join(', ')
          .slice(0, 100) || 'nothing known'
      }`,
    )
  const contentType = type === '*/*' ? 'application/json' : (type.split(';')[0] ?? type).trim()
  const schema = (isObject(found) && found.schema) || {}
  const flat = mustBe === true ? flatBody(document, schemas, schema, taken) : undefined
  if (flat !== undefined) return { contentType, place: true, ...flat }
  const key = ['body', 'request_body', 'body_of_request'].find((name) => !taken.has(name)) ?? 'body'
  const whole = { key, schema: described(schemas.convert(schema), description), isRequired: mustBe === true }
  return { contentType, place: key, properties: [whole] }
}

/** Words beside which the properties of a body are not all that there is to say of it. */
const MORE = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'nullable',
]

/** The properties of a body that is an object and nothing else, as parameters of their own; undefined when they would meet others of their names. */
function flatBody(
  document: OpenApiDocument,
  schemas: PortableSchemas,
  schema: unknown,
  taken: ReadonlySet<string>,
): Pick<Body, 'properties' | 'additional'> | undefined {
  const body = resolveReference(document, schema)
  const { properties } = body
  if (!isObject(properties) || (body.type ?? 'object') !== 'object' || MORE.some((word) => word in body))
    return undefined
  if (Object.keys(properties).some((name) => taken.has(name))) return undefined
  const made = schemas.convert(body)
  const {
    properties: shown = {},
    required = [],
    additionalProperties: additional,
  } = isObject(made) ? (made as SchemaObject) : {}
  if (required.some((name) => !Object.hasOwn(shown, name))) return undefined
  const needed = new Set(required)
  return {
    properties: Object.entries(shown).map(([key, one]) => ({ key, schema: one, isRequired: needed.has(key) })),
    ...(additional === undefined ? {} : { additional }),
  }
}

function described(schema: Schema, description: unknown): Schema {
  if (typeof description !== 'string' || description === '' || !isObject(schema) || 'description' in schema)
    return schema
  return { ...schema, description: description.slice(0, 1_000).toWellFormed() }
}
