import { createVectorMatrix, type VectorMatrix } from './vector-matrix.ts'

/** A skill and how near it is: the cosine of its vector and the query's. */
export interface VectorHit {
  readonly ordinal: number
  readonly score: number
}

/** Which skills a search compares and how many it returns. */
export interface RankOptions {
  /** At most 1,000. */
  readonly topK: number
  /** Ordinals that are scored too when they are not among the first. */
  readonly also: Iterable<number>
  /** False for a skill that must not be found. */
  readonly accepts: (ordinal: number) => boolean
  /** The order of two skills that are equally near. */
  readonly compare: (a: number, b: number) => number
}

/**
 * Which skill has which vector. Skills with the same text share one, so that a text is never embedded twice; vectors
 * that no skill has any more are kept until their room is needed.
 */
export interface VectorTable {
  /** Skills that have a vector. */
  readonly size: number
  readonly dimensions: number | undefined
  /** The hash of the text that a skill's vector was made of. */
  hashOf(ordinal: number): string | undefined
  /** Gives a skill the vector of a text, if that is known. */
  link(ordinal: number, hash: string): boolean
  unlink(ordinal: number): void
  add(hash: string, vector: Float32Array): void
  /** Forgets every vector: others have another length. */
  clear(): void
  rank(query: Float32Array, options: RankOptions): { readonly hits: VectorHit[]; readonly baseline: number }
  /** Every text that skills have, with its skills and its numbers. */
  texts(): Iterable<StoredText & { readonly numbers: Int16Array }>
}

/** A text as it is written away. */
interface StoredText {
  readonly hash: string
  readonly ordinals: readonly number[]
}

/** What a table starts with. */
export interface StoredTable {
  readonly dimensions: number
  readonly texts: readonly StoredText[]
  /** The numbers of one text after the other. */
  readonly numbers: Int16Array
}

/** More hits are of no use, and sorting them would take longer than finding them. */
const MAX_HITS = 1_000

/** So many vectors without a skill are kept, for a text that comes back. */
const MAX_ORPHANS = 256

/** Makes a table, empty or with what was written away. */
export function createVectorTable(stored?: StoredTable): VectorTable {
  let matrix: VectorMatrix | undefined
  const hashes: string[] = []
  const owners: Set<number>[] = []
  const orphans = new Set<number>()
  const rowOfHash = new Map<string, number>()
  const rowOf = new Map<number, number>()

  const matrixOf = (dimensions: number) => {
    matrix ??= createVectorMatrix(dimensions)
    return matrix
  }
  const freeRow = () => {
    const [oldest] = orphans
    if (oldest === undefined || orphans.size <= MAX_ORPHANS) return owners.push(new Set()) - 1
    orphans.delete(oldest)
    rowOfHash.delete(hashes[oldest] ?? '')
    return oldest
  }
  const claim = (hash: string) => {
    const row = rowOfHash.get(hash) ?? freeRow()
    hashes[row] = hash
    rowOfHash.set(hash, row)
    if (owners[row]?.size === 0) orphans.add(row)
    return row
  }
  const unlink = (ordinal: number) => {
    const row = rowOf.get(ordinal)
    if (row === undefined) return
    rowOf.delete(ordinal)
    owners[row]?.delete(ordinal)
    if (owners[row]?.size === 0) orphans.add(row)
  }
  const link = (ordinal: number, hash: string) => {
    const row = rowOfHash.get(hash)
    if (row === undefined) return false
    unlink(ordinal)
    rowOf.set(ordinal, row)
    owners[row]?.add(ordinal)
    orphans.delete(row)
    return true
  }

  if (stored !== undefined) {
    matrixOf(stored.dimensions).restore(stored.numbers)
    for (const { hash, ordinals } of stored.texts) {
      const row = owners.push(new Set()) - 1
      hashes.push(hash)
      rowOfHash.set(hash, row)
      orphans.add(row)
      for (const ordinal of ordinals) link(ordinal, hash)
    }
  }

  return {
    get size() {
      return rowOf.size
    },
    get dimensions() {
      return matrix?.dimensions
    },
    hashOf(ordinal) {
      const row = rowOf.get(ordinal)
      return row === undefined ? undefined : hashes[row]
    },
    link,
    unlink,
    add: (hash, vector) => matrixOf(vector.length).set(claim(hash), vector),
    clear() {
      matrix = undefined
      hashes.length = 0
      owners.length = 0
      orphans.clear()
      rowOfHash.clear()
      rowOf.clear()
    },
    rank(query, { topK: wanted, also, accepts, compare }) {
      const topK = Math.min(wanted, MAX_HITS)
      const cosines = matrix?.cosines(query) ?? new Float32Array(0)
      const hits: VectorHit[] = []
      let floor = Number.NEGATIVE_INFINITY
      let sum = 0
      // Fifty thousand times: an iterator, or reading every row's skills, would take longer than all the cosines.
      for (let row = 0; row < owners.length; row++) {
        const score = cosines[row] ?? 0
        sum += score
        if (score < floor) continue
        for (const ordinal of owners[row] ?? []) if (accepts(ordinal)) insert(hits, { ordinal, score }, topK, compare)
        floor = hits[topK - 1]?.score ?? floor
      }
      for (const row of orphans) sum -= cosines[row] ?? 0
      const mean = sum / Math.max(1, owners.length - orphans.size)
      const found = new Set(hits.map(({ ordinal }) => ordinal))
      for (const ordinal of new Set(also)) {
        const row = rowOf.get(ordinal)
        if (row !== undefined && !found.has(ordinal)) hits.push({ ordinal, score: cosines[row] ?? 0 })
      }
      // Rounded, because the order of the rows, which is that of history, moves the last digits of a sum.
      return { hits, baseline: Number(mean.toFixed(6)) }
    },
    *texts() {
      for (const [row, hash] of hashes.entries()) {
        const ordinals = [...(owners[row] ?? [])]
        if (matrix !== undefined && ordinals.length > 0) yield { hash, ordinals, numbers: matrix.row(row) }
      }
    },
  }
}

/** Keeps the first `topK` hits in order. */
function insert(hits: VectorHit[], hit: VectorHit, topK: number, compare: (a: number, b: number) => number): void {
  const isBefore = (other: VectorHit) =>
    hit.score > other.score || (hit.score === other.score && compare(hit.ordinal, other.ordinal) < 0)
  let at = hits.length
  for (let previous = hits[at - 1]; previous !== undefined && isBefore(previous); previous = hits[at - 1]) at--
  hits.splice(at, 0, hit)
  if (hits.length > topK) hits.pop()
}
