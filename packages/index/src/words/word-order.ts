/** How near two words must stand to have to do with each other, not counting what says nothing. */
export const REACH = 2

/** The number, from 1 to 65,535, by which the order of words knows a term with that hash. Two terms in 65,000 share one, which does no harm. */
export function markOf(hash: number): number {
  return ((hash >>> 16) ^ hash) & 0xffff || 1
}

/** The words of one document after the other, as marks in the order in which they stand; stop words are left out. */
export interface WordOrder {
  /** Adds the next word. */
  add(mark: number): void
  /** What follows has nothing to do with what stands here. */
  part(): void
  /** The words of the document, and is ready for the next one. */
  finish(): Uint16Array
}

/** Begins with no word. */
export function wordOrder(): WordOrder {
  let marks: number[] = []
  return {
    add: (mark) => void marks.push(mark),
    part() {
      if (marks.length > 0) for (let i = 0; i < REACH; i++) marks.push(0)
    },
    finish() {
      const order = new Uint16Array(marks)
      marks = []
      return order
    },
  }
}

/** The words of many documents, one after the other, and where those of each begin. */
export function joinOrders(all: readonly Uint16Array[]): { orders: Uint16Array; orderStarts: Uint32Array } {
  const orderStarts = new Uint32Array(all.length + 1)
  for (const [doc, { length }] of all.entries()) orderStarts[doc + 1] = (orderStarts[doc] ?? 0) + length
  const orders = new Uint16Array(orderStarts[all.length] ?? 0)
  for (const [doc, order] of all.entries()) orders.set(order, orderStarts[doc])
  return { orders, orderStarts }
}
