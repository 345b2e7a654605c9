import { createHash } from 'node:crypto'

/** A SHA-256 in hex. */
export type Hash = string

/** Where a complete subtree stands: it covers the leaves from `position * 2^level` on, 2^level of them. */
export interface NodePlace {
  readonly level: number
  readonly position: number
}

/** The hash of an entry; RFC 6962 keeps it apart from that of an inner node by its first byte. */
export function leafHash(entry: string): Hash {
  return createHash('sha256').update('\0').update(entry).digest('hex')
}

/** The hash of two subtrees side by side. */
export function nodeHash(left: Hash, right: Hash): Hash {
  return createHash('sha256')
    .update('\x01')
    .update(Buffer.from(left, 'hex'))
    .update(Buffer.from(right, 'hex'))
    .digest('hex')
}

/** The root of no entries. */
export const EMPTY_ROOT: Hash = createHash('sha256').digest('hex')

/** The complete subtrees that cover the leaves from `begin` to before `end`, where `begin` is the start of a subtree as large as the range needs. */
export function subtreesOf(begin: number, end: number): NodePlace[] {
  const places: NodePlace[] = []
  let from = begin
  while (from < end) {
    let level = 0
    while (from % 2 ** (level + 1) === 0 && from + 2 ** (level + 1) <= end) level++
    places.push({ level, position: from / 2 ** level })
    from += 2 ** level
  }
  return places
}

/** Joins the hashes of neighbouring subtrees, the largest first, into one. */
export function joinSubtrees(hashes: readonly Hash[]): Hash {
  return hashes.reduceRight((right, left) => nodeHash(left, right))
}

/** The ranges of leaves whose hashes prove that one leaf is in a tree of a size, nearest first. */
export function inclusionRanges(index: number, size: number): [begin: number, end: number][] {
  const ranges: [number, number][] = []
  let [begin, end] = [0, size]
  while (end - begin > 1) {
    const middle = begin + largestPowerBelow(end - begin)
    if (index < middle) {
      ranges.unshift([middle, end])
      end = middle
    } else {
      ranges.unshift([begin, middle])
      begin = middle
    }
  }
  return ranges
}

/** The ranges of leaves whose hashes prove that a tree of one size is the beginning of a tree of another. */
export function consistencyRanges(from: number, to: number): [begin: number, end: number][] {
  const ranges: [number, number][] = []
  let [begin, end] = [0, to]
  while (end !== from) {
    const middle = begin + largestPowerBelow(end - begin)
    if (from <= middle) {
      ranges.unshift([middle, end])
      end = middle
    } else {
      ranges.unshift([begin, middle])
      begin = middle
    }
  }
  return begin === 0 ? ranges : [[begin, end], ...ranges]
}

/** The root that a proof of inclusion leads to from a leaf; undefined when the proof has the wrong length. */
export function rootByInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  const ranges = index >= 0 && index < size ? inclusionRanges(index, size) : []
  if (index < 0 || index >= size || ranges.length !== proof.length) return undefined
  return proof.reduce((hash, other, i) => {
    const [begin] = ranges[i] ?? [0]
    return begin > index ? nodeHash(hash, other) : nodeHash(other, hash)
  }, leaf)
}

/** Whether a tree of one size and root is the beginning of a tree of another, by a proof of consistency (RFC 9162, 2.1.4.2). */
export function isConsistent(
  older: { readonly size: number; readonly root: Hash },
  newer: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): boolean {
  if (older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && older.root === newer.root
  if (older.size === 0) return proof.length === 0
  const path = isPowerOfTwo(older.size) ? [older.root, ...proof] : [...proof]
  let [node, last] = [older.size - 1, newer.size - 1]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  const [first, ...rest] = path
  if (first === undefined) return false
  let [oldRoot, newRoot] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldRoot = nodeHash(hash, oldRoot)
      newRoot = nodeHash(hash, newRoot)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else {
      newRoot = nodeHash(newRoot, hash)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && oldRoot === older.root && newRoot === newer.root
}

function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count))
}
