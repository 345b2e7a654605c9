import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Embedder, type FoundSkill, openIndex } from './index.ts'
import { skillText, tempFolder, writeFiles } from './roots/fixtures/skill-folders.ts'

const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id)

const NEWS = { id: 'daily-news-digest', description: 'Summarises the news of the day from feeds.' }
const UNITS = { id: 'unit-converter', description: 'Converts lengths, weights and temperatures between units.' }
const DIFF = { id: 'text-diff', description: 'Compares two texts line by line and shows what changed.' }
const LISTED = [NEWS, UNITS, DIFF]

/** A real embedder, if a simple one: texts are near that share words, and these pairs mean the same. */
function hashEmbedder({ id = 'hash' }: { id?: string } = {}): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    id,
    asked,
    async embed(texts, { kind }) {
      if (kind === 'document') asked.push(...texts)
      return texts.map((text) => {
        const vector = new Float32Array(64)
        for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
          const meant = word === 'tidings' ? 'news' : word
          const at = [...meant].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 64, 7)
          vector[at] = (vector[at] ?? 0) + 1
        }
        return vector
      })
    },
  }
}

const BROKEN: Embedder = {
  id: 'broken',
  embed: async () => {
    throw new Error('no connection')
  },
}

describe('with an embedder', () => {
  test('what shares no word is found by meaning, and says so', async () => {
    await using index = await openIndex({ skills: LISTED, embedder: hashEmbedder() })
    const [found] = await index.find('tidings')
    expect(found).toMatchObject({ id: 'daily-news-digest', why: { words: [], vectorShare: 1 } })
    const [both] = await index.find('news of the day')
    expect(both?.id).toBe('daily-news-digest')
    expect(both?.why.words).not.toEqual([])
    expect(both?.why.vectorShare).toBeGreaterThan(0)
    expect(both?.why.vectorShare).toBeLessThan(1)
    expect(index.status().embedder).toBeUndefined()
  })

  test('hidden skills are not found by meaning either', async () => {
    const skills = [{ ...NEWS, hidden: 'Not today' }, UNITS]
    await using index = await openIndex({ skills, embedder: hashEmbedder() })
    expect(idsOf(await index.find('news of the day'))).not.toContain(NEWS.id)
  })

  test('one that fails leaves the answer by words, and the status says why', async () => {
    await using words = await openIndex({ skills: LISTED })
    await using index = await openIndex({ skills: LISTED, embedder: BROKEN })
    expect(await index.find('news of the day')).toEqual(await words.find('news of the day'))
    expect(index.status().embedder).toMatchObject({
      code: 'EXTERNAL_SERVICE_ERROR',
      message: expect.stringContaining('no connection'),
    })
  })

  test('one that comes back is used from the next refresh on', async () => {
    let isAway = true
    const working = hashEmbedder()
    const embed: Embedder['embed'] = (texts, options) => (isAway ? BROKEN : working).embed(texts, options)
    await using index = await openIndex({ skills: LISTED, embedder: { id: 'moody', embed } })
    expect(await index.find('tidings')).toEqual([])
    isAway = false
    await index.refresh()
    expect(idsOf(await index.find('tidings', { topK: 1 }))).toEqual(['daily-news-digest'])
    expect(index.status().embedder).toBeUndefined()
  })

  test('with weight 0 it is not asked, and the ranking is the one by words', async () => {
    const embedder = hashEmbedder()
    await using words = await openIndex({ skills: LISTED })
    await using index = await openIndex({ skills: LISTED, embedder, weight: 0 })
    expect(await index.find('news of the day')).toEqual(await words.find('news of the day'))
    expect(embedder.asked).toEqual([])
    await expect(openIndex({ skills: LISTED, embedder, weight: 2 })).rejects.toMatchObject({
      code: 'PARAM_OUT_OF_RANGE',
    })
  })
})

test('opening does not wait for an embedder, and nothing is asked of it any more once the index is closed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked: number[] = []
  const embedder: Embedder = {
    id: 'slow',
    async embed(texts) {
      asked.push(texts.length)
      await promise
      return texts.map(() => Float32Array.of(1, 0))
    },
  }
  await using index = await openIndex({ skills: LISTED, embedder })
  expect(index.lookUp('text-diff')).toMatchObject({ state: 'offered' })
  resolve()
  await index.refresh()
  expect(asked).toEqual([3])
})

