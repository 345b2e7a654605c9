import { crc32 } from 'node:zlib'
import { isObject } from '@skillwright/contract'
import { createVectorTable, type VectorTable } from './vector-table.ts'

// Layout: 8 bytes of magic, the checksum of what follows, the length of the header, the header as JSON, then the numbers.
const MAGIC = 'skwvec1\n'
const HEADER_AT = 16

/** The vectors of an index as bytes, to be kept with it. */
export function writeVectors(embedder: string, table: VectorTable): Uint8Array {
  const texts = [...table.texts()]
  const dimensions = table.dimensions ?? 0
  const described = texts.map(({ hash, ordinals }) => [hash, ...ordinals])
  const header = Buffer.from(JSON.stringify({ embedder, dimensions, texts: described }))
  const numbersAt = HEADER_AT + header.length + (header.length % 2)
  const bytes = Buffer.alloc(numbersAt + texts.length * dimensions * 2)
  bytes.write(MAGIC, 'latin1')
  bytes.writeUInt32LE(header.length, 12)
  header.copy(bytes, HEADER_AT)
  const numbers = new Int16Array(bytes.buffer, bytes.byteOffset + numbersAt, texts.length * dimensions)
  for (const [i, text] of texts.entries()) numbers.set(text.numbers, i * dimensions)
  bytes.writeUInt32LE(crc32(bytes.subarray(12)), 8)
  return bytes
}

/** Reads what writeVectors wrote for the same embedder. Anything else, also damaged bytes, is undefined: embed anew. */
export function readVectors(embedder: string, bytes: Uint8Array): VectorTable | undefined {
  const stored = readStored(bytes)
  return stored?.embedder === embedder ? stored.table : undefined
}

/** The same bytes without the skills of these ordinals, for any embedder. */
export function forgetOrdinals(bytes: Uint8Array, ordinals: Iterable<number>): Uint8Array {
  const stored = readStored(bytes)
  if (stored === undefined) return bytes
  for (const ordinal of ordinals) stored.table.unlink(ordinal)
  return writeVectors(stored.embedder, stored.table)
}

function readStored(bytes: Uint8Array): { readonly embedder: string; readonly table: VectorTable } | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < HEADER_AT || buffer.toString('latin1', 0, 8) !== MAGIC) return undefined
  if (buffer.readUInt32LE(8) !== crc32(buffer.subarray(12))) return undefined
  const headerLength = buffer.readUInt32LE(12)
  const header = readHeader(buffer.toString('utf8', HEADER_AT, HEADER_AT + headerLength))
  if (header === undefined) return undefined
  const { embedder, dimensions, texts } = header
  const numbersAt = HEADER_AT + headerLength + (headerLength % 2)
  if (buffer.length !== numbersAt + texts.length * dimensions * 2) return undefined
  const numbers = numbersFrom(buffer.subarray(numbersAt))
  const table = createVectorTable({
    dimensions,
    texts: texts.map(([hash, ...ordinals]) => ({ hash, ordinals })),
    numbers,
  })
  return { embedder, table }
}

/** Numbers of 16 bits must start at an even address; a file that was read for itself does. */
function numbersFrom(bytes: Uint8Array): Int16Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes)
  return new Int16Array(buffer, byteOffset, byteLength / 2)
}

interface Header {
  readonly embedder: string
  readonly dimensions: number
  readonly texts: readonly (readonly [hash: string, ...ordinals: number[]])[]
}

function readHeader(json: string): Header | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isHeader(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isHeader(value: unknown): value is Header {
  if (!isObject(value) || typeof value.embedder !== 'string') return false
  if (!isOrdinal(value.dimensions) || value.dimensions === 0 || !Array.isArray(value.texts)) return false
  return value.texts.every(
    (text) => Array.isArray(text) && typeof text[0] === 'string' && text.slice(1).every(isOrdinal),
  )
}

function isOrdinal(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
