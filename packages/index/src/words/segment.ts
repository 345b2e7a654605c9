import { type ListKind, listsFromBytes, listsToBytes, type NumberList } from './number-lists.ts'
import { findString, type StringTable, textOf } from './string-table.ts'

/** An unchangeable index of some documents, as lists of numbers that can be used where they lie in a file. */
export interface Segment {
  /** Every term. */
  readonly terms: StringTable
  /** Where the postings of a term begin, and where those of the last end. */
  readonly listStarts: Uint32Array
  /** The documents of the postings, ascending within a term. */
  readonly listDocs: Uint16Array
  /** The postings. */
  readonly listValues: Uint16Array
  /** The ordinal of each document. */
  readonly ordinals: Uint32Array
  readonly idChars: Uint16Array
  readonly idStarts: Uint32Array
  /** One number: how many documents have writing without spaces. */
  readonly unspacedDocs: Uint32Array
}

/** Documents in a segment: their numbers have 16 bits. */
export const MAX_SEGMENT_DOCS = 0x10000

/** Number of a term in a segment; -1 when no document has it. */
export function findTerm({ terms }: Segment, term: string): number {
  return findString(terms, term)
}

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

const KINDS: readonly ListKind[] = [16, 32, 32, 32, 16, 16, 32, 16, 32, 32]

/** The bytes of a segment. */
export function segmentToBytes(segment: Segment): Uint8Array<ArrayBuffer> {
  const { terms, listStarts, listDocs, listValues, ordinals, idChars, idStarts, unspacedDocs } = segment
  const { chars, starts, slots } = terms
  return listsToBytes([chars, starts, slots, listStarts, listDocs, listValues, ordinals, idChars, idStarts, unspacedDocs])
}

/** The segment in these bytes, which it shares; undefined when there is none. */
export function segmentFromBytes(bytes: Uint8Array): Segment | undefined {
  const lists = listsFromBytes(bytes, KINDS)
  if (lists === undefined) return undefined
  const [chars, starts, slots, listStarts, listDocs, listValues, ordinals, idChars, idStarts, unspacedDocs] = lists
  if (!is16(chars) || !is32(starts) || !is32(slots) || !is32(listStarts) || !is16(listDocs) || !is16(listValues))
    return undefined
  if (!is32(ordinals) || !is16(idChars) || !is32(idStarts) || !is32(unspacedDocs)) return undefined
  const isWhole =
    endsWith(starts, chars.length) &&
    endsWith(listStarts, listDocs.length) &&
    endsWith(idStarts, idChars.length) &&
    listStarts.length === starts.length &&
    listDocs.length === listValues.length &&
    idStarts.length === ordinals.length + 1 &&
    ordinals.length <= MAX_SEGMENT_DOCS &&
    Math.log2(slots.length) % 1 === 0 &&
    unspacedDocs.length === 1
  if (!isWhole) return undefined
  const terms = { chars, starts, slots }
  return { terms, listStarts, listDocs, listValues, ordinals, idChars, idStarts, unspacedDocs }
}

function is16(list: NumberList | undefined): list is Uint16Array {
  return list instanceof Uint16Array
}

function is32(list: NumberList | undefined): list is Uint32Array {
  return list instanceof Uint32Array
}

function endsWith(starts: Uint32Array, length: number): boolean {
  return starts.at(-1) === length
}
