/** The lists of a file by name, each with the bits of its numbers. */
export type ListSchema = Readonly<Record<string, 8 | 16 | 32>>

/** Lists of numbers as a schema names them. */
export type Lists<Schema extends ListSchema> = {
  readonly [Name in keyof Schema]: Schema[Name] extends 8
    ? Uint8Array
    : Schema[Name] extends 16
      ? Uint16Array
      : Uint32Array
}

/** Lists as one piece of bytes: their lengths, then each of them where it can be read in place. */
export function listsToBytes<Schema extends ListSchema>(schema: Schema, lists: Lists<Schema>): Uint8Array<ArrayBuffer> {
  const inOrder = Object.keys(schema).map((name) => lists[name] ?? new Uint8Array(0))
  const pieces = [Uint32Array.from(inOrder, ({ byteLength }) => byteLength), ...inOrder]
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of pieces) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  return bytes
}

/** The lists that listsToBytes wrote, sharing the bytes; undefined for bytes that cannot be those. */
export function listsFromBytes<Schema extends ListSchema>(
  schema: Schema,
  bytes: Uint8Array,
): Lists<Schema> | undefined {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : new Uint8Array(bytes)
  const names = Object.keys(schema)
  if (byteLength < 4 * names.length) return undefined
  const lengths = new Uint32Array(buffer, byteOffset, names.length)
  const lists: Record<string, Uint8Array | Uint16Array | Uint32Array> = {}
  let at = aligned(lengths.byteLength)
  for (const [index, name] of names.entries()) {
    const length = lengths[index] ?? 0
    const width = (schema[name] ?? 8) / 8
    if (length % width !== 0 || at + length > byteLength) return undefined
    const start = byteOffset + at
    if (width === 1) lists[name] = new Uint8Array(buffer, start, length)
    else if (width === 2) lists[name] = new Uint16Array(buffer, start, length / 2)
    else lists[name] = new Uint32Array(buffer, start, length / 4)
    at += aligned(length)
  }
  return at === byteLength ? (lists as Lists<Schema>) : undefined
}

const ALIGNMENT = 8

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
