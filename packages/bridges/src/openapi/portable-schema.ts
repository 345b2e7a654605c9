import { isObject, type Schema, SkillError } from '@skillwright/contract'
import type { Json, OpenApiDocument } from './open-document.ts'
import { readPointer } from './resolve-reference.ts'

/** Which way a value goes: what a service only gives is not sent, what it only takes does not come back. */
export type Direction = 'input' | 'output'

/** How much a schema may say, with all that it refers to: a contract takes no more. */
const MAX_NODES = 5_000

const COPIED = new Set(
  'type enum const title description default format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required dependentRequired'.split(
    ' ',
  ),
)
const ONE = new Set(
  'items additionalProperties propertyNames contains not if then else unevaluatedProperties unevaluatedItems'.split(
    ' ',
  ),
)
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const FORMATS = new Set(
  'date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid json-pointer regex'.split(' '),
)

/** Makes schemas of an OpenAPI document stand alone: 2020-12, with everything they refer to in their own `$defs`. */
export class PortableSchemas {
  readonly #document: OpenApiDocument
  readonly #hidden: 'readOnly' | 'writeOnly'
  /** The names of definitions by the reference to them, how often each was wanted, and which of them are still to be converted. */
  readonly #names = new Map<string, string>()
  readonly #wanted = new Map<string, number>()
  readonly #pending: string[] = []
  #nodes = 0

  constructor(document: OpenApiDocument, direction: Direction) {
    this.#document = document
    this.#hidden = direction === 'input' ? 'readOnly' : 'writeOnly'
  }

  /** A schema, whose definitions are among `defs`. Throws INVALID_CONTRACT for one that refers to what is not in the document. */
  convert(schema: unknown): Schema {
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema)) throw new SkillError('INVALID_CONTRACT', 'it has a schema that is none')
    this.#nodes++
    if (this.#nodes > MAX_NODES) throw new SkillError('INVALID_CONTRACT', 'its schema says too much')
    const { isOld } = this.#document
    const refers = typeof schema.$ref === 'string' ? { $ref: this.#refTo(schema.$ref) } : {}
    // In 3.0 nothing beside a reference counts.
    if ('$ref' in refers && isOld) return refers
    const words = Object.entries(this.#shown(schema)).flatMap(([keyword, value]) => this.#convertWord(keyword, value))
    const made = { ...Object.fromEntries(words), ...refers }
    return isOld ? { ...withoutOldWords(made, schema) } : made
  }

  /** The definitions of all that was converted. One after the other, since a chain of them may be long. */
  defs(): { readonly $defs?: Readonly<Record<string, Schema>> } {
    const defs: [string, Schema][] = []
    for (let ref = this.#pending.shift(); ref !== undefined; ref = this.#pending.shift())
      defs.push([this.#names.get(ref) ?? '', this.convert(readPointer(this.#document.root, ref))])
    return defs.length === 0 ? {} : { $defs: Object.fromEntries(defs) }
  }

  /** Without the properties that do not go this way. */
  #shown(schema: Json): Json {
    const { properties, required } = schema
    if (!isObject(properties)) return schema
    const isHidden = (name: unknown) => {
      const property = properties[String(name)]
      return isObject(property) && property[this.#hidden] === true
    }
    return {
      ...schema,
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !isHidden(name))),
      ...(Array.isArray(required) ? { required: required.filter((name) => !isHidden(name)) } : {}),
    }
  }

  #convertWord(keyword: string, value: unknown): [string, unknown][] {
    if (keyword === 'format') return FORMATS.has(String(value)) ? [[keyword, value]] : []
    if (keyword === 'example') return [['examples', [value]]]
    if (keyword === 'examples') return Array.isArray(value) ? [[keyword, value]] : []
    if (COPIED.has(keyword)) return [[keyword, value]]
    if (ONE.has(keyword)) return [[keyword, this.convert(value)]]
    if (LIST.has(keyword) && Array.isArray(value)) return [[keyword, value.map((one) => this.convert(one))]]
    if (!NAMED.has(keyword) || !isObject(value)) return []
    return [[keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.convert(one)]))]]
  }

  /** The place of a definition here. */
  #refTo(ref: string): string {
    const known = this.#names.get(ref)
    if (known !== undefined) return `#/$defs/${known}`
    const plain = (ref.split('/').at(-1) ?? '').replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || 'schema'
    const count = (this.#wanted.get(plain) ?? 0) + 1
    this.#wanted.set(plain, count)
    // No plain name has a dot, so that none of these is one.
    const name = count === 1 ? plain : `${plain}.${count}`
    this.#names.set(ref, name)
    this.#pending.push(ref)
    return `#/$defs/${name}`
  }
}

/** What 3.0 says in words of its own, in those of JSON Schema. */
function withoutOldWords(made: Json, schema: Json): Json {
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, type, ...rest } = made
  const isNullable = schema.nullable === true && typeof type === 'string'
  return {
    ...rest,
    ...bound('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...bound('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
    ...(type === undefined ? {} : { type: isNullable ? [type, 'null'] : type }),
    ...(isNullable && Array.isArray(made.enum) && !made.enum.includes(null) ? { enum: [...made.enum, null] } : {}),
  }
}

function bound(plain: string, exclusive: string, value: unknown, isExclusive: unknown): Json {
  if (value === undefined) return {}
  return { [isExclusive === true ? exclusive : plain]: value }
}
