import { isObject, type Schema, SkillError } from '@skillwright/contract'
import type { Json, OpenApiDocument } from './open-document.ts'
import { PortableSchemas } from './portable-schema.ts'
import { resolveReference } from './resolve-reference.ts'

/** What an operation answers when it succeeds. */
export interface OperationOutput {
  /** Undefined where the document does not say. */
  readonly schema?: Schema
  readonly contentType?: string
}

/** What comes back of an operation. Throws INVALID_CONTRACT where that is neither JSON nor text. */
export function operationOutput(document: OpenApiDocument, { responses }: Json): OperationOutput {
  const answers = Object.entries(isObject(responses) ? responses : {})
  const good = answers.filter(([status]) => /^2(?:\d\d|XX)$/i.test(status))
  const media = (good.length > 0 ? good : answers.filter(([status]) => status === 'default')).flatMap(([, answer]) => {
    const { content } = resolveReference(document, answer)
    return Object.entries(isObject(content) ? content : {})
  })
  const json = media.filter(([type]) => /[/+]json\b|^\*\/\*/i.test(type))
  if (json.length > 0)
    return jsonOutput(
      document,
      json.map(([, one]) => one),
    )
  if (media.some(([type]) => /^text\//i.test(type))) return { schema: { type: 'string' }, contentType: 'text/plain' }
  if (media.length === 0) return {}
  throw new SkillError(
    'INVALID_CONTRACT',
    `it answers with ${media
      .map(([type]) => type)
      .join(', ')
      .slice(0, 100)}`,
  )
}

function jsonOutput(document: OpenApiDocument, media: readonly unknown[]): OperationOutput {
  const stated = media.flatMap((one) => (isObject(one) && one.schema !== undefined ? [one.schema] : []))
  // One that says nothing may be anything.
  if (stated.length < media.length) return {}
  const schemas = new PortableSchemas(document, 'output')
  const made = new Map(stated.map((schema) => [JSON.stringify(schema), schemas.convert(schema)]))
  const [only, ...others] = made.values()
  if (only === undefined || typeof only === 'boolean') return {}
  return {
    schema: others.length === 0 ? { ...only, ...schemas.defs() } : { anyOf: [...made.values()], ...schemas.defs() },
  }
}
