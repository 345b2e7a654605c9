import { enlarged } from './enlarged.ts'
import { BODY_CODE, FIELD_RULES, MAX_NEGATIVE_CHARS } from './field.ts'
import { posting } from './posting.ts'
import { type RunVisitor, splitRuns } from './split-words.ts'
import type { TermNumbers, TermVisitor } from './term-numbers.ts'
import { wordOrder } from './word-order.ts'

// Most words without spaces have two characters.
const PAIR_LENGTH = 0.5

// Of 1 and more; most words stand in a field a few times.
const LOGARITHMS = Float64Array.from({ length: 64 }, (_, at) => Math.log2(at))

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
  // By term, one more than its place among the terms of this document, and 0 where it has none. Most of the time of a build
  // is spent on counting: what is known of a term in one document lies close together.
  let places = new Uint16Array(1 << 12)
  let terms = new Uint32Array(1 << 9)
  let counts = new Uint16Array(1 << 9)
  let heads = new Float64Array(1 << 9)
  let bodies = new Float64Array(1 << 9)
  let tops = new Float64Array(1 << 9)
  let codes = new Uint8Array(1 << 9)
  let length = 0
  // The places of the terms of one field.
  const counted: number[] = []
  let fieldLength = 0
  let headLength = 0
  let bodyLength = 0
  let room = 0
  let isUnspaced = false
  let isOrdered = false
  const order = wordOrder()

  const enlarge = () => {
    const size = 2 * length
    terms = enlarged(terms, new Uint32Array(size))
    counts = enlarged(counts, new Uint16Array(size))
    heads = enlarged(heads, new Float64Array(size))
    bodies = enlarged(bodies, new Float64Array(size))
    tops = enlarged(tops, new Float64Array(size))
    codes = enlarged(codes, new Uint8Array(size))
  }
  const placeOf = (term: number) => {
    if (term >= places.length) places = enlarged(places, new Uint16Array(2 * (term + 1)))
    const known = (places[term] ?? 0) - 1
    if (known >= 0) return known
    if (length === terms.length) enlarge()
    terms[length] = term
    places[term] = ++length
    return length - 1
  }
  const count = (term: number) => {
    const place = placeOf(term)
    const before = counts[place] ?? 0
    if (before === 0) counted.push(place)
    if (before < 0xffff) counts[place] = before + 1
  }
  const countWord: TermVisitor = (term, wordLength, isPart) => {
    room -= wordLength
    if (room < 0 || term < 0) return
    if (isOrdered && !isPart) order.add(numbers.markOf(term))
    fieldLength++
    count(term)
  }
  const visitor: RunVisitor = {
    spaced: (text, from, to) => numbers.ofRun(text, from, to, countWord),
    unspaced(text, from, to) {
      isUnspaced = true
      if (to - from === 1) return numbers.ofRun(text, from, to, countWord)
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
    splitRuns(text, visitor)
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
      for (const place of counted) {
        const times = counts[place] ?? 0
        const part = weight * (LOGARITHMS[1 + times] ?? Math.log2(1 + times))
        counts[place] = 0
        sums[place] = (sums[place] ?? 0) + part
        if (part > (tops[place] ?? 0)) {
          tops[place] = part
          codes[place] = code
        }
      }
      counted.length = 0
    },
    others(text) {
      countText(text, MAX_NEGATIVE_CHARS)
      const others = counted.filter((place) => tops[place] === 0)
      for (const place of counted) counts[place] = 0
      counted.length = 0
      return others.map((place) => terms[place] ?? 0)
    },
    finish(tell) {
      for (let place = 0; place < length; place++) {
        const term = terms[place] ?? 0
        places[term] = 0
        if (tops[place] === 0) continue
        tell(term, posting(heads[place] ?? 0, bodies[place] ?? 0, codes[place] ?? 0))
        heads[place] = 0
        bodies[place] = 0
        tops[place] = 0
      }
      const shape = { headLength, bodyLength, isUnspaced, order: order.finish() }
      length = 0
      headLength = 0
      bodyLength = 0
      isUnspaced = false
      return shape
    },
  }
}
