import { isDeeperThan, isObject, SkillError } from '@skillwright/contract'
import { parseDocument } from 'yaml'

/** A JSON object of a document that others wrote. */
export type Json = Readonly<Record<string, unknown>>

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly root: Json
  /** Whether it is of 3.0, whose schemas are not quite JSON Schema. */
  readonly isOld: boolean
}

const MAX_CHARACTERS = 16 * 1024 * 1024
const MAX_DEPTH = 200
const MAX_ALIASES = 100

/** Reads an OpenAPI document of 3.0 or 3.1, as JSON or YAML. Throws INVALID_INPUT for anything else, INPUT_TOO_LARGE for one that is too large. */
export function openDocument(text: string): OpenApiDocument {
  if (text.length > MAX_CHARACTERS)
    throw new SkillError('INPUT_TOO_LARGE', `The document is longer than ${MAX_CHARACTERS} characters`)
  const root = parse(text)
  if (isDeeperThan(root, MAX_DEPTH))
    throw new SkillError('INPUT_TOO_LARGE', `The document is nested more than ${MAX_DEPTH} levels deep`)
  const version = isObject(root) ? (root.openapi ?? root.swagger) : undefined
  if (!isObject(root) || typeof version !== 'string' || !/^3\.[01](?:\.|$)/.test(version))
    throw new SkillError(
      'INVALID_INPUT',
      `Expected an OpenAPI document of 3.0 or 3.1, got ${version === undefined ? 'something else' : `version ${String(version).slice(0, 20)}`}`,
      { hint: 'Convert older ones with a tool of your choice first' },
    )
  return { root, isOld: version.startsWith('3.0') }
}

function parse(text: string): unknown {
  try {
    if (/^\s*[{[]/.test(text)) return JSON.parse(text)
    const document = parseDocument(text, { uniqueKeys: true, merge: false })
    const [error] = document.errors
    if (error !== undefined) throw error
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw new SkillError('INVALID_INPUT', `The document is neither JSON nor YAML: ${why?.slice(0, 200)}`, { cause })
  }
}
