import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'

/** Keeps packages under the SHA-256 of their bytes. The same content is stored once, and never changes. */
export interface BlobStore {
  /**
   * Stores the bytes under their hash, durably unless they can be made again; what is there already stays, unless it is damaged. Throws
   * SERVICE_UNAVAILABLE when the store cannot take them.
   */
  put(sha256: string, bytes: Uint8Array, options?: { readonly durably?: boolean }): Promise<void>
  /**
   * Opens a blob of this size for reading; undefined when it is not there. Throws INTEGRITY_FAILED when it has another size; the
   * stream fails so, before its last piece, when it is not what its name says.
   */
  open(sha256: string, size: number): Promise<Readable | undefined>
  /** The bytes of a blob, checked against its hash; undefined when it is not there. */
  read(sha256: string): Promise<Uint8Array | undefined>
  /** Whether there is a blob of that name; only reading shows whether it is whole. */
  has(sha256: string): Promise<boolean>
  /** Every blob that is stored. */
  list(): AsyncIterable<StoredBlob>
  /** Removes a blob that was not put since then; true when it did. */
  remove(sha256: string, unusedSince: number): Promise<boolean>
  /** Whether the store answers and can be written. Throws SERVICE_UNAVAILABLE when not. */
  check(): Promise<void>
}

/** A blob as a list shows it. */
export interface StoredBlob {
  readonly sha256: string
  readonly bytes: number
  /** When it was last put, in milliseconds since 1970. */
  readonly putAt: number
}

/** True for what can be the name of a blob. */
export function isBlobName(sha256: string): boolean {
  return /^[0-9a-f]{64}$/.test(sha256)
}

/** Throws INTEGRITY_FAILED unless the bytes are what the name says. */
export function requireHash(sha256: string, bytes: Uint8Array): void {
  const actual = createHash('sha256').update(bytes).digest('hex')
  if (actual !== sha256) throw wrongHash(sha256, actual)
}

/** The error for bytes that do not match their name. */
export function wrongHash(sha256: string, actual: string): SkillError {
  return new SkillError('INTEGRITY_FAILED', `Expected bytes with the SHA-256 ${sha256}, got ${actual}`)
}

/** Throws INTEGRITY_FAILED unless a blob has the size it was stored with. */
export function requireSize(sha256: string, expected: number, actual: number): void {
  if (actual !== expected)
    throw new SkillError(
      'INTEGRITY_FAILED',
      `Expected ${expected} bytes with the SHA-256 ${sha256}, got ${actual} bytes`,
    )
}

/** The bytes, when they are what the name says. */
export function checkedBlob(sha256: string, bytes: Uint8Array): Uint8Array {
  requireHash(sha256, bytes)
  return bytes
}
