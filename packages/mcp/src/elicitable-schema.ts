import { isObject, type Schema } from '@skillwright/contract'

const SAID = ['default', 'title', 'description']
const NUMBER = ['minimum', 'maximum', ...SAID]
const FORMATS = new Set<unknown>(['email', 'uri', 'date', 'date-time'])

type FormField = Readonly<Record<string, unknown>>

/** A form as MCP lets a server ask for: an object of plain values. */
export interface FormSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, FormField>>
  readonly required: readonly string[]
}

/** The form for some properties of an object schema, or all of them; undefined when one of them cannot be asked for in a form. */
export function elicitableSchema(schema: Schema, only?: readonly string[]): FormSchema | undefined {
  if (!isObject(schema) || !isObject(schema.properties)) return undefined
  const names = only ?? Object.keys(schema.properties)
  const properties: Record<string, FormField> = {}
  for (const name of names) {
    const field = formField(Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined)
    if (field === undefined) return undefined
    properties[name] = field
  }
  if (names.length === 0) return undefined
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => names.includes(String(name))) : []
  return { type: 'object', properties, required: required.map(String) }
}

function formField(schema: unknown): FormField | undefined {
  if (!isObject(schema)) return undefined
  switch (schema.type) {
    case 'string':
      return choices(schema, 'oneOf') ?? textField(schema)
    case 'integer':
    case 'number':
      return { type: schema.type, ...pick(schema, NUMBER) }
    case 'boolean':
      return { type: 'boolean', ...pick(schema, SAID) }
    case 'array': {
      const { items } = schema
      if (!isObject(items)) return undefined
      const of = choices(items, 'anyOf') ?? (isTexts(items.enum) ? { type: 'string', enum: items.enum } : undefined)
      return of && { type: 'array', items: of, ...pick(schema, ['minItems', 'maxItems', ...SAID]) }
    }
    default:
      return undefined
  }
}

function textField(schema: FormField): FormField | undefined {
  if (schema.enum !== undefined && !isTexts(schema.enum)) return undefined
  return {
    type: 'string',
    ...pick(schema, ['minLength', 'maxLength', 'enum', 'enumNames', ...SAID]),
    ...(FORMATS.has(schema.format) ? { format: schema.format } : {}),
  }
}

/** Words to choose from, each with a title. */
function choices(schema: FormField, keyword: 'oneOf' | 'anyOf'): FormField | undefined {
  const list = schema[keyword]
  const isTitled = (one: unknown) => isObject(one) && typeof one.const === 'string' && typeof one.title === 'string'
  if (!Array.isArray(list) || !list.every(isTitled)) return undefined
  return { ...(keyword === 'oneOf' ? { type: 'string', ...pick(schema, SAID) } : {}), [keyword]: list }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function pick(schema: FormField, names: readonly string[]): FormField {
  return Object.fromEntries(names.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]))
}
