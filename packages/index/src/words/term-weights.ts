import { enlarged } from './enlarged.ts'
import { BODY_CODE, FIELD_RULES, MAX_NEGATIVE_CHARS } from './field.ts'
import { posting } from './posting.ts'
import { splitWords, type WordVisitor } from './split-words.ts'
import type { TermNumbers } from './term-numbers.ts'
import { wordOrder } from './word-order.ts'

// Most words without spaces have two characters.
const PAIR_LENGTH = 0.5

const NO_FIELD = { weight: 0, maxChars: 0, isOrdered: false }

/** What a document is like as a whole. */
interface DocumentShape {
  /** The words of its head, and of its body, each times the weight of its field. */
  readonly headLength: number
  readonly bodyLength: number
  /** True when there was writing without spaces. */
  readonly isUnspaced: boolean
  /** The marks of its words, in the order in which they stand. */
  readonly order: Uint16Array
}

/**
 * Weighs the terms of one document after the other: a word that stands in a field once counts its weight, three times twice
 * that, a hundred times seven times that. A weight depends on its document alone, never on the others.
 */
export interface TermWeights {
  /** Counts the words of a field. */
  addField(text: string, code: number): void
  /** The terms of a text that stand in no field so far. */
  others(text: string): number[]
  /** Tells each term with its posting, and is ready for the next document. */
  finish(tell: (term: number, value: number) => void): DocumentShape
}

/** Begins weighing, with the terms numbered by `numbers`. */
export function termWeights(numbers: TermNumbers): TermWeights {
  // By term, and all zero between two documents: most of the time of a build is spent here.
  let counts = new Uint16Array(1 << 12)
  let heads = new Float64Array(1 << 12)
  let bodies = new Float64Array(1 << 12)
  let tops = new Float64Array(1 << 12)
  let codes = new Uint8Array(1 << 12)
  const counted: number[] = []
  const weighed: number[] = []
  let fieldLength = 0
  let headLength = 0
  let bodyLength = 0
  let room = 0
  let isUnspaced = false
  let isOrdered = false
  const order = wordOrder()

  const count = (term: number) => {
    if (term >= counts.length) {
      const size = 2 * (term + 1)
      counts = enlarged(counts, new Uint16Array(size))
      heads = enlarged(heads, new Float64Array(size))
      bodies = enlarged(bodies, new Float64Array(size))
      tops = enlarged(tops, new Float64Array(size))
      codes = enlarged(codes, new Uint8Array(size))
    }
    const before = counts[term] ?? 0
    if (before === 0) counted.push(term)
    if (before < 0xffff) counts[term] = before + 1
  }
  const visitor: WordVisitor = {
    word(word, isPart) {
      room -= word.length
      const term = room < 0 ? -1 : numbers.ofWord(word)
      if (term < 0) return
      if (isOrdered && !isPart) order.add(numbers.markOf(term))
      fieldLength++
      count(term)
    },
    unspaced(text, from, to) {
      isUnspaced = true
      if (to - from === 1) return visitor.word(text.slice(from, to), false, from, to)
      for (let at = from; at < to - 1 && room >= 0; at++) {
        // One character says as much as two letters.
        room -= 2
        fieldLength += PAIR_LENGTH
        count(numbers.ofPair(text, at))
      }
    },
  }
  const countText = (text: string, maxChars: number) => {
    fieldLength = 0
    room = maxChars
    splitWords(text, visitor)
  }

  return {
    addField(text, code) {
      const { weight, maxChars, ...rule } = FIELD_RULES[code] ?? NO_FIELD
      isOrdered = rule.isOrdered
      countText(text, maxChars)
      if (isOrdered) order.part()
      isOrdered = false
      const sums = code < BODY_CODE ? heads : bodies
      if (code < BODY_CODE) headLength += weight * fieldLength
      else bodyLength += weight * fieldLength
      for (const term of counted) {
        const part = weight * Math.log2(1 + (counts[term] ?? 0))
        counts[term] = 0
        if (heads[term] === 0 && bodies[term] === 0) weighed.push(term)
        sums[term] = (sums[term] ?? 0) + part
        if (part > (tops[term] ?? 0)) {
          tops[term] = part
          codes[term] = code
        }
      }
      counted.length = 0
    },
    others(text) {
      countText(text, MAX_NEGATIVE_CHARS)
      const terms = counted.filter((term) => heads[term] === 0 && bodies[term] === 0)
      for (const term of counted) counts[term] = 0
      counted.length = 0
      return terms
    },
    finish(tell) {
      for (const term of weighed) {
        tell(term, posting(heads[term] ?? 0, bodies[term] ?? 0, codes[term] ?? 0))
        heads[term] = 0
        bodies[term] = 0
        tops[term] = 0
      }
      const shape = { headLength, bodyLength, isUnspaced, order: order.finish() }
      weighed.length = 0
      headLength = 0
      bodyLength = 0
      isUnspaced = false
      return shape
    },
  }
}
