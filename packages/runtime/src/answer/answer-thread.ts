import { openSchema, type Schema, type SchemaChecker } from '@skillwright/contract'
import { checkOutput } from '../call/call-envelope.ts'
import { cutJson, type JsonPieces } from './json-pieces.ts'
import { maskSecrets } from './mask-secrets.ts'
import { type PrintedAnswer, readAnswer, readJsonBytes } from './read-answer.ts'

/** What a thread gets to read the answer of a skill. */
export interface PrintedRequest extends PrintedAnswer {
  readonly secrets: readonly string[]
  /** What the contract promises; undefined where there is no contract. */
  readonly schema: Schema | undefined
}

/** Reads the answer of a skill and holds it to the contract; the response comes in pieces. */
export function readPrinted({ secrets, schema, ...printed }: PrintedRequest): JsonPieces {
  const output = schema === undefined ? undefined : checkerOf(schema)
  return cutJson(checkOutput(output, readAnswer(printed, maskSecrets(secrets))))
}

/** What a thread gets to read the body of a service's answer. */
export interface BodyRequest {
  readonly bytes: Uint8Array
  readonly secrets: readonly string[]
}

/** Reads the body of a service's answer; it comes in pieces. */
export function readBody({ bytes, secrets }: BodyRequest): JsonPieces {
  return cutJson(readJsonBytes(bytes, maskSecrets(secrets)) ?? null)
}

let last: { readonly key: string; readonly checker: SchemaChecker } | undefined

/** The checker for a schema; the same one as last time for the same schema, since making it is most of the work. */
function checkerOf(schema: Schema): SchemaChecker {
  const key = JSON.stringify(schema)
  if (last?.key !== key) last = { key, checker: openSchema(schema) }
  return last.checker
}