test('a model that has vectors of another length under the same name is used without deleting anything', async () => {
  const [root, cacheDir] = [tempFolder(), tempFolder()]
  for (const name of ['news', 'mail']) writeFiles(root, { [`${name}/SKILL.md`]: skillText(name, `Works on ${name}.`) })
  let dimensions = 64
  const working = hashEmbedder()
  const embed: Embedder['embed'] = async (texts, options) =>
    (await working.embed(texts, options)).map((vector) =>
      Float32Array.from({ length: dimensions }, (_, i) => vector[i % 64] ?? 0),
    )
  const open = () => openIndex({ roots: [root], cacheDir, embedder: { id: 'same', embed } })
  {
    await using index = await open()
    expect(idsOf(await index.find('tidings', { topK: 1 }))).toEqual(['news'])
  }
  dimensions = 128
  await using index = await open()
  await index.find('tidings')
  await index.refresh()
  expect(idsOf(await index.find('tidings', { topK: 1 }))).toEqual(['news'])
  expect(index.status().embedder).toBeUndefined()
})

describe('the vectors of skills on the disk', () => {
  function folders(): { root: string; cacheDir: string } {
    const [root, cacheDir] = [tempFolder(), tempFolder()]
    for (const name of ['news', 'mail', 'units', 'diff'])
      writeFiles(root, { [`${name}/SKILL.md`]: skillText(name, `Works on ${name}.`) })
    return { root, cacheDir }
  }
  /** Opens, looks and closes; the texts that had to be embedded, and what was found. */
  async function visit(options: {
    root: string
    cacheDir: string | false
  }): Promise<{ asked: string[]; found: FoundSkill[] }> {
    const embedder = hashEmbedder()
    await using index = await openIndex({ roots: [options.root], cacheDir: options.cacheDir, embedder })
    return { asked: embedder.asked, found: await index.find('tidings of the units', { topK: 10 }) }
  }

  test('are kept, and only the skill that changed is embedded again', async () => {
    const { root, cacheDir } = folders()
    expect((await visit({ root, cacheDir })).asked).toHaveLength(4)
    expect((await visit({ root, cacheDir })).asked).toEqual([])
    writeFiles(root, { 'mail/SKILL.md': skillText('mail', 'Answers letters.') })
    const { asked, found } = await visit({ root, cacheDir })
    expect(asked).toEqual([expect.stringContaining('Answers letters.')])
    expect(found).toEqual((await visit({ root, cacheDir: false })).found)
    expect((await visit({ root, cacheDir })).asked).toEqual([])
  })

  test('outlive a skill that goes', async () => {
    const { root, cacheDir } = folders()
    await visit({ root, cacheDir })
    rmSync(join(root, 'mail'), { recursive: true })
    expect((await visit({ root, cacheDir })).asked).toEqual([])
    const { asked, found } = await visit({ root, cacheDir })
    expect(asked).toEqual([])
    expect(found).toEqual((await visit({ root, cacheDir: false })).found)
  })

  test('outlive a change that was taken in without the embedder', async () => {
    const { root, cacheDir } = folders()
    await visit({ root, cacheDir })
    writeFiles(root, { 'mail/SKILL.md': skillText('mail', 'Answers letters.') })
    await (await openIndex({ roots: [root], cacheDir }))[Symbol.asyncDispose]()
    await using plain = await openIndex({ roots: [root], cacheDir })
    writeFiles(root, { 'diff/SKILL.md': skillText('diff', 'Compares texts.') })
    await plain.refresh()
    await plain[Symbol.asyncDispose]()
    const { asked, found } = await visit({ root, cacheDir })
    expect(asked.map((text) => text.split('\n')[0]).toSorted()).toEqual(['diff', 'mail'])
    expect(found).toEqual((await visit({ root, cacheDir: false })).found)
  })

  test('are made anew for another embedder', async () => {
    const { root, cacheDir } = folders()
    await visit({ root, cacheDir })
    const other = hashEmbedder({ id: 'other' })
    await using index = await openIndex({ roots: [root], cacheDir, embedder: other })
    await index.refresh()
    expect(other.asked).toHaveLength(4)
    writeFiles(root, { 'sums/SKILL.md': skillText('sums', 'Adds tidings.') })
    await index.refresh()
    expect(other.asked).toHaveLength(5)
    expect(idsOf(await index.find('news', { minShare: 0, minScore: 0 }))).toContain('sums')
  })
})
