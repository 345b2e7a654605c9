import type { Dictionary } from './dictionary/dictionary.ts'
import type { NormsOf } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'
import { messageBonuses } from './message-bonuses.ts'
import { messageTerms } from './message-terms.ts'
import { nearWords } from './near-words.ts'
import { type Ranking, rankDocuments, type ScoredDocument } from './rank-documents.ts'
import type { Message } from './read-message.ts'
import { termFinder } from './term-finder.ts'

/** What a message is searched in. */
export interface SearchedDocuments {
  readonly segments: readonly LiveSegment[]
  readonly norms: NormsOf
  readonly dictionary: () => Dictionary
}

/** The best documents for a message, and what they were ranked by. */
export function rankMessage(
  message: Message,
  { segments, norms, dictionary }: SearchedDocuments,
  which: { readonly most: number; readonly passes: (ordinal: number) => boolean },
): { readonly ranked: readonly ScoredDocument[]; readonly ranking: Ranking } {
  const finder = termFinder(segments)
  const { words, against, total } = messageTerms(message, finder, dictionary)
  const bonuses = messageBonuses(message, segments, finder, total)
  const ranking = { words, against, bonuses, near: nearWords(message, words), total }
  return { ranked: rankDocuments(segments, norms, ranking, which), ranking }
}
