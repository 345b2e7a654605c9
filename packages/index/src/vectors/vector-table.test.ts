import { expect, test } from 'vitest'
import { readVectors, writeVectors } from './stored-vectors.ts'
import { createVectorTable, type RankOptions, type VectorTable } from './vector-table.ts'

const ALL: RankOptions = { topK: 10, also: [], accepts: () => true, compare: (a, b) => a - b }

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, value, i) => sum + value * (y[i] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}

/** The same numbers every time, from -1 to 1. */
function randomVector(seed: number, dimensions: number): Float32Array {
  let state = seed * 2_654_435_761
  return Float32Array.from({ length: dimensions }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state / 2 ** 31
  })
}

function filled(count: number, dimensions: number): VectorTable {
  const table = createVectorTable()
  for (let i = 0; i < count; i++) {
    table.add(`text ${i}`, randomVector(i + 1, dimensions))
    table.link(i, `text ${i}`)
  }
  return table
}

test.each([1, 3, 8, 384, 1_001])(
  'the nearest of many vectors of %i dimensions are those with the greatest cosine',
  (dimensions) => {
    const table = filled(500, dimensions)
    const query = randomVector(9_999, dimensions)
    const exact = Array.from({ length: 500 }, (_, i) => ({
      ordinal: i,
      score: cosine(query, randomVector(i + 1, dimensions)),
    }))
    exact.sort((a, b) => b.score - a.score || a.ordinal - b.ordinal)
    const { hits, baseline } = table.rank(query, ALL)
    expect(hits).toHaveLength(10)
    for (const [i, { ordinal, score }] of hits.entries()) {
      expect(score).toBeCloseTo(cosine(query, randomVector(ordinal + 1, dimensions)), 3)
      expect(score).toBeCloseTo(exact[i]?.score ?? 0, 3)
    }
    expect(baseline).toBeCloseTo(exact.reduce((sum, { score }) => sum + score, 0) / 500, 3)
  },
)

test('the length of a vector does not matter, and zeros are near to nothing', () => {
  const table = createVectorTable()
  table.add('long', new Float32Array([3e30, 4e30]))
  table.add('short', new Float32Array([3e-20, 4e-20]))
  table.add('zero', new Float32Array([0, 0]))
  for (const [ordinal, text] of ['long', 'short', 'zero'].entries()) table.link(ordinal, text)
  const scores = table.rank(new Float32Array([3, 4]), ALL).hits.map(({ score }) => score)
  expect(scores[0]).toBeCloseTo(1, 3)
  expect(scores).toEqual([scores[0], scores[0], 0])
})

test('equals are ordered as the caller says, also where the list ends', () => {
  const table = createVectorTable()
  table.add('same', new Float32Array([1, 1]))
  for (let ordinal = 0; ordinal < 20; ordinal++) table.link(ordinal, 'same')
  const found = (compare: (a: number, b: number) => number) =>
    table.rank(new Float32Array([1, 1]), { ...ALL, topK: 3, compare }).hits.map(({ ordinal }) => ordinal)
  expect(found((a, b) => a - b)).toEqual([0, 1, 2])
  expect(found((a, b) => b - a)).toEqual([19, 18, 17])
})

test('what is not accepted takes no place, and what is asked for besides is scored', () => {
  const table = filled(100, 16)
  const query = randomVector(1, 16)
  const { hits } = table.rank(query, { ...ALL, topK: 2, accepts: (ordinal) => ordinal !== 0, also: [50, 51, 999] })
  expect(hits.map(({ ordinal }) => ordinal)).not.toContain(0)
  expect(hits.slice(2).map(({ ordinal }) => ordinal)).toEqual([50, 51])
})

test('a skill that is unlinked is not found, and its text is still known for a while', () => {
  const table = filled(10, 8)
  table.unlink(3)
  expect(table.size).toBe(9)
  expect(table.rank(randomVector(4, 8), ALL).hits.map(({ ordinal }) => ordinal)).not.toContain(3)
  expect(table.link(77, 'text 3')).toBe(true)
  expect(table.rank(randomVector(4, 8), ALL).hits[0]?.ordinal).toBe(77)
  expect(table.link(78, 'never seen')).toBe(false)
})

test('the space of removed texts is reused', () => {
  const table = filled(1_000, 8)
  for (let ordinal = 0; ordinal < 1_000; ordinal++) table.unlink(ordinal)
  for (let i = 1_000; i < 1_700; i++) {
    table.add(`text ${i}`, randomVector(i + 1, 8))
    table.link(i, `text ${i}`)
  }
  expect(table.size).toBe(700)
  expect(table.link(0, 'text 0')).toBe(false)
  expect(table.link(0, 'text 999')).toBe(true)
  expect(table.rank(randomVector(1_501, 8), ALL).hits[0]?.ordinal).toBe(1_500)
})

test('what was written is read again and ranks the same', () => {
  const table = filled(500, 20)
  table.link(1_000, 'text 7')
  table.unlink(3)
  const bytes = writeVectors('model', table)
  const unaligned = new Uint8Array(bytes.length + 1)
  unaligned.set(bytes, 1)
  for (const copy of [bytes, unaligned.subarray(1)]) {
    const again = readVectors('model', copy)
    const query = randomVector(8, 20)
    expect(again?.rank(query, { ...ALL, topK: 600 })).toEqual(table.rank(query, { ...ALL, topK: 600 }))
    expect(again?.hashOf(1_000)).toBe('text 7')
    expect(again?.hashOf(3)).toBeUndefined()
  }
})

test('bytes of another model, cut ones, damaged ones and others are not read', () => {
  const bytes = writeVectors('model', filled(50, 8))
  expect(readVectors('other', bytes)).toBeUndefined()
  for (const length of [0, 5, 15, 16, 40, bytes.length - 1])
    expect(readVectors('model', bytes.subarray(0, length))).toBeUndefined()
  for (let at = 0; at < bytes.length; at += 37) {
    const damaged = new Uint8Array(bytes)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    expect(readVectors('model', damaged)).toBeUndefined()
  }
  expect(readVectors('model', writeVectors('model', createVectorTable()))).toBeUndefined()
})
