import { SkillError } from '@skillwright/contract'
import { fromHex, joinBytes, toHex } from './bytes.ts'
import { sha256 } from './sha256.ts'

/** A SHA-256 in hex. */
export type Hash = string

/** Where a complete subtree stands: it covers the leaves from `position * 2^level` on, 2^level of them. */
export interface NodePlace {
  readonly level: number
  readonly position: number
}

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The hash of an entry; RFC 6962 keeps it apart from that of an inner node by its first byte. */
export async function leafHash(entry: string): Promise<Hash> {
  return toHex(await sha256(joinBytes(LEAF, new TextEncoder().encode(entry))))
}

/** The hash of two subtrees side by side. */
export async function nodeHash(left: Hash, right: Hash): Promise<Hash> {
  return toHex(await sha256(joinBytes(NODE, bytesOf(left), bytesOf(right))))
}

/** The root of no entries. */
export const EMPTY_ROOT: Hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

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
export async function joinSubtrees(hashes: readonly Hash[]): Promise<Hash> {
  let joined = hashes.at(-1) ?? EMPTY_ROOT
  for (const left of hashes.slice(0, -1).reverse()) joined = await nodeHash(left, joined)
  return joined
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
export async function rootByInclusion(
  leaf: Hash,
  index: number,
  size: number,
  proof: readonly Hash[],
): Promise<Hash | undefined> {
  if (index < 0 || index >= size) return undefined
  const ranges = inclusionRanges(index, size)
  if (ranges.length !== proof.length) return undefined
  let hash = leaf
  for (const [i, other] of proof.entries()) {
    const [begin] = ranges[i] ?? [0]
    hash = begin > index ? await nodeHash(hash, other) : await nodeHash(other, hash)
  }
  return hash
}

/** Whether a tree of one size and root is the beginning of a tree of another, by a proof of consistency (RFC 9162, 2.1.4.2). */
export async function isConsistent(
  older: { readonly size: number; readonly root: Hash },
  newer: { readonly size: number; readonly root: Hash },
  proof: readonly Hash[],
): Promise<boolean> {
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
      oldRoot = await nodeHash(hash, oldRoot)
      newRoot = await nodeHash(hash, newRoot)
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
    } else {
      newRoot = await nodeHash(newRoot, hash)
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

/** Only whole hashes: with shorter and longer ones the same bytes could be cut in two at another place. */
function bytesOf(hash: Hash): Uint8Array {
  if (/^[0-9a-f]{64}$/.test(hash)) return fromHex(hash)
  throw new SkillError('INTEGRITY_FAILED', `Expected a SHA-256 in hex, got ${JSON.stringify(hash.slice(0, 80))}`)
}
