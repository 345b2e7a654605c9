import type { SkillDocument } from '../skill-document.ts'
import { type LiveSegment, liveSegment } from './live-segment.ts'
import { mergeSegments, type SegmentWithDeletes } from './merge-segments.ts'
import { MAX_SEGMENT_DOCS } from './segment.ts'
import { type SegmentWriter, segmentWriter } from './segment-writer.ts'

/** Documents that come and go, in segments that never change. */
export interface SegmentSet {
  /** Documents that are there. */
  readonly size: number
  /** Adds a document and answers an ordinal that was free. */
  add(document: SkillDocument): number
  remove(ordinal: number): void
  /** The segments with all that are there. */
  segments(): readonly LiveSegment[]
}

/**
 * Begins with the documents of some segments. What is added goes into a segment of its own before the next search, and
 * neighbours of about the same size are merged: however many come one by one, each is written again only a few times.
 */
export function segmentSet(stored: readonly SegmentWithDeletes[] = []): SegmentSet {
  let live = stored.map(liveSegment)
  let writer: SegmentWriter | undefined
  const { free, next } = freeOrdinals(live)
  let nextOrdinal = next

  const flush = () => {
    if (writer === undefined) return
    const segment = writer.finish()
    writer = undefined
    live = tidied([...live, liveSegment({ segment, deleted: new Uint8Array(segment.ordinals.length) })])
  }
  return {
    get size() {
      return live.reduce((sum, { size }) => sum + size, writer?.length ?? 0)
    },
    add(document) {
      if (writer?.length === MAX_SEGMENT_DOCS) flush()
      writer ??= segmentWriter()
      const ordinal = free.pop() ?? nextOrdinal++
      writer.add(document, ordinal)
      return ordinal
    },
    remove(ordinal) {
      if (!live.some((segment) => segment.remove(ordinal))) {
        flush()
        if (!live.some((segment) => segment.remove(ordinal))) return
      }
      free.push(ordinal)
    },
    segments() {
      flush()
      return live
    },
  }
}

/** Merges what is worth it: the last two while they are of about the same size, and what is mostly deleted. */
function tidied(segments: readonly LiveSegment[]): LiveSegment[] {
  const tidy = segments
    .filter(({ size }) => size > 0)
    .map((segment) => (segment.deletedCount > segment.size ? merged([segment]) : segment))
  for (;;) {
    const [last, before] = [tidy.at(-1), tidy.at(-2)]
    if (!last || !before || 2 * last.size < before.size || last.size + before.size > MAX_SEGMENT_DOCS) return tidy
    tidy.splice(-2, 2, merged([before, last]))
  }
}

function merged(segments: readonly LiveSegment[]): LiveSegment {
  const segment = mergeSegments(segments)
  return liveSegment({ segment, deleted: new Uint8Array(segment.ordinals.length) })
}

/** The ordinals below the highest that no document has, and the one after that. */
function freeOrdinals(segments: readonly LiveSegment[]): { free: number[]; next: number } {
  const used = new Set(
    segments.flatMap(({ segment, deleted }) => Array.from(segment.ordinals).filter((_, doc) => deleted[doc] === 0)),
  )
  const next = used.values().reduce((most, ordinal) => Math.max(most, ordinal + 1), 0)
  const free: number[] = []
  for (let ordinal = 0; ordinal < next; ordinal++) if (!used.has(ordinal)) free.push(ordinal)
  return { free, next }
}
