import { type NormsOf, worthOf } from './length-norms.ts'
import type { LiveSegment } from './live-segment.ts'
import { idOf, postingOf } from './segment.ts'
import { type SearchedWord, wordScores } from './word-scores.ts'

/** A document that was found. */
export interface ScoredDocument {
  /** Number of its segment, and its own there. */
  readonly segment: number
  readonly doc: number
  readonly id: string
  readonly ordinal: number
  readonly score: number
}

/** The scores of all documents during a search. */
export interface ScoreBoard {
  /** Documents with a score. */
  readonly count: number
  /** Adds a word to every document that has it, in the reading that gives it the most. */
  add(word: SearchedWord): void
  /** Adds a word only to the documents that have a score already. */
  raise(word: SearchedWord): void
  /** Adds an amount to one document. */
  addTo(segment: number, doc: number, amount: number): void
  /** Takes a share, from 0 to 1, off the score of every document that has a term; a tenth always stays. */
  lower(numbers: readonly number[], share: number): void
  /** Forgets every document with less than that. */
  keep(least: number): void
  /** The score that so many documents reach, whose ordinals pass; 0 when there are fewer, or very many are asked for. */
  least(most: number, passes: (ordinal: number) => boolean): number
  /** The best documents with a score above 0 and an ordinal that passes, equal scores ordered by id. */
  best(most: number, passes: (ordinal: number) => boolean): ScoredDocument[]
}

const MOST_LOWERED = 0.9
const MANY = 200

/**
 * What a document has before any word counts when it says when to use it: about as much as a word of a message that stands in a third of
 * all skills. In a long message that is next to nothing. Measured, see docs/quality.md.
 */
export const HEAD_START = 0.35

/** Makes boards for one search after the other; what it needs for that it keeps. */
export function scoreBoards(): (segments: readonly LiveSegment[], norms: NormsOf) => ScoreBoard & Disposable {
  // By document of all segments, and all zero between two searches.
  let scores = new Float64Array(0)
  let touched = new Uint32Array(0)
  const scoresOfWord = wordScores()

  return (segments, norms) => {
    const firsts = [0]
    for (const { deleted } of segments) firsts.push((firsts.at(-1) ?? 0) + deleted.length)
    const total = firsts.at(-1) ?? 0
    if (scores.length < total) {
      scores = new Float64Array(total)
      touched = new Uint32Array(total)
    }
    let count = 0
    // By document: the share of its score that is taken off.
    const lowered = new Map<number, number>()
    const addTo = (document: number, amount: number) => {
      const score = scores[document] ?? 0
      if (score === 0) touched[count++] = document
      scores[document] = score + amount + (score === 0 ? headStart(document) : 0)
    }
    const segmentOf = (document: number): number => {
      let index = segments.length - 1
      while (index > 0 && document < (firsts[index] ?? 0)) index--
      return index
    }

    const headStart = (document: number): number => {
      const index = segmentOf(document)
      return segments[index]?.segment.saysWhen[document - (firsts[index] ?? 0)] === 1 ? HEAD_START : 0
    }

    const scoreOf = (document: number): number => {
      const score = scores[document] ?? 0
      return lowered.size === 0 ? score : score * (1 - (lowered.get(document) ?? 0))
    }
    const isAccepted = (document: number, passes: (ordinal: number) => boolean): boolean => {
      const index = segmentOf(document)
      const [live, doc] = [segments[index], document - (firsts[index] ?? 0)]
      return live !== undefined && live.deleted[doc] === 0 && passes(live.segment.ordinals[doc] ?? 0)
    }
    /** The score that `most` documents reach, 0 when there are fewer, and at least all documents that reach it. */
    const leading = (most: number, passes: (ordinal: number) => boolean) => {
      const top = new Float64Array(Math.min(most, count))
      const documents: number[] = []
      const [sums, list, length] = [scores, touched, count]
      let least = 0
      for (let at = 0; at < length; at++) {
        const document = list[at] ?? 0
        // No score is higher than before it was lowered.
        if ((sums[document] ?? 0) < least) continue
        const score = scoreOf(document)
        if (score < least || !isAccepted(document, passes)) continue
        documents.push(document)
        // Few are asked for; when many are, all are as good as leading.
        if (most > MANY) continue
        let place = Math.min(documents.length, most) - 1
        for (; place > 0 && (top[place - 1] ?? 0) < score; place--) top[place] = top[place - 1] ?? 0
        if ((top[place] ?? 0) < score) top[place] = score
        if (documents.length >= most) least = top[most - 1] ?? 0
      }
      return { documents, least }
    }

    return {
      get count() {
        return count
      },
      add(word) {
        const { documents, amounts, length } = scoresOfWord(word, segments, { firsts, norms })
        for (let at = 0; at < length; at++) {
          const document = documents[at] ?? 0
          addTo(document, amounts[document] ?? 0)
          amounts[document] = 0
        }
      },
      raise({ readings }) {
        for (let at = 0; at < count; at++) {
          const document = touched[at] ?? 0
          const index = segmentOf(document)
          const live = segments[index]
          if (live === undefined) continue
          const doc = document - (firsts[index] ?? 0)
          const { heads, bodies } = norms(live)
          const [head, body] = [heads[doc] ?? 0, bodies[doc] ?? 0]
          let best = 0
          for (const terms of readings) {
            let sum = 0
            for (const { numbers, coefficient } of terms) {
              const term = numbers[index] ?? -1
              const value = term < 0 ? 0 : postingOf(live.segment, term, doc)
              if (value > 0) sum += coefficient * worthOf(value, head, body)
            }
            if (sum > best) best = sum
          }
          scores[document] = (scores[document] ?? 0) + best
        }
      },
      lower(numbers, share) {
        for (const [index, { segment }] of segments.entries()) {
          const term = numbers[index] ?? -1
          if (term < 0) continue
          const first = firsts[index] ?? 0
          for (const doc of segment.listDocs.subarray(segment.listStarts[term], segment.listStarts[term + 1]))
            lowered.set(first + doc, Math.min(MOST_LOWERED, (lowered.get(first + doc) ?? 0) + share))
        }
      },
      addTo: (segment, doc, amount) => addTo((firsts[segment] ?? 0) + doc, amount),
      keep(least) {
        let kept = 0
        for (let at = 0; at < count; at++) {
          const document = touched[at] ?? 0
          if ((scores[document] ?? 0) >= least) touched[kept++] = document
          else scores[document] = 0
        }
        count = kept
      },
      least: (most, passes) => leading(most, passes).least,
      best(most, passes) {
        const { documents, least } = leading(most, passes)
        return documents
          .filter((document) => scoreOf(document) >= least)
          .map((document) => {
            const segment = segmentOf(document)
            const doc = document - (firsts[segment] ?? 0)
            const live = segments[segment]
            const ordinal = live?.segment.ordinals[doc] ?? 0
            return {
              segment,
              doc,
              id: live ? idOf(live.segment, doc) : '',
              ordinal,
              score: scoreOf(document),
            }
          })
          .sort((a, b) => b.score - a.score || compare(a.id, b.id) || a.ordinal - b.ordinal)
          .slice(0, most)
      },
      [Symbol.dispose]() {
        for (let at = 0; at < count; at++) scores[touched[at] ?? 0] = 0
      },
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
