import { idOf, orderOf, type Segment } from './segment.ts'
import { stringCollector } from './string-collector.ts'
import { layOut } from './string-table.ts'
import { layOutTerms, NO_TERM, type TermTable } from './term-table.ts'
import { joinOrders } from './word-order.ts'

/** A segment, and which of its documents are deleted. */
export interface SegmentWithDeletes {
  readonly segment: Segment
  /** By document: 1 for one that is deleted. */
  readonly deleted: Uint8Array
}

/** One segment with the documents of all that are not deleted, in their order. */
export function mergeSegments(segments: readonly SegmentWithDeletes[]): Segment {
  const counts = segments.map(countPostings)
  const { table, numbers } = joinTerms(
    segments.map(({ segment }) => segment),
    (index, term) => (counts[index]?.[term] ?? 0) > 0,
  )
  const termCount = table.lengths.length
  const listStarts = new Uint32Array(termCount + 1)
  for (const [index, mapping] of numbers.entries())
    for (let term = 0; term < mapping.length; term++) {
      const after = (mapping[term] ?? 0) + 1
      if (after <= termCount) listStarts[after] = (listStarts[after] ?? 0) + (counts[index]?.[term] ?? 0)
    }
  for (let term = 0; term < termCount; term++)
    listStarts[term + 1] = (listStarts[term + 1] ?? 0) + (listStarts[term] ?? 0)

  const lists = { next: listStarts.slice(), listDocs: new Uint16Array(listStarts[termCount] ?? 0) }
  const listValues = new Uint16Array(lists.listDocs.length)
  const ids: string[] = []
  const ordinals: number[] = []
  const headLengths: number[] = []
  const bodyLengths: number[] = []
  const unspaced: number[] = []
  const saying: number[] = []
  const orders: Uint16Array[] = []
  for (const [index, { segment, deleted }] of segments.entries()) {
    const places = new Uint16Array(deleted.length)
    for (let doc = 0; doc < deleted.length; doc++) {
      if (deleted[doc] === 1) continue
      places[doc] = ids.push(idOf(segment, doc)) - 1
      ordinals.push(segment.ordinals[doc] ?? 0)
      headLengths.push(segment.headLengths[doc] ?? 0)
      bodyLengths.push(segment.bodyLengths[doc] ?? 0)
      unspaced.push(segment.unspaced[doc] ?? 0)
      saying.push(segment.saysWhen[doc] ?? 0)
      orders.push(orderOf(segment, doc))
    }
    copyPostings({ segment, deleted }, places, numbers[index] ?? new Uint32Array(0), { ...lists, listValues })
  }
  const { chars: idChars, starts: idStarts } = layOut(ids)
  return {
    ...table,
    listStarts,
    listDocs: lists.listDocs,
    listValues,
    ordinals: Uint32Array.from(ordinals),
    idChars,
    idStarts,
    headLengths: Uint32Array.from(headLengths),
    bodyLengths: Uint32Array.from(bodyLengths),
    unspaced: Uint8Array.from(unspaced),
    saysWhen: Uint8Array.from(saying),
    ...joinOrders(orders),
  }
}

/** Many tables as one, with each term that is to be kept once. `numbers` says for each table which number a term has now. */
function joinTerms(
  tables: readonly TermTable[],
  isKept: (table: number, term: number) => boolean,
): { table: TermTable; numbers: Uint32Array[] } {
  const terms = stringCollector()
  const collected = tables.map(({ chars, lengths }, index) => {
    const numbers = new Uint32Array(lengths.length).fill(NO_TERM)
    let at = 0
    for (let term = 0; term < numbers.length; term++) {
      const end = at + (lengths[term] ?? 0)
      if (isKept(index, term)) numbers[term] = terms.numberAt(chars, at, end)
      at = end
    }
    return numbers
  })
  const { table, numbers } = layOutTerms(terms.strings(), () => true)
  return { table, numbers: collected.map((each) => each.map((number) => numbers[number] ?? NO_TERM)) }
}

/** For each term, how many of its postings are of documents that are not deleted. */
function countPostings({ segment: { listStarts, listDocs }, deleted }: SegmentWithDeletes): Uint32Array {
  const counts = new Uint32Array(listStarts.length - 1)
  for (let term = 0; term < counts.length; term++) {
    const end = listStarts[term + 1] ?? 0
    let count = 0
    for (let at = listStarts[term] ?? 0; at < end; at++) count += 1 - (deleted[listDocs[at] ?? 0] ?? 0)
    counts[term] = count
  }
  return counts
}

interface Lists {
  /** By term, where the next posting goes. */
  readonly next: Uint32Array
  readonly listDocs: Uint16Array
  readonly listValues: Uint16Array
}

function copyPostings(
  { segment: { listStarts, listDocs, listValues }, deleted }: SegmentWithDeletes,
  places: Uint16Array,
  numbers: Uint32Array,
  to: Lists,
): void {
  for (let term = 0; term < numbers.length; term++) {
    const number = numbers[term] ?? 0
    const end = listStarts[term + 1] ?? 0
    for (let at = listStarts[term] ?? 0; at < end; at++) {
      const doc = listDocs[at] ?? 0
      if (deleted[doc] === 1) continue
      const place = to.next[number] ?? 0
      to.next[number] = place + 1
      to.listDocs[place] = places[doc] ?? 0
      to.listValues[place] = listValues[at] ?? 0
    }
  }
}
