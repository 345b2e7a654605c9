import type { Finding } from '../finding.ts'
import { isObject, jsonEquals, preview } from '../json.ts'
import { escapeStep } from '../pointer.ts'
import { isSchema, type Schema, type SchemaObject } from '../schema.ts'
import { carriedDefinitions } from './carried-definitions.ts'
import { fromObjectSchema, lossFindings, type Parameter, toObjectSchema } from './object-schema.ts'
import { readDefinition } from './read-definition.ts'

/** One parameter as a skill descriptor writes it (document D). */
export interface ParameterDefinition {
  readonly name: string
  /** A JSON Schema type name; `any` when `schema` says what it takes. */
  readonly type: string
  readonly description?: string
  readonly required: boolean
  /** Absent or null when there is none; a default that is null stands in `schema`. */
  readonly default?: unknown
  /** The other keywords of its schema. */
  readonly schema?: SchemaObject
}

/** Reads a descriptor's `inputs` (document D) into the schema of the input. Never throws. */
export function parametersToSchema(definitions: unknown): { schema: SchemaObject; findings: readonly Finding[] } {
  if (!Array.isArray(definitions)) {
    const message = `Expected a list of parameter definitions, got ${preview(definitions)}`
    return { schema: toObjectSchema([]), findings: [finding('shape', '', message)] }
  }
  const findings: Finding[] = []
  const parameters = new Map<string, Parameter>()
  const $defs = new Map<string, Schema>()
  for (const [i, definition] of definitions.entries()) {
    const at = `/${i}`
    const name = isObject(definition) ? definition.name : undefined
    if (!isObject(definition) || typeof name !== 'string' || name === '') {
      findings.push(finding('name', at, `Expected a parameter with a name, got ${preview(definition)}`))
      continue
    }
    if (parameters.has(name)) {
      findings.push(finding('name', `${at}/name`, `Expected each parameter once, got ${preview(name)} again`))
      continue
    }
    const read = readDefinition(definition)
    for (const { field, severity, message } of read.problems) {
      findings.push({ ...finding('definition', at + field, `${preview(name)}: ${message}`), severity })
    }
    const { $defs: carried, ...schema } = read.schema
    findings.push(...hoist(carried, $defs, `${at}/schema/$defs`))
    parameters.set(name, { name, schema, required: definition.required === true })
  }
  return { schema: toObjectSchema([...parameters.values()], $defs), findings }
}

/** Writes an input schema as a descriptor's `inputs`, with a finding for everything that they cannot say. */
export function schemaToParameters(schema: unknown): {
  parameters: readonly ParameterDefinition[]
  findings: readonly Finding[]
} {
  const { parameters, $defs, findings } = fromObjectSchema(schema)
  const unused = new Set($defs.keys())
  const lost: Finding[] = []
  const definitions = parameters.map((parameter) => {
    const { needed, foreign } = carriedDefinitions(parameter.schema, $defs)
    const pointer = `/properties/${escapeStep(parameter.name)}`
    for (const name of needed.keys()) unused.delete(name)
    for (const ref of foreign) {
      const message = `A parameter definition stands alone and cannot refer to ${preview(ref)}`
      lost.push({ ...finding('loss', pointer, message), severity: 'warning' })
    }
    return toDefinition(parameter, needed)
  })
  for (const name of unused) {
    const message = `Parameter definitions leave out ${preview(name)}, which no parameter refers to`
    lost.push({ ...finding('loss', `/$defs/${escapeStep(name)}`, message), severity: 'info' })
  }
  // What a reader of the definitions gets is the measure of what they say.
  const losses = lossFindings(parameters, parametersToSchema(definitions).schema, 'A parameter definition')
  return { parameters: definitions, findings: [...findings, ...lost, ...losses] }
}

function toDefinition({ name, schema, required }: Parameter, needed: ReadonlyMap<string, Schema>): ParameterDefinition {
  const { type, description, default: fallback, ...rest } = schema
  const isNamed = typeof type === 'string'
  const hasText = typeof description === 'string'
  const inSchema: SchemaObject = {
    ...(isNamed || type === undefined ? {} : { type }),
    ...(hasText || description === undefined ? {} : { description }),
    ...(fallback === null ? { default: null } : {}),
    ...rest,
    ...(needed.size > 0 ? { $defs: Object.fromEntries(needed) } : {}),
  }
  return {
    name,
    type: isNamed ? type : 'any',
    ...(hasText ? { description } : {}),
    required,
    ...(fallback === undefined || fallback === null ? {} : { default: fallback }),
    ...(Object.keys(inSchema).length > 0 ? { schema: inSchema } : {}),
  }
}

/** Definitions that a parameter carries belong to the whole input, where its references look for them. */
function hoist(carried: unknown, $defs: Map<string, Schema>, pointer: string): readonly Finding[] {
  if (!isObject(carried)) return []
  return Object.entries(carried).flatMap(([name, definition]) => {
    if (!isSchema(definition)) return []
    if (!$defs.has(name)) $defs.set(name, definition)
    if (jsonEquals($defs.get(name), definition)) return []
    const message = `Expected one definition of ${preview(name)}, got another than an earlier parameter carries`
    return [finding('definition', `${pointer}/${escapeStep(name)}`, message)]
  })
}

function finding(rule: string, pointer: string, message: string): Finding {
  return { rule: `contract/notation-${rule}`, severity: 'error', pointer, message }
}
