import type { SkillDocument } from '../skill-document.ts'
import { documentKeys } from './document-keys.ts'
import { documentTexts } from './document-texts.ts'
import { enlarged } from './enlarged.ts'
import { posting } from './posting.ts'
import { saysWhen } from './says-when.ts'
import type { Segment } from './segment.ts'
import { layOut, stringTable } from './string-table.ts'
import { nameTerm, negativeTerm, prefixTerm } from './term.ts'
import { termNumbers } from './term-numbers.ts'
import { termWeights } from './term-weights.ts'
import { joinOrders } from './word-order.ts'

/** Collects documents for a segment. */
export interface SegmentWriter {
  /** Documents so far. */
  readonly length: number
  add(document: SkillDocument, ordinal: number): void
  /** The segment with all of them; the writer is not to be used any more. */
  finish(): Segment
}

const LENGTH_STEPS = 4

/** Begins a segment. */
export function segmentWriter(): SegmentWriter {
  const numbers = termNumbers()
  const weights = termWeights(numbers)
  const ids: string[] = []
  const ordinals: number[] = []
  // Postings in the order of their documents; finish() puts them in the order of their terms.
  const ends: number[] = []
  let terms = new Uint32Array(1 << 10)
  let values = new Uint16Array(1 << 10)
  let length = 0
  const headLengths: number[] = []
  const bodyLengths: number[] = []
  const unspaced: number[] = []
  const saying: number[] = []
  const orders: Uint16Array[] = []

  const tell = (term: number, value: number) => {
    if (length === terms.length) {
      terms = enlarged(terms, new Uint32Array(2 * length))
      values = enlarged(values, new Uint16Array(2 * length))
    }
    terms[length] = term
    values[length++] = value
  }

  return {
    get length() {
      return ids.length
    },
    add(document, ordinal) {
      const { fields, against } = documentTexts(document)
      for (const [code, text] of fields.entries()) if (text !== '') weights.addField(text, code)
      if (against !== '')
        for (const term of weights.others(against))
          tell(numbers.ofTerm(negativeTerm(numbers.terms[term] ?? '')), posting(1, 0, 0))
      const shape = weights.finish(tell)
      headLengths.push(Math.round(LENGTH_STEPS * shape.headLength))
      bodyLengths.push(Math.round(LENGTH_STEPS * shape.bodyLength))
      unspaced.push(shape.isUnspaced ? 1 : 0)
      saying.push(saysWhen(document) ? 1 : 0)
      orders.push(shape.order)
      const keys = documentKeys(document)
      for (const [key, code] of keys) tell(numbers.ofTerm(nameTerm(key)), posting(1, 0, code))
      for (const term of new Set(Array.from(keys.keys(), prefixTerm))) tell(numbers.ofTerm(term), posting(1, 0, 0))
      ids.push(document.id)
      ordinals.push(ordinal)
      ends.push(length)
    },
    finish() {
      const { chars: idChars, starts: idStarts } = layOut(ids)
      return {
        ...stringTable(numbers.terms),
        ...byTerm(numbers.terms.length, ends, terms.subarray(0, length), values),
        ordinals: Uint32Array.from(ordinals),
        idChars,
        idStarts,
        headLengths: Uint32Array.from(headLengths),
        bodyLengths: Uint32Array.from(bodyLengths),
        unspaced: Uint8Array.from(unspaced),
        saysWhen: Uint8Array.from(saying),
        ...joinOrders(orders),
      }
    },
  }
}

/** Turns the postings of documents into the postings of terms. */
function byTerm(
  termCount: number,
  ends: readonly number[],
  terms: Uint32Array,
  values: Uint16Array,
): Pick<Segment, 'listStarts' | 'listDocs' | 'listValues'> {
  const listStarts = new Uint32Array(termCount + 1)
  for (const term of terms) listStarts[term + 1] = (listStarts[term + 1] ?? 0) + 1
  for (let term = 0; term < termCount; term++)
    listStarts[term + 1] = (listStarts[term + 1] ?? 0) + (listStarts[term] ?? 0)
  const next = listStarts.slice(0, termCount)
  const listDocs = new Uint16Array(terms.length)
  const listValues = new Uint16Array(terms.length)
  let at = 0
  for (const [doc, end] of ends.entries())
    for (; at < end; at++) {
      const term = terms[at] ?? 0
      const place = next[term] ?? 0
      next[term] = place + 1
      listDocs[place] = doc
      listValues[place] = values[at] ?? 0
    }
  return { listStarts, listDocs, listValues }
}
