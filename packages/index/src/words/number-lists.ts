/** One kind of list of numbers that can be read where it lies in a file. */
export type NumberList = Uint8Array | Uint16Array | Uint32Array

/** How a list is read back. */
export type ListKind = 8 | 16 | 32

const ALIGNMENT = 8

/** Lists of numbers as one piece of bytes: their lengths, then each of them where it can be read in place. */
export function listsToBytes(lists: readonly NumberList[]): Uint8Array<ArrayBuffer> {
  const header = new Uint32Array([lists.length, ...lists.map(({ byteLength }) => byteLength)])
  const pieces = [header, ...lists]
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0))
  let at = 0
  for (const { buffer, byteOffset, byteLength } of pieces) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  return bytes
}

/** The lists that listsToBytes wrote, sharing the bytes; undefined for bytes that hold no such lists. */
export function listsFromBytes(bytes: Uint8Array, kinds: readonly ListKind[]): NumberList[] | undefined {
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice()
  const headerBytes = 4 * (kinds.length + 1)
  if (whole.byteLength < headerBytes) return undefined
  const [count, ...lengths] = new Uint32Array(whole.buffer, whole.byteOffset, kinds.length + 1)
  let at = aligned(headerBytes)
  const lists: NumberList[] = []
  for (const [index, kind] of kinds.entries()) {
    const length = lengths[index] ?? 0
    if (length % (kind / 8) !== 0 || at + length > whole.byteLength) return undefined
    lists.push(listOf(kind, whole, at, length))
    at += aligned(length)
  }
  return count === kinds.length && at === whole.byteLength ? lists : undefined
}

function listOf(kind: ListKind, { buffer, byteOffset }: Uint8Array, at: number, length: number): NumberList {
  if (kind === 8) return new Uint8Array(buffer, byteOffset + at, length)
  if (kind === 16) return new Uint16Array(buffer, byteOffset + at, length / 2)
  return new Uint32Array(buffer, byteOffset + at, length / 4)
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}
