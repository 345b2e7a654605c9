import { setTimeout as sleep } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import { expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'
import { embeddingText } from './embedding-text.ts'
import { openVectors } from './open-vectors.ts'

const AXES = ['news', 'weather', 'cat', 'dog', 'mail', 'disk']

/** A real embedder, if a simple one: a text is how often it says each of six words. */
function wordEmbedder({
  id = 'words',
  before = async (_: readonly string[]) => {},
} = {}): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    id,
    asked,
    async embed(texts) {
      await before(texts)
      asked.push(...texts)
      return texts.map((text) => Float32Array.from(AXES, (axis) => text.split(axis).length - 1))
    },
  }
}

const SKILLS = ['news of the day', 'weather today', 'cat pictures', 'dog pictures'].map((text, ordinal) => ({
  ordinal,
  text,
}))

test('a message finds the skills nearest to it, and their vectors can be kept', async () => {
  const embedder = wordEmbedder()
  const vectors = openVectors(embedder)
  expect(await vectors.put(SKILLS)).toEqual({ embedded: 4, pending: [] })
  const { hits, failure } = await vectors.search('any news?', { topK: 1 })
  expect(failure).toBeUndefined()
  expect(hits).toEqual([{ ordinal: 0, score: expect.closeTo(1, 3) }])
  const again = openVectors(wordEmbedder(), { bytes: vectors.toBytes() })
  expect(again.size).toBe(4)
  expect(await again.search('any news?')).toEqual(await vectors.search('any news?'))
})

test('only texts that changed are embedded, and the same text never twice', async () => {
  const embedder = wordEmbedder()
  const vectors = openVectors(embedder)
  await vectors.put([...SKILLS, { ordinal: 4, text: 'dog pictures' }])
  expect(embedder.asked).toHaveLength(4)
  expect(await vectors.put(SKILLS)).toEqual({ embedded: 0, pending: [] })
  expect(
    await vectors.put([
      { ordinal: 0, text: 'mail of the day' },
      { ordinal: 9, text: 'weather today' },
    ]),
  ).toEqual({ embedded: 1, pending: [] })
  expect(embedder.asked.slice(4)).toEqual(['mail of the day'])
  // Numbers that moved: every text is known, though each belongs to another skill now.
  const restored = openVectors(embedder, { bytes: vectors.toBytes() })
  const moved = ['weather today', 'cat pictures', 'dog pictures', 'mail of the day'].map((text, ordinal) => ({
    ordinal,
    text,
  }))
  expect(await restored.put(moved)).toEqual({ embedded: 0, pending: [] })
  expect((await restored.search('mail')).hits[0]?.ordinal).toBe(3)
})

test('two callers who bring the same text at once have it embedded once', async () => {
  const embedder = wordEmbedder({ before: () => sleep(5) })
  const vectors = openVectors(embedder)
  const both = [0, 1].map((ordinal) => vectors.put([{ ordinal, text: 'news' }]))
  expect((await Promise.all(both)).map(({ embedded }) => embedded)).toEqual([1, 0])
  expect(vectors.size).toBe(2)
})

test('a removal or a newer text overtakes an embedding that is under way', async () => {
  const vectors = openVectors(wordEmbedder({ before: () => sleep(20) }))
  const first = vectors.put(SKILLS)
  vectors.remove([1])
  const second = vectors.put([{ ordinal: 0, text: 'mail' }])
  await Promise.all([first, second])
  expect([0, 1, 2, 3].filter((ordinal) => vectors.has(ordinal))).toEqual([0, 2, 3])
  expect((await vectors.search('mail')).hits[0]?.ordinal).toBe(0)
})

test('another model or damaged bytes start with nothing', async () => {
  const vectors = openVectors(wordEmbedder())
  await vectors.put(SKILLS)
  const bytes = vectors.toBytes()
  expect(openVectors(wordEmbedder({ id: 'other' }), { bytes }).size).toBe(0)
  expect(openVectors(wordEmbedder(), { bytes: bytes.subarray(0, 100) }).size).toBe(0)
})

