import type { SkillDocument } from '../skill-document.ts'
import { mergeSegments, type WornSegment } from './merge-segments.ts'
import { MAX_SEGMENT_DOCS, type Segment } from './segment.ts'
import { type SegmentWriter, segmentWriter } from './segment-writer.ts'

/** A segment of a set. */
export interface LiveSegment extends WornSegment {
  /** Number of its first document among the documents of all segments. */
  readonly first: number
  readonly goneCount: number
}

/** Documents that come and go, in segments that never change: each search finds all of them. */
export interface SegmentSet {
  /** Documents that are there. */
  readonly size: number
  /** Adds a document and answers its ordinal: the lowest that is free. */
  add(document: SkillDocument): number
  remove(ordinal: number): void
  /** The segments with everything that was added so far. */
  segments(): readonly LiveSegment[]
}

interface Place {
  readonly part: Part
  readonly doc: number
}

/** A segment with what changes about it. */
interface Part extends WornSegment {
  goneCount: number
}

/**
 * Begins with the documents of some segments. What is added is written into a new segment before the next search, and
 * neighbours of about the same size are merged, so that each document is written again only a few times however many come.
 */
export function segmentSet(worn: readonly WornSegment[] = []): SegmentSet {
  let parts: Part[] = worn.map(({ segment, gone }) => ({ segment, gone, goneCount: gone.reduce((sum, is) => sum + is, 0) }))
  let writer: SegmentWriter | undefined
  
}
