import { describe, expect, test } from 'vitest'
import { fuse } from './fuse.ts'

const words = [
  { id: 'news', score: 0.8, why: 'news' },
  { id: 'weather', score: 0.4, why: 'today' },
  { id: 'cat', score: 0.2, why: 'the' },
]

test('without weight or without vectors the ranking by words stands, scores and order', () => {
  const vectors = { hits: [{ id: 'cat', score: 0.9 }], baseline: 0.1 }
  const lexical = words.map((hit) => ({ id: hit.id, score: hit.score, vectorShare: 0, words: hit }))
  expect(fuse(words, vectors, { weight: 0 })).toEqual(lexical)
  expect(fuse(words, { hits: [], baseline: 0 }, { weight: 0.7 })).toEqual(lexical)
  const tied = [
    { id: 'z', score: 1 },
    { id: 'a', score: 1 },
  ]
  expect(fuse(tied, vectors, { weight: 0 }).map(({ id }) => id)).toEqual(['z', 'a'])
})

test('a skill that only semantic search finds is included, and each hit has the share of the vectors', () => {
  const vectors = {
    hits: [
      { id: 'digest', score: 0.8 },
      { id: 'news', score: 0.5 },
      { id: 'cat', score: 0.2 },
    ],
    baseline: 0.2,
  }
  const fused = fuse(words, vectors, { weight: 0.5 })
  expect(fused.map(({ id, score, vectorShare }) => [id, score, vectorShare])).toEqual([
    ['news', expect.closeTo(0.8), expect.closeTo(1 / 3)],
    ['digest', expect.closeTo((0.8 * 2) / 3), 1],
    ['weather', expect.closeTo(0.8 / 3), 0],
    ['cat', expect.closeTo(0.8 / 6), 0],
  ])
  expect(fused.map((hit) => hit.words?.why)).toEqual(['news', undefined, 'today', 'the'])
})

test('the weight moves the ranking from one side to the other', () => {
  const vectors = {
    hits: [
      { id: 'cat', score: 0.9 },
      { id: 'weather', score: 0.3 },
      { id: 'news', score: 0.1 },
    ],
    baseline: 0.1,
  }
  const order = (weight: number) => fuse(words, vectors, { weight }).map(({ id }) => id)
  expect(order(0.01)).toEqual(['news', 'weather', 'cat'])
  expect(order(1)).toEqual(['cat', 'weather', 'news'])
})

test('the best has the score of the stronger ranking, and a low one where neither fits', () => {
  const weak = words.map((hit) => ({ ...hit, score: hit.score / 10 }))
  const near = (score: number) => ({ hits: [{ id: 'news', score }], baseline: 0.2 })
  expect(fuse(words, near(0.3))[0]?.score).toBeCloseTo(0.8)
  expect(fuse(weak, near(0.6))[0]?.score).toBeCloseTo(0.5)
  expect(fuse(weak, near(0.3))[0]?.score).toBeCloseTo(0.125)
  expect(fuse([], near(0.3))[0]?.score).toBeCloseTo(0.125)
})

test('vectors alone are a ranking too', () => {
  const vectors = {
    hits: [
      { id: 'a', score: 0.4 },
      { id: 'b', score: 0.9 },
      { id: 'far', score: 0.1 },
    ],
    baseline: 0.2,
  }
  expect(fuse([], vectors).map(({ id, vectorShare }) => [id, vectorShare])).toEqual([
    ['b', 1],
    ['a', 1],
  ])
})

test('equal scores are ordered by id, whatever order they come in', () => {
  const hits = ['d', 'b', 'c', 'a'].map((id) => ({ id, score: 0.5 }))
  for (const order of [hits, hits.toReversed()])
    expect(fuse([], { hits: order, baseline: 0 }).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

describe('numbers at the edge give no nonsense', () => {
  test.each([
    ['all vectors equal', words, { hits: words.map(({ id }) => ({ id, score: 0.5 })), baseline: 0.5 }],
    [
      'words worth nothing',
      words.map((hit) => ({ ...hit, score: 0 })),
      { hits: [{ id: 'cat', score: 0.5 }], baseline: 0 },
    ],
    [
      'negative terms of a skill',
      [...words, { id: 'not', score: -3, why: 'not for' }],
      { hits: [{ id: 'not', score: 0.5 }], baseline: 0 },
    ],
    ['below the average', words, { hits: [{ id: 'cat', score: -0.5 }], baseline: 0.5 }],
  ])('%s', (_, some, vectors) => {
    for (const { score, vectorShare } of fuse(some, vectors, { weight: 0.5 })) {
      expect(Math.abs(score)).toBeLessThan(10)
      expect(vectorShare).toBeGreaterThanOrEqual(0)
      expect(vectorShare).toBeLessThanOrEqual(1)
    }
  })
})
