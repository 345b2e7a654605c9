import type { SkillDocument } from '../skill-document.ts'
import { FIELD_RULES, MAX_AGAINST_CHARS } from './field.ts'
import { nameKey } from './name-key.ts'
import { splitNegative } from './negative-text.ts'
import { posting } from './posting.ts'
import { plainText, splitWords, type WordVisitor } from './split-words.ts'
import { againstTerm, beginningTerm, nameTerm } from './term.ts'
import type { TermNumbers } from './term-numbers.ts'

// A word that stands there once weighs 1, twice 1.6, three times 2; the weight of a document is worth half of what it
// could be at SATURATION, for a document of the usual length.
const SATURATION = 3
const USUAL_LENGTH = 70
const LENGTH_INFLUENCE = 0.75
/** Two characters without spaces are about one word, and each but the last begins a pair. */
const PAIR_LENGTH = 0.5

/** Takes documents apart, one after the other, into postings whose weights depend on the document alone. */
export interface DocumentTerms {
  /** Tells every term of a document and its posting; answers whether it has writing without spaces. */
  visit(document: SkillDocument, tell: (term: number, value: number) => void): boolean
}

/** Takes documents apart with terms numbered by `numbers`. */
export function documentTerms(numbers: TermNumbers): DocumentTerms {
  // By term, all zero between two documents: reused, because most of a build is spent here.
  let counts = new Uint16Array(1 << 12)
  let sums = new Float64Array(1 << 12)
  let tops = new Float32Array(1 << 12)
  let fields = new Uint8Array(1 << 12)
  let inField: number[] = []
  const inDocument: number[] = []
  let length = 0
  let hasUnspaced = false
  let room = 0

  const grow = (least: number) => {
    const size = 2 ** Math.ceil(Math.log2(least + 1))
    counts = enlarged(counts, new Uint16Array(size))
    sums = enlarged(sums, new Float64Array(size))
    tops = enlarged(tops, new Float32Array(size))
    fields = enlarged(fields, new Uint8Array(size))
  }
  const count = (term: number) => {
    if (term >= counts.length) grow(term)
    const before = counts[term] ?? 0
    if (before === 0) inField.push(term)
    if (before < MAX_COUNT) counts[term] = before + 1
  }
  const visitor: WordVisitor = {
    word(word) {
      room -= word.length + 1
      if (room < 0) return
      const term = numbers.ofWord(word)
      if (term < 0) return
      length++
      count(term)
    },
    unspaced(text, from, to) {
      hasUnspaced = true
      if (to - from === 1) return visitor.word(text.slice(from, to), false)
      for (let at = from; at < to - 1; at++) {
        // One character says as much as two or three letters.
        room -= 2
        if (room < 0) return
        length += PAIR_LENGTH
        count(numbers.ofTerm(text.slice(at, at + 2)))
      }
    },
  }
  const countText = (text: string, maxChars: number) => {
    room = maxChars
    splitWords(plainText(text), visitor)
  }
  const addField = (text: string, code: number) => {
    const rule = FIELD_RULES[code]
    if (rule === undefined || text === '') return 0
    length = 0
    countText(text, rule.maxChars)
    for (const term of inField) {
      const weight = rule.weight * Math.log2(1 + (counts[term] ?? 0))
      counts[term] = 0
      if (sums[term] === 0) inDocument.push(term)
      sums[term] = (sums[term] ?? 0) + weight
      if (weight > (tops[term] ?? 0)) {
        tops[term] = weight
        fields[term] = code
      }
    }
    inField = []
    return rule.weight * length
  }
  const addAgainst = (text: string, tell: (term: number, value: number) => void) => {
    if (text === '') return
    countText(text, MAX_AGAINST_CHARS)
    const found = inField
    inField = []
    const terms = found.length > 0 ? numbers.terms : undefined
    for (const term of found) {
      counts[term] = 0
      // What it is for as well says nothing against it.
      if (sums[term] === 0 && terms) tell(numbers.ofTerm(againstTerm(numbers.termAt(term))), posting(1, 0))
    }
  }

  return {
    visit(document, tell) {
      hasUnspaced = false
      const texts = textsOf(document)
      let documentLength = 0
      for (const [code, { field }] of FIELD_RULES.entries()) documentLength += addField(texts[field], code)
      addAgainst(texts.against, tell)
      const slowness = SATURATION * (1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * documentLength) / USUAL_LENGTH)
      for (const term of inDocument) {
        const sum = sums[term] ?? 0
        tell(term, posting(sum / (sum + slowness), fields[term] ?? 0))
        sums[term] = 0
        tops[term] = 0
      }
      inDocument.length = 0
      for (const [key, code] of keysOf(document)) {
        tell(numbers.ofTerm(nameTerm(key)), posting(1, code))
      }
      return hasUnspaced
    },
  }
}