test('an embedder that is away leaves what it gave, and the rest is pending', async () => {
  let calls = 0
  const before = async () => {
    if (++calls > 1) throw new SkillError('FETCH_FAILED', 'no answer')
  }
  const vectors = openVectors(wordEmbedder({ before }))
  const many = Array.from({ length: 100 }, (_, ordinal) => ({ ordinal, text: `news ${ordinal}` }))
  const { embedded, pending, failure } = await vectors.put(many)
  expect(embedded).toBe(64)
  expect(pending).toEqual(many.slice(64).map(({ ordinal }) => ordinal))
  expect(failure?.code).toBe('FETCH_FAILED')
  expect(calls).toBe(2)
  expect(vectors.size).toBe(64)
})

test('one text that the model refuses does not cost the others their vectors', async () => {
  const before = async (texts: readonly string[]) => {
    if (texts.includes('poison')) throw new SkillError('INVALID_INPUT', 'too long')
  }
  const vectors = openVectors(wordEmbedder({ before }))
  const entries = Array.from({ length: 200 }, (_, ordinal) => ({
    ordinal,
    text: ordinal === 77 ? 'poison' : `news ${ordinal}`,
  }))
  const progress: number[] = []
  const update = await vectors.put(entries, { onProgress: (done) => progress.push(done) })
  expect(update).toMatchObject({ embedded: 199, pending: [77], failure: { code: 'INVALID_INPUT' } })
  expect(progress.at(-1)).toBe(199)
})

test('a model that refuses everything is given up', async () => {
  let calls = 0
  const before = async () => {
    calls++
    throw new SkillError('INVALID_INPUT', 'no such model')
  }
  const entries = Array.from({ length: 5_000 }, (_, ordinal) => ({ ordinal, text: `news ${ordinal}` }))
  const { pending } = await openVectors(wordEmbedder({ before })).put(entries)
  expect(pending).toHaveLength(5_000)
  expect(calls).toBeLessThan(50)
})

test.each<[string, unknown, RegExp]>([
  ['too few vectors', [], /expected 1 vectors.*got 0/],
  ['no list', 'vectors', /list of vectors, got string/],
  ['plain lists', [[1, 2]], /expected a Float32Array, got object/],
  ['NaN', [Float32Array.of(1, Number.NaN)], /expected finite numbers, got NaN at 1/],
  ['no numbers', [new Float32Array(0)], /1 to 65536 dimensions, got 0/],
  ['an endless vector', [new Float32Array(70_000)], /1 to 65536 dimensions, got 70000/],
])('a custom embedder that returns %s is refused', async (_, answer, message) => {
  const embedder: Embedder = { id: 'theirs', embed: async () => answer as Float32Array[] }
  const { pending, failure } = await openVectors(embedder).put([{ ordinal: 0, text: 'news' }])
  expect(pending).toEqual([0])
  expect(failure).toMatchObject({ code: 'INVALID_OUTPUT', message: expect.stringMatching(message) })
})

test('a model that changes the length of its vectors begins anew, at put and at search, and cannot go back', async () => {
  let dimensions = 3
  const embedder: Embedder = { id: 'm', embed: async (texts) => texts.map(() => new Float32Array(dimensions).fill(1)) }
  const vectors = openVectors(embedder)
  await vectors.put([{ ordinal: 0, text: 'a' }])
  dimensions = 4
  expect(await vectors.put([{ ordinal: 1, text: 'b' }])).toEqual({ embedded: 1, pending: [], isOutdated: true })
  expect([0, 1].map((ordinal) => vectors.has(ordinal))).toEqual([false, true])
  expect((await vectors.search('a')).hits).toHaveLength(1)
  dimensions = 5
  expect(await vectors.search('a')).toEqual({ hits: [], baseline: 0, isOutdated: true })
  expect(vectors.size).toBe(0)
  await vectors.put([{ ordinal: 0, text: 'a' }])
  dimensions = 3
  expect((await vectors.put([{ ordinal: 2, text: 'c' }])).failure?.message).toContain('expected 5 dimensions, got 3')
  expect((await vectors.search('a')).failure?.message).toContain('expected 5 dimensions, got 3')
  expect(vectors.size).toBe(1)
})

