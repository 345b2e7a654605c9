import { isDeeperThan, isObject, SkillError } from '@skillwright/contract'
import { type Document, isScalar, parseDocument, visit } from 'yaml'

/** A JSON object of a document that others wrote. */
export type Json = Readonly<Record<string, unknown>>

/** An OpenAPI document. */
export interface OpenApiDocument {
  readonly root: Json
  /** Whether it is of 3.0, whose schemas are not quite JSON Schema. */
  readonly isOld: boolean
}

const MAX_CHARACTERS = 16 * 1024 * 1024
/** Reading YAML takes far longer. */
const MAX_YAML = 4 * 1024 * 1024
const MAX_DEPTH = 200
const MAX_ALIASES = 100

/** Reads an OpenAPI document of 3.0 or 3.1, as JSON or YAML. Throws INVALID_INPUT for anything else, INPUT_TOO_LARGE for one that is too large. */
export function openDocument(text: string): OpenApiDocument {
  const isJson = /^\s*[{[]/.test(text)
  const most = isJson ? MAX_CHARACTERS : MAX_YAML
  if (text.length > most)
    throw new SkillError('INPUT_TOO_LARGE', `The document is longer than ${most} characters`, {
      hint: isJson ? 'Leave out what is not imported' : 'Write it as JSON, which may be longer',
    })
  const root = isJson ? parseJson(text) : parseYaml(text)
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw unreadable('JSON', cause)
  }
}

function parseYaml(text: string): unknown {
  try {
    // The parser's own look for keys that stand twice compares each with each.
    const document = parseDocument(text, { uniqueKeys: false, merge: false })
    const [error] = document.errors
    if (error !== undefined) throw error
    refuseTwins(document)
    return document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (cause) {
    throw unreadable('YAML', cause)
  }
}

/** Throws for a key that stands twice in a map: readers do not agree on which counts. */
function refuseTwins(document: Document): void {
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? String(key.value) : key
        if (keys.has(name))
          throw new Error(`the key ${JSON.stringify(String(name).slice(0, 60))} stands twice in a map`)
        keys.add(name)
      }
    },
  })
}

function unreadable(language: string, cause: unknown): SkillError {
  const why = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
  return new SkillError('INVALID_INPUT', `The document is no ${language}: ${why?.slice(0, 200)}`, { cause })
}
