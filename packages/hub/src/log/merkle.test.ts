import { expect, test } from 'vitest'
import {
  consistencyRanges,
  EMPTY_ROOT,
  type Hash,
  inclusionRanges,
  isConsistent,
  joinSubtrees,
  leafHash,
  nodeHash,
  rootByInclusion,
  subtreesOf,
} from './merkle.ts'

const LEAVES = Array.from({ length: 23 }, (_, i) => leafHash(`entry ${i}`))

/** RFC 6962's definition, word for word: slow and surely right. */
function root(leaves: readonly Hash[]): Hash {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] ?? ''
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return nodeHash(root(leaves.slice(0, middle)), root(leaves.slice(middle)))
}

const range = (begin: number, end: number) => root(LEAVES.slice(begin, end))

test('the subtrees of a range join into its root', () => {
  for (let size = 1; size <= LEAVES.length; size++) {
    const hashes = subtreesOf(0, size).map(({ level, position }) =>
      range(position * 2 ** level, (position + 1) * 2 ** level),
    )
    expect(joinSubtrees(hashes), `size ${size}`).toBe(range(0, size))
  }
})

test('every entry of every size is proven, and no other', () => {
  for (let size = 1; size <= LEAVES.length; size++)
    for (let index = 0; index < size; index++) {
      const proof = inclusionRanges(index, size).map(([begin, end]) => range(begin, end))
      expect(rootByInclusion(LEAVES[index] ?? '', index, size, proof)).toBe(range(0, size))
      expect(rootByInclusion(leafHash('forged'), index, size, proof)).not.toBe(range(0, size))
      if (size > 1)
        expect(rootByInclusion(LEAVES[index] ?? '', (index + 1) % size, size, proof)).not.toBe(range(0, size))
    }
})

test('growth is proven for every pair of sizes, and a rewritten log is not', () => {
  for (let to = 1; to <= LEAVES.length; to++)
    for (let from = 1; from <= to; from++) {
      const proof = from === to ? [] : consistencyRanges(from, to).map(([begin, end]) => range(begin, end))
      const newer = { size: to, root: range(0, to) }
      expect(isConsistent({ size: from, root: range(0, from) }, newer, proof), `${from} to ${to}`).toBe(true)
      expect(isConsistent({ size: from, root: leafHash('other') }, newer, proof)).toBe(false)
      expect(isConsistent({ size: from, root: range(0, from) }, { size: to, root: leafHash('other') }, proof)).toBe(
        false,
      )
      expect(isConsistent(newer, { size: from, root: range(0, from) }, proof)).toBe(from === to)
    }
})
