import { SkillError } from '@skillwright/contract'
import type { Embedder } from './embedder.ts'
import type { VectorTable } from './vector-table.ts'

/** Says whether vectors of a length can be compared with those of a table. */
export interface VectorLength {
  /**
   * False when the table has just been emptied, because the model behind the name is another one now: all skills are to be
   * embedded again. Throws INVALID_OUTPUT when it goes back to a length that it had left, which would never end.
   */
  fits(vector: Float32Array): boolean
}

/** Watches the length of the vectors of one embedder. */
export function vectorLength({ id }: Embedder, table: VectorTable): VectorLength {
  const left = new Set<number>()
  return {
    fits({ length }) {
      const { dimensions } = table
      if (dimensions === undefined || dimensions === length) return true
      if (left.has(length)) {
        const message = `The embedder ${id} gave a wrong answer: expected ${dimensions} dimensions, got ${length}`
        throw new SkillError('INVALID_OUTPUT', message, {
          hint: 'Check that one model alone answers to that name.',
        })
      }
      left.add(dimensions)
      table.clear()
      return false
    },
  }
}
