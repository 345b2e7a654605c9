import type { Message } from './read-message.ts'
import { orderOf, type Segment } from './segment.ts'
import { stemWord } from './stem-word.ts'
import { hashOf } from './string-table.ts'
import type { MessageWord } from './word-collector.ts'
import { markOf, REACH } from './word-order.ts'

/** Words of a message of which some stand near each other. */
export interface NearWords {
  /** What a document gains where they stand near each other there too. */
  in(segment: Segment, doc: number): number
}

// How far apart words of a message may be.
const APART = 3
// What two words that stand side by side, here and there, add to what the lesser of them says. Measured: 0.15 to 0.3 are about as good.
const WEIGHT = 0.2

/** The words of a message that stand near each other; undefined when there are none, and among Chinese, where it is not known how near they are. */
export function nearWords({ tokens, runs }: Message, words: readonly MessageWord[]): NearWords | undefined {
  if (runs.length > 0) return undefined
  const coefficients = new Map(
    words.flatMap(({ readings: [own] }) =>
      own?.length === 1 && own[0]?.from === undefined ? own.map(({ term, coefficient }) => [term, coefficient]) : [],
    ),
  )
  const terms = tokens.map(({ text }) => stemWord(text))
  const amounts = new Map<number, number>()
  const marks = new Set<number>()
  for (const [at, term] of terms.entries())
    for (let apart = 1; apart <= APART; apart++) {
      const other = terms[at + apart] ?? ''
      const says = Math.min(coefficients.get(term) ?? 0, coefficients.get(other) ?? 0)
      if (says === 0 || term === other) continue
      const [one, two] = [markOf(hashOf(term)), markOf(hashOf(other))]
      const key = pairOf(one, two)
      amounts.set(key, Math.max(amounts.get(key) ?? 0, (WEIGHT * says) / apart))
      marks.add(one).add(two)
    }
  if (amounts.size === 0) return undefined
  return { in: (segment, doc) => nearness(orderOf(segment, doc), marks, amounts) }
}

/** One number for two words, in whatever order. */
function pairOf(one: number, two: number): number {
  return Math.min(one, two) * 0x10000 + Math.max(one, two)
}

function nearness(order: Uint16Array, marks: ReadonlySet<number>, amounts: ReadonlyMap<number, number>): number {
  const found = new Map<number, number>()
  // Where the last words of the message stood.
  const seen: { readonly mark: number; readonly at: number }[] = []
  for (const [at, mark] of order.entries()) {
    if (!marks.has(mark)) continue
    for (let i = seen.length - 1; i >= 0; i--) {
      const before = seen[i]
      if (before === undefined || at - before.at > REACH) break
      const key = pairOf(before.mark, mark)
      found.set(key, Math.max(found.get(key) ?? 0, (amounts.get(key) ?? 0) / (at - before.at)))
    }
    seen.push({ mark, at })
  }
  return found.values().reduce((sum, amount) => sum + amount, 0)
}
