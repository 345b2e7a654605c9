import { bestOf } from './best-of.ts'
import type { LiveSegment } from './live-segment.ts'
import { FULL_WEIGHT, weightOf } from './posting.ts'
import { idOf, postingOf } from './segment.ts'

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
  /** Adds a term, by its number in each segment, to every document that has it: `coefficient` where its weight is full. */
  add(numbers: readonly number[], coefficient: number): void
  /** Adds a term only to the documents that have a score already. */
  raise(numbers: readonly number[], coefficient: number): void
  /** Adds an amount to one document. */
  addTo(segment: number, doc: number, amount: number): void
  /** Takes a share, from 0 to 1, off the score of every document that has a term; a tenth always stays. */
  lower(numbers: readonly number[], share: number): void
  /** Forgets every document with less than that. */
  keep(least: number): void
  /** The best documents with a score above 0 and an ordinal that passes, equal scores ordered by id. */
  best(most: number, passes: (ordinal: number) => boolean): ScoredDocument[]
}

const MOST_LOWERED = 0.9

/** Makes boards for one search after the other; what it needs for that it keeps. */
export function scoreBoards(): (segments: readonly LiveSegment[]) => ScoreBoard & Disposable {
  // By document of all segments, and all zero between two searches.
  let scores = new Float64Array(0)
  let touched = new Uint32Array(0)

  return (segments) => {
    const firsts = [0]
    for (const { gone } of segments) firsts.push((firsts.at(-1) ?? 0) + gone.length)
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
      scores[document] = score + amount
    }
    const placeOf = (document: number) => {
      let segment = segments.length - 1
      while (segment > 0 && document < (firsts[segment] ?? 0)) segment--
      return { segment, doc: document - (firsts[segment] ?? 0) }
    }

    return {
      get count() {
        return count
      },
      add(numbers, coefficient) {
        const unit = coefficient / FULL_WEIGHT
        for (const [index, live] of segments.entries()) {
          const term = numbers[index] ?? -1
          if (term < 0) continue
          const { listStarts, listDocs, listValues } = live.segment
          const first = firsts[index] ?? 0
          const end = listStarts[term + 1] ?? 0
          for (let at = listStarts[term] ?? 0; at < end; at++)
            addTo(first + (listDocs[at] ?? 0), unit * weightOf(listValues[at] ?? 0))
        }
      },
      raise(numbers, coefficient) {
        const unit = coefficient / FULL_WEIGHT
        for (let at = 0; at < count; at++) {
          const document = touched[at] ?? 0
          const { segment, doc } = placeOf(document)
          const [live, term] = [segments[segment], numbers[segment] ?? -1]
          const value = live && term >= 0 ? postingOf(live.segment, term, doc) : 0
          if (value > 0) addTo(document, unit * weightOf(value))
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
      best(most, passes) {
        const best = bestOf<ScoredDocument>(
          most,
          (a, b) => b.score - a.score || compare(a.id, b.id) || a.ordinal - b.ordinal,
        )
        for (let at = 0; at < count; at++) {
          const document = touched[at] ?? 0
          const score = (scores[document] ?? 0) * (1 - (lowered.get(document) ?? 0))
          if (score < (best.last()?.score ?? 0)) continue
          const { segment, doc } = placeOf(document)
          const live = segments[segment]
          if (live === undefined || live.gone[doc] === 1) continue
          const ordinal = live.segment.ordinals[doc] ?? 0
          if (passes(ordinal)) best.add({ segment, doc, id: idOf(live.segment, doc), ordinal, score })
        }
        return best.list()
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
