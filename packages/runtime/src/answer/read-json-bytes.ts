import { type ExactJson, readExactJson } from '@skillwright/contract'
import type { SecretMask } from './mask-secrets.ts'

// Every walk over the value after this one may be recursive.
const MAX_DEPTH = 1_000
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** JSON that was read with its secrets masked; undefined for bytes that are empty, and `encoding` for those that are not UTF-8. */
export type JsonBytes = ExactJson | { readonly ok: false; readonly reason: 'encoding' } | undefined

/** Reads bytes as JSON. */
export function readJsonBytes(bytes: Uint8Array, mask: SecretMask): JsonBytes {
  const text = decodeText(bytes)
  if (text === undefined) return { ok: false, reason: 'encoding' }
  if (text.trim() === '') return undefined
  const read = readExactJson(text, { maxDepth: MAX_DEPTH })
  return read.ok ? { ...read, value: mask.value(read.value) } : read
}

/** The text that bytes are in UTF-8, if they are. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
