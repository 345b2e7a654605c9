import type { Finding } from '../finding.ts'
import { hasOwn, isObject, jsonEquals, preview } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import { isSchema, type Schema, type SchemaObject } from '../schema.ts'

/** One parameter as every notation sees it: a property of the input object. */
export interface Parameter {
  readonly name: string
  readonly schema: SchemaObject
  readonly required: boolean
}

/** An input schema taken apart. */
export interface ObjectParts {
  readonly parameters: readonly Parameter[]
  readonly $defs: ReadonlyMap<string, Schema>
  /** What a list of parameters cannot say. */
  readonly findings: readonly Finding[]
}

const KNOWN = new Set(['type', 'properties', 'required', 'additionalProperties', '$defs'])
const ANNOTATIONS = new Set(['$schema', '$id', '$comment', 'title', 'description', 'examples', 'x-docs'])

/** The closed object schema that takes these parameters. */
export function toObjectSchema(
  parameters: readonly Parameter[],
  $defs: ReadonlyMap<string, Schema> = new Map(),
): SchemaObject {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  // Object.fromEntries makes own properties of any name, also of `__proto__`.
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...($defs.size > 0 ? { $defs: Object.fromEntries($defs) } : {}),
  }
}

/** Takes an input schema apart into its parameters, with a finding for everything that is not about one of them. */
export function fromObjectSchema(schema: unknown): ObjectParts {
  if (!isObject(schema) || (schema.type !== 'object' && !(schema.type === undefined && isObject(schema.properties)))) {
    const message = `Expected the schema of an object with properties, got ${preview(schema)}`
    return {
      parameters: [],
      $defs: new Map(),
      findings: [{ rule: 'contract/notation-shape', severity: 'error', pointer: '', message }],
    }
  }
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const isRequired = new Set<unknown>(required)
  return {
    parameters: Object.entries(properties).flatMap(([name, property]) =>
      isSchema(property) ? { name, schema: toSchemaObject(property), required: isRequired.has(name) } : [],
    ),
    $defs: new Map(isObject(schema.$defs) ? Object.entries(schema.$defs).filter(isNamedSchema) : []),
    findings: [...rootFindings(schema), ...requiredFindings(required, properties)],
  }
}

/** A finding for each keyword of a parameter that is not the same in what the notation reads back. */
export function lossFindings(before: readonly Parameter[], after: SchemaObject, notation: string): readonly Finding[] {
  const { parameters } = fromObjectSchema(after)
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]))
  return before.flatMap(({ name, schema, required }) => {
    const pointer = `/properties/${escapeStep(name)}`
    const read = byName.get(name)
    if (read === undefined) return [loss(pointer, `${notation} cannot say the parameter ${preview(name)}`)]
    const lost = Object.keys(schema).filter(
      (key) => !hasOwn(read.schema, key) || !jsonEquals(read.schema[key], schema[key]),
    )
    const gained = Object.keys(read.schema).filter((key) => !hasOwn(schema, key))
    return [
      ...lost.map((key) =>
        loss(`${pointer}/${escapeStep(key)}`, `${notation} cannot say ${preview(key)} of ${preview(name)} as it is`),
      ),
      ...gained.map((key) =>
        loss(pointer, `${notation} reads ${preview(name)} with ${preview(key)}, which the schema does not have`),
      ),
      ...(read.required === required
        ? []
        : [loss(pointer, `${notation} cannot say whether ${preview(name)} is required`)]),
    ]
  })
}

function rootFindings(schema: Readonly<Record<string, unknown>>): readonly Finding[] {
  const findings = Object.keys(schema)
    .filter((key) => !KNOWN.has(key))
    .map((key): Finding => {
      const message = `A list of parameters cannot say ${preview(key)} of the whole input`
      return loss(`/${escapeStep(key)}`, message, ANNOTATIONS.has(key) ? 'info' : 'warning')
    })
  if (schema.additionalProperties !== false) {
    const message = 'A list of parameters is closed; this schema also takes properties that it does not name'
    findings.push(loss('/additionalProperties', message))
  }
  return findings
}

function requiredFindings(required: readonly unknown[], properties: object): readonly Finding[] {
  return required
    .filter((name) => typeof name !== 'string' || !hasOwn(properties, name))
    .map((name) => loss('/required', `A list of parameters cannot require ${preview(name)}, which is not one of them`))
}

function loss(pointer: string, message: string, severity: Finding['severity'] = 'warning'): Finding {
  return { rule: 'contract/notation-loss', severity, pointer, message }
}

/** `true` and `false` as the objects that mean the same. */
function toSchemaObject(schema: Schema): SchemaObject {
  if (typeof schema !== 'boolean') return schema
  return schema ? {} : { not: {} }
}

function isNamedSchema(entry: [string, unknown]): entry is [string, Schema] {
  return isSchema(entry[1])
}
