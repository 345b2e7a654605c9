import { SkillError } from '@skillwright/contract'
import type { Embedder } from './embedder.ts'
import { createQueryEmbedder } from './query-embedder.ts'
import { readVectors, writeVectors } from './stored-vectors.ts'
import { vectorLength } from './vector-length.ts'
import { createVectorTable, type RankOptions, type VectorHit } from './vector-table.ts'
import { createVectorUpdates, type PutOptions, type VectorEntry, type VectorUpdate } from './vector-updates.ts'

/** The skills nearest to a message, or why there are none. */
interface VectorSearch {
  readonly hits: readonly VectorHit[]
  /** The mean over all texts: as near as a skill is that has nothing to do with the message. */
  readonly baseline: number
  readonly failure?: SkillError
  /** True when vectors have another length now, and all were forgotten: the skills are to be put again. */
  readonly isOutdated?: boolean
}

/** Options of Vectors.search. */
type VectorSearchOptions = Partial<RankOptions> & { readonly signal?: AbortSignal }

/** The vectors of an index. */
export interface Vectors {
  /** Skills that have a vector. */
  readonly size: number
  has(ordinal: number): boolean
  /** Gives skills the vectors of their texts; only unknown texts are embedded. An embedder that fails is reported, not thrown. */
  put(entries: Iterable<VectorEntry>, options?: PutOptions): Promise<VectorUpdate>
  remove(ordinals: Iterable<number>): void
  /** Finds by meaning. An embedder that fails is reported, not thrown, and then left alone for a while. */
  search(message: string, options?: VectorSearchOptions): Promise<VectorSearch>
  /** All of it, to be kept with the index and given back as `bytes`. */
  toBytes(): Uint8Array
}

/** Options of openVectors. */
export interface OpenVectorsOptions {
  /** What toBytes gave. Bytes of another embedder and damaged ones are left aside. */
  readonly bytes?: Uint8Array
  /** How long a search waits for the vector of the message. */
  readonly queryTimeoutMs?: number
  /** How long an embedder that has failed is not asked by searches. */
  readonly coolDownMs?: number
  readonly now?: () => number
}

/** Opens the vectors of an index, kept ones or none yet. */
export function openVectors(
  embedder: Embedder,
  { bytes, queryTimeoutMs = 5_000, coolDownMs = 30_000, now = Date.now }: OpenVectorsOptions = {},
): Vectors {
  const table = (bytes === undefined ? undefined : readVectors(embedder.id, bytes)) ?? createVectorTable()
  const length = vectorLength(embedder, table)
  const updates = createVectorUpdates(embedder, table, length)
  const queries = createQueryEmbedder(embedder, { timeoutMs: queryTimeoutMs, coolDownMs, now })
  return {
    get size() {
      return table.size
    },
    has: (ordinal) => table.hashOf(ordinal) !== undefined,
    put: (entries, options = {}) => updates.put(entries, options),
    remove: updates.remove,
    async search(message, { topK = 100, also = [], accepts = () => true, compare = byOrdinal, signal } = {}) {
      if (table.size === 0 || message.trim() === '') return { hits: [], baseline: 0 }
      const vector = await queries.ask(message, signal)
      if (!(vector instanceof Float32Array)) return { hits: [], baseline: 0, failure: vector }
      try {
        if (length.fits(vector)) return table.rank(vector, { topK, also, accepts, compare })
        return { hits: [], baseline: 0, isOutdated: true }
      } catch (error) {
        if (error instanceof SkillError) return { hits: [], baseline: 0, failure: error }
        throw error
      }
    },
    toBytes: () => writeVectors(embedder.id, table),
  }
}

function byOrdinal(a: number, b: number): number {
  return a - b
}
