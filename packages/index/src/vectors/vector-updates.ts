import { hash as digest } from 'node:crypto'
import type { SkillError } from '@skillwright/contract'
import { embedMissing } from './embed-missing.ts'
import type { Embedder } from './embedder.ts'
import type { VectorLength } from './vector-length.ts'
import type { VectorTable } from './vector-table.ts'

/** A skill by its number in the index, and the text that its vector is made of. */
export interface VectorEntry {
  readonly ordinal: number
  readonly text: string
}

/** What became of the entries that were put. */
export interface VectorUpdate {
  /** Different texts that were embedded; the others were known. */
  readonly embedded: number
  /** Skills that still have no vector; put them again later. */
  readonly pending: readonly number[]
  /** Why there are some. */
  readonly failure?: SkillError
  /** True when vectors have another length now, and all others were forgotten: those skills are to be put again. */
  readonly isOutdated?: boolean
}

/** Options of VectorUpdates.put. */
export interface PutOptions {
  readonly signal?: AbortSignal
  /** Called after each call of the embedder with the number of unknown texts that have a vector. */
  readonly onProgress?: (done: number, of: number) => void
}

/** Changes to a table that take their time. */
export interface VectorUpdates {
  put(entries: Iterable<VectorEntry>, options: PutOptions): Promise<VectorUpdate>
  remove(ordinals: Iterable<number>): void
}

interface WantedText {
  readonly hash: string
  readonly text: string
  readonly ordinals: number[]
}

/** Keeps a table up to date. A later text or a removal overtakes an earlier one that is still under way. */
export function createVectorUpdates(embedder: Embedder, table: VectorTable, length: VectorLength): VectorUpdates {
  const waiting = new Map<number, string>()
  let last: Promise<unknown> = Promise.resolve()

  const stillWaiting = ({ hash, ordinals }: WantedText) => ordinals.filter((ordinal) => waiting.get(ordinal) === hash)
  const link = (wanted: WantedText) => {
    for (const ordinal of stillWaiting(wanted)) if (table.link(ordinal, wanted.hash)) waiting.delete(ordinal)
  }
  const register = (entries: Iterable<VectorEntry>) => {
    const wanted = new Map<string, WantedText>()
    for (const { ordinal, text } of entries) {
      const hash = digest('sha256', text, 'base64url').slice(0, 22)
      waiting.delete(ordinal)
      if (table.hashOf(ordinal) === hash) continue
      table.unlink(ordinal)
      waiting.set(ordinal, hash)
      const same = wanted.get(hash)
      if (same === undefined) wanted.set(hash, { hash, text, ordinals: [ordinal] })
      else same.ordinals.push(ordinal)
    }
    return wanted
  }
  const fill = async (wanted: ReadonlyMap<string, WantedText>, { signal, onProgress }: PutOptions) => {
    for (const text of wanted.values()) link(text)
    const missing = [...wanted.values()].filter((text) => stillWaiting(text).length > 0)
    let isOutdated = false
    const onVector = (hash: string, vector: Float32Array) => {
      if (!length.fits(vector)) isOutdated = true
      table.add(hash, vector)
      const text = wanted.get(hash)
      if (text !== undefined) link(text)
    }
    const outcome = await embedMissing(embedder, missing, { onVector, onProgress, signal })
    const pending = missing.flatMap(stillWaiting).sort((a, b) => a - b)
    return { ...outcome, pending, ...(isOutdated ? { isOutdated } : {}) }
  }

  return {
    async put(entries, options) {
      const wanted = register(entries)
      // One after the other, so that a text that two callers bring is embedded once.
      const filling = last.then(() => fill(wanted, options))
      last = filling.catch(() => undefined)
      return filling
    },
    remove(ordinals) {
      for (const ordinal of ordinals) {
        waiting.delete(ordinal)
        table.unlink(ordinal)
      }
    },
  }
}
