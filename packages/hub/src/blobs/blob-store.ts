import type { Readable } from 'node:stream'

/** Keeps packages under the SHA-256 of their bytes. The same content is stored once, and never changes. */
export interface BlobStore {
  /** Stores the bytes durably under their hash; storing them again is nothing. Throws SERVICE_UNAVAILABLE when the store cannot take them. */
  put(sha256: string, bytes: Uint8Array): Promise<void>
  /** Opens a blob for reading; undefined when it is not there. */
  open(sha256: string): Promise<{ stream: Readable; size: number } | undefined>
  /** The bytes of a blob, checked against its hash; undefined when it is not there. */
  read(sha256: string): Promise<Uint8Array | undefined>
  /** Whether the store answers and can be written. Throws SERVICE_UNAVAILABLE when not. */
  check(): Promise<void>
}
