import { NAME_CODE } from './field.ts'
import type { LiveSegment } from './live-segment.ts'
import { type Mention, nameMentions } from './name-mentions.ts'
import { fieldCodeOf } from './posting.ts'
import type { Message } from './read-message.ts'
import { nameTerm, prefixTerm } from './term.ts'
import type { TermFinder } from './term-finder.ts'
import { pairTerms } from './unspaced-terms.ts'
import { wordTerms } from './word-terms.ts'

/** What a document gains because the message names it. */
export interface Bonus {
  /** Number of its segment, and its own there. */
  readonly segment: number
  readonly doc: number
  readonly amount: number
  /** What the message calls it. */
  readonly name: string
  readonly fieldCode: number
}

/** More than all words of a message together can give, as a share of what they say. */
export const NAMED = 10

// A skill that is named so early in a message, or with so much of what it says, is asked for; elsewhere in a long text it is mentioned
// ("for audits see seo-audit"). Measured, see docs/quality.md.
const OPENING_CHARS = 40
const LEAST_SHARE = 0.08

/**
 * What documents gain by their names, ids and trigger phrases in a message: one that is asked for by name comes before all others,
 * and words that are a trigger phrase count twice. `total` is how much all words of the message say.
 */
export function messageBonuses(
  message: Message,
  segments: readonly LiveSegment[],
  finder: TermFinder,
  total: number,
): Bonus[] {
  const has = (term: string) => finder.find(term) !== undefined
  const mentions = nameMentions(message, {
    begins: (key) => has(prefixTerm(key)),
    has: (key) => has(nameTerm(key)),
  })
  return mentions.flatMap((mention) => {
    const says = saidBy(mention, finder)
    const phrase = mention.tokens.length > 1 ? says : 0
    const isAskedFor = (mention.tokens[0]?.from ?? 0) < OPENING_CHARS || says >= LEAST_SHARE * total
    const named = mention.isNamed && isAskedFor ? NAMED * total : 0
    return documentsOf(mention, segments, finder).flatMap(({ fieldCode, ...place }) => {
      const amount = fieldCode === NAME_CODE ? named : phrase
      const name = message.text.slice(mention.tokens[0]?.from, mention.tokens.at(-1)?.to)
      return amount > 0 ? [{ ...place, fieldCode, amount, name }] : []
    })
  })
}

/** How much the words of a mention say. */
function saidBy({ tokens, key }: Mention, finder: TermFinder): number {
  const terms = tokens.every(({ isUnspaced }) => isUnspaced) ? pairTerms(key, 1) : wordTerms({ tokens })
  return terms.reduce((sum, { term, weight }) => {
    return sum + weight * finder.rarity(term, finder.find(term)?.frequency ?? 0)
  }, 0)
}

function documentsOf({ key }: Mention, segments: readonly LiveSegment[], finder: TermFinder) {
  const numbers = finder.find(nameTerm(key))?.numbers ?? []
  return segments.flatMap(({ segment: { listStarts, listDocs, listValues } }, index) => {
    const term = numbers[index] ?? -1
    if (term < 0) return []
    const [start, end] = [listStarts[term] ?? 0, listStarts[term + 1] ?? 0]
    return Array.from(listDocs.subarray(start, end), (doc, at) => ({
      segment: index,
      doc,
      fieldCode: fieldCodeOf(listValues[start + at] ?? 0),
    }))
  })
}
