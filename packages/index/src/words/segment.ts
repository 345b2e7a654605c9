import { type Lists, listsFromBytes, listsToBytes } from './number-lists.ts'
import { textOf } from './string-table.ts'

const SEGMENT_LISTS = {
  // The terms, as a table of terms.
  chars: 16,
  lengths: 8,
  buckets: 32,
  bucketStarts: 32,
  // Where the postings of each term begin, and where those of the last end; their documents, ascending; the postings.
  listStarts: 32,
  listDocs: 16,
  listValues: 16,
  // For each document, its ordinal, and where its id begins among the characters of all ids.
  ordinals: 32,
  idStarts: 32,
  idChars: 16,
  // For each document, the lengths of its head and its body in quarters of a word, and 1 when it has writing without spaces,
  // and 1 when it says when to use it.
  headLengths: 32,
  bodyLengths: 32,
  unspaced: 8,
  saysWhen: 8,
  // For each document, where its words begin among those of all; their marks in the order in which they stand.
  orderStarts: 32,
  orders: 16,
} as const

/** An unchangeable index of some documents, as lists of numbers that can be used where they lie in a file. */
export type Segment = Lists<typeof SEGMENT_LISTS>

/** Documents that fit a segment: their numbers have 16 bits. */
export const MAX_SEGMENT_DOCS = 0x10000

/** The posting of a term for a document; 0 when the document does not have it. */
export function postingOf({ listStarts, listDocs, listValues }: Segment, term: number, doc: number): number {
  let low = listStarts[term] ?? 0
  const end = listStarts[term + 1] ?? 0
  let high = end
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((listDocs[middle] ?? 0) < doc) low = middle + 1
    else high = middle
  }
  return low < end && listDocs[low] === doc ? (listValues[low] ?? 0) : 0
}

/** The id of a document. */
export function idOf({ idChars, idStarts }: Segment, doc: number): string {
  return textOf(idChars, idStarts[doc] ?? 0, idStarts[doc + 1] ?? 0)
}

/** The marks of a document's words, in the order in which they stand. */
export function orderOf({ orders, orderStarts }: Segment, doc: number): Uint16Array {
  return orders.subarray(orderStarts[doc], orderStarts[doc + 1])
}

/** The bytes of a segment. */
export function segmentToBytes(segment: Segment): Uint8Array<ArrayBuffer> {
  return listsToBytes(SEGMENT_LISTS, segment)
}

/** The segment in these bytes, which it shares; undefined when there is none. */
export function segmentFromBytes(bytes: Uint8Array): Segment | undefined {
  const segment = listsFromBytes(SEGMENT_LISTS, bytes)
  if (segment === undefined) return undefined
  const {
    chars,
    lengths,
    buckets,
    bucketStarts,
    listStarts,
    listDocs,
    listValues,
    ordinals,
    idStarts,
    idChars,
    unspaced,
  } = segment
  const fits =
    bucketStarts.at(-1) === chars.length &&
    buckets.at(-1) === lengths.length &&
    buckets.length === bucketStarts.length &&
    Number.isInteger(Math.log2(buckets.length - 1)) &&
    listStarts.at(-1) === listDocs.length &&
    idStarts.at(-1) === idChars.length &&
    listStarts.length === lengths.length + 1 &&
    listDocs.length === listValues.length &&
    idStarts.length === ordinals.length + 1 &&
    ordinals.length <= MAX_SEGMENT_DOCS &&
    segment.headLengths.length === ordinals.length &&
    segment.bodyLengths.length === ordinals.length &&
    unspaced.length === ordinals.length &&
    segment.saysWhen.length === ordinals.length &&
    segment.orderStarts.length === idStarts.length &&
    segment.orderStarts.at(-1) === segment.orders.length
  return fits ? segment : undefined
}
