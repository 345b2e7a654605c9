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

const LEAVES = await Promise.all(Array.from({ length: 23 }, (_, i) => leafHash(`entry ${i}`)))
const OTHER = await leafHash('other')

/** RFC 6962's definition, word for word: slow and surely right. */
async function root(leaves: readonly Hash[]): Promise<Hash> {
  if (leaves.length === 0) return EMPTY_ROOT
  if (leaves.length === 1) return leaves[0] ?? ''
  let middle = 1
  while (middle * 2 < leaves.length) middle *= 2
  return nodeHash(await root(leaves.slice(0, middle)), await root(leaves.slice(middle)))
}

const known = new Map<string, Promise<Hash>>()

function range(begin: number, end: number): Promise<Hash> {
  const found = known.get(`${begin}-${end}`) ?? root(LEAVES.slice(begin, end))
  known.set(`${begin}-${end}`, found)
  return found
}

const hashesOf = (ranges: readonly [number, number][]) => Promise.all(ranges.map(([begin, end]) => range(begin, end)))

test('the subtrees of a range join into its root', async () => {
  for (let size = 0; size <= LEAVES.length; size++) {
    const hashes = subtreesOf(0, size).map(({ level, position }) =>
      range(position * 2 ** level, (position + 1) * 2 ** level),
    )
    expect(await joinSubtrees(await Promise.all(hashes)), `size ${size}`).toBe(await range(0, size))
  }
})

test('every entry of every size is proven, and no other', async () => {
  for (let size = 1; size <= LEAVES.length; size++)
    for (let index = 0; index < size; index++) {
      const all = await range(0, size)
      const proof = await hashesOf(inclusionRanges(index, size))
      expect(await rootByInclusion(LEAVES[index] ?? '', index, size, proof)).toBe(all)
      expect(await rootByInclusion(OTHER, index, size, proof)).not.toBe(all)
      if (size > 1) expect(await rootByInclusion(LEAVES[index] ?? '', (index + 1) % size, size, proof)).not.toBe(all)
    }
})

test('growth is proven for every pair of sizes, and a rewritten log is not', async () => {
  for (let to = 1; to <= LEAVES.length; to++)
    for (let from = 1; from <= to; from++) {
      const proof = from === to ? [] : await hashesOf(consistencyRanges(from, to))
      const older = { size: from, root: await range(0, from) }
      const newer = { size: to, root: await range(0, to) }
      expect(await isConsistent(older, newer, proof), `${from} to ${to}`).toBe(true)
      expect(await isConsistent({ size: from, root: OTHER }, newer, proof)).toBe(false)
      expect(await isConsistent(older, { size: to, root: OTHER }, proof)).toBe(false)
      expect(await isConsistent(newer, older, proof)).toBe(from === to)
    }
})

test('what is no whole hash is no part of a proof', async () => {
  const refused = expect.objectContaining({ code: 'INTEGRITY_FAILED' })
  for (const hash of ['', 'ab', `${OTHER}ab`, OTHER.toUpperCase(), `${OTHER.slice(2)}zz`])
    await expect(rootByInclusion(OTHER, 0, 2, [hash])).rejects.toThrow(refused)
})
