import { SkillError } from '@skillwright/contract'
import type { SegmentWithDeletes } from './merge-segments.ts'
import { listsFromBytes, listsToBytes } from './number-lists.ts'
import { segmentFromBytes, segmentToBytes } from './segment.ts'

/** Changes whenever stored bytes mean something else, or the words of a document are taken differently. */
export const SNAPSHOT_VERSION = '7'

const SNAPSHOT_LISTS = {
  // Bytes of each segment, then all of them, then for each document of each whether it is deleted.
  lengths: 32,
  segments: 8,
  deleted: 8,
} as const

/** The bytes of some segments. */
export function snapshotToBytes(stored: readonly SegmentWithDeletes[]): Uint8Array<ArrayBuffer> {
  const parts = stored.map(({ segment }) => segmentToBytes(segment))
  return listsToBytes(SNAPSHOT_LISTS, {
    lengths: Uint32Array.from(parts, ({ length }) => length),
    segments: joined(parts),
    deleted: joined(stored.map(({ deleted }) => deleted)),
  })
}

/** The segments in these bytes, which they share. Throws INTEGRITY_FAILED for bytes that snapshotToBytes did not write. */
export function snapshotFromBytes(bytes: Uint8Array): SegmentWithDeletes[] {
  const { lengths, segments, deleted } = listsFromBytes(SNAPSHOT_LISTS, bytes) ?? refuse(bytes)
  let at = 0
  let doc = 0
  const stored = Array.from(lengths, (length) => {
    const segment = segmentFromBytes(segments.subarray(at, at + length)) ?? refuse(bytes)
    const docs = segment.ordinals.length
    at += length
    doc += docs
    // Copied: documents go while the bytes may belong to others.
    return { segment, deleted: deleted.slice(doc - docs, doc) }
  })
  return at === segments.length && doc === deleted.length ? stored : refuse(bytes)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function refuse({ length }: Uint8Array): never {
  throw new SkillError('INTEGRITY_FAILED', `Expected the snapshot of an index of words, got ${length} other bytes`, {
    hint: 'Build the index anew.',
  })
}