test('a search that fails is reported, and the next ones do not wait until the embedder has rested', async () => {
  let isDown = false
  let now = 0
  const embedder = wordEmbedder({
    before: async () => {
      if (isDown) throw new Error('connection lost')
    },
  })
  const vectors = openVectors(embedder, { coolDownMs: 10_000, now: () => now })
  await vectors.put(SKILLS)
  isDown = true
  expect((await vectors.search('news')).failure).toMatchObject({
    code: 'EXTERNAL_SERVICE_ERROR',
    message: expect.stringContaining('connection lost'),
  })
  isDown = false
  const resting = await vectors.search('news')
  expect(resting.hits).toEqual([])
  expect(resting.failure?.message).toContain('not asked again for another 10 s')
  expect(embedder.asked).toHaveLength(4)
  now = 10_000
  expect((await vectors.search('news')).hits[0]?.ordinal).toBe(0)
})

test('after the rest one search tries and the others do not wait for it', async () => {
  let now = 0
  let calls = 0
  const gate = Promise.withResolvers<void>()
  const before = async () => {
    calls++
    if (calls === 2) throw new Error('down')
    if (calls === 3) await gate.promise
  }
  const vectors = openVectors(wordEmbedder({ before }), { coolDownMs: 1_000, now: () => now })
  await vectors.put(SKILLS)
  await vectors.search('news')
  now = 2_000
  const probe = vectors.search('news')
  expect((await vectors.search('news')).failure).toBeDefined()
  gate.resolve()
  expect((await probe).hits).toHaveLength(4)
  expect((await vectors.search('news')).hits).toHaveLength(4)
  expect(calls).toBe(4)
})

test('an embedder that never answers costs one search its patience', async () => {
  let isHanging = false
  const vectors = openVectors(
    wordEmbedder({ before: () => (isHanging ? new Promise<void>(() => {}) : Promise.resolve()) }),
    { queryTimeoutMs: 50 },
  )
  await vectors.put(SKILLS)
  isHanging = true
  expect((await vectors.search('news')).failure).toMatchObject({
    code: 'TOOL_TIMEOUT',
    message: expect.stringContaining('within 50 ms'),
  })
  expect((await vectors.search('news')).failure?.message).toContain('not asked again')
})

test('a caller who gives up gets an error and does not count against the embedder', async () => {
  const vectors = openVectors(wordEmbedder({ before: () => sleep(30) }))
  await vectors.put(SKILLS)
  await expect(vectors.search('news', { signal: AbortSignal.timeout(5) })).rejects.toMatchObject({ code: 'CANCELLED' })
  await expect(vectors.search('news', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' })
  expect((await vectors.search('news')).failure).toBeUndefined()
  await expect(vectors.put([{ ordinal: 9, text: 'x' }], { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect(await vectors.put([{ ordinal: 9, text: 'x' }])).toEqual({ embedded: 1, pending: [] })
})

test('nothing to search or nothing asked needs no embedder', async () => {
  const embedder = wordEmbedder()
  const vectors = openVectors(embedder)
  expect(await vectors.search('news')).toEqual({ hits: [], baseline: 0 })
  await vectors.put(SKILLS)
  expect(await vectors.search('  ')).toEqual({ hits: [], baseline: 0 })
  expect(embedder.asked).toHaveLength(4)
})

test('the text of a skill says what it is for, not what it is not for, and is short', () => {
  const skill = {
    id: 'digest',
    name: 'Daily News Digest',
    description: 'Summarises the news of the day.',
    whenToUse: ['The user asks for news'],
    whenNotToUse: ['Live scores'],
    triggers: ['总结今天的新闻'],
    tags: ['news'],
    body: `# Daily\n${'word '.repeat(10_000)}`,
  }
  const text = embeddingText(skill)
  expect(
    text.startsWith(
      'Daily News Digest\nSummarises the news of the day.\nThe user asks for news\n总结今天的新闻\nnews\n# Daily',
    ),
  ).toBe(true)
  expect(text).not.toContain('Live scores')
  expect(text).toHaveLength(2_000)
  expect(embeddingText({ id: 'only-an-id' })).toBe('only-an-id')
})
