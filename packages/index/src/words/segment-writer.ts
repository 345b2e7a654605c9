import type { SkillDocument } from '../skill-document.ts'
import { documentKeys } from './document-keys.ts'
import { documentTexts } from './document-texts.ts'
import { enlarged } from './enlarged.ts'
import { posting } from './posting.ts'
import { saysWhen } from './says-when.ts'
import type { Segment } from './segment.ts'
import { layOut } from './string-table.ts'
import { nameTerm, negativeTerm, prefixTerm } from './term.ts'
import { termNumbers } from './term-numbers.ts'
import { layOutTerms } from './term-table.ts'
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
          tell(numbers.ofTerm(negativeTerm(numbers.term(term))), posting(1, 0, 0))
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
      const collected = numbers.terms()
      const counts = new Uint32Array(collected.hashes.length)
      for (let at = 0; at < length; at++) counts[terms[at] ?? 0] = (counts[terms[at] ?? 0] ?? 0) + 1
      // A term of words that were not read any more, or of exclusions, is in no document.
      const { table, numbers: placed } = layOutTerms(collected, (term) => (counts[term] ?? 0) > 0)
      const listStarts = new Uint32Array(table.lengths.length + 1)
      for (const [term, count] of counts.entries()) if (count > 0) listStarts[(placed[term] ?? 0) + 1] = count
      for (let term = 1; term < listStarts.length; term++)
        listStarts[term] = (listStarts[term] ?? 0) + (listStarts[term - 1] ?? 0)
      const next = placed.map((term) => listStarts[term] ?? 0)
      const { chars: idChars, starts: idStarts } = layOut(ids)
      return {
        ...table,
        listStarts,
        ...byTerm(next, ends, terms, values),
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

/** Turns the postings of documents into those of terms, of which `next` says where each begin. */
function byTerm(
  next: Uint32Array,
  ends: readonly number[],
  terms: Uint32Array,
  values: Uint16Array,
): Pick<Segment, 'listDocs' | 'listValues'> {
  const length = ends.at(-1) ?? 0
  const listDocs = new Uint16Array(length)
  const listValues = new Uint16Array(length)
  let at = 0
  for (const [doc, end] of ends.entries())
    for (; at < end; at++) {
      const term = terms[at] ?? 0
      const place = next[term] ?? 0
      next[term] = place + 1
      listDocs[place] = doc
      listValues[place] = values[at] ?? 0
    }
  return { listDocs, listValues }
}
