/** The numbers kept of every skill, one list for each, by ordinal. */
export interface Columns {
  readonly sizes: Float64Array<ArrayBuffer>
  readonly modified: Float64Array<ArrayBuffer>
  readonly changed: Float64Array<ArrayBuffer>
  readonly checksums: Uint32Array<ArrayBuffer>
  /** Number of the folder it was found in. */
  readonly folders: Uint32Array<ArrayBuffer>
  /** Number of the set of needs it has. */
  readonly needs: Uint32Array<ArrayBuffer>
  /** Where its record begins and ends in the log of records. */
  readonly starts: Uint32Array<ArrayBuffer>
  readonly ends: Uint32Array<ArrayBuffer>
  readonly flags: Uint8Array<ArrayBuffer>
}

/** Makes columns for that many skills, with what others hold at their beginning. */
export function columnsOf(length: number, from?: Columns): Columns {
  const columns: Columns = {
    sizes: new Float64Array(length),
    modified: new Float64Array(length),
    changed: new Float64Array(length),
    checksums: new Uint32Array(length),
    folders: new Uint32Array(length),
    needs: new Uint32Array(length),
    starts: new Uint32Array(length),
    ends: new Uint32Array(length),
    flags: new Uint8Array(length),
  }
  if (from) for (const [to, old] of pairs(columns, from)) to.set(old.subarray(0, length))
  return columns
}

/** The bytes of each column, in the order in which columnsFrom takes them. */
export function columnBytes(columns: Columns): Uint8Array[] {
  return Object.values(columns).map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  )
}

/** Reads columns back; undefined when the bytes are not those of `length` skills. */
export function columnsFrom(length: number, bytes: readonly Uint8Array[]): Columns | undefined {
  const columns = columnsOf(length)
  const parts = columnBytes(columns)
  if (parts.some((part, i) => bytes[i]?.length !== part.length)) return undefined
  for (const [i, part] of parts.entries()) part.set(bytes[i] ?? [])
  return columns
}

function pairs(
  a: Columns,
  b: Columns,
): [Uint8Array | Uint32Array | Float64Array, Uint8Array | Uint32Array | Float64Array][] {
  const others: readonly (Uint8Array | Uint32Array | Float64Array)[] = Object.values(b)
  return Object.values(a).map((column, i) => [column, others[i] ?? new Uint8Array(0)])
}
