import { SkillError } from '@skillwright/contract'
import { beforeAll, expect, test } from 'vitest'
import type { SkillDocument } from '../skill-document.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import { BLOCK } from './word-scores.ts'

const WORDS =
  'file data report search page email news chart price table image audio video git test deploy 数据 报告 搜索 新闻 邮件'.split(
    ' ',
  )
const MESSAGES = [
  'search the news',
  'deploy a report by email',
  '搜索新闻报告',
  'price chart of audio data',
  'table image',
  '数据 git',
]

/** Numbers that are the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomSkill(id: string, next: (below: number) => number): SkillDocument {
  const words = (count: number) => Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(' ')
  return {
    id,
    name: words(2),
    description: words(3 + next(12)),
    ...(next(3) === 0 ? { whenNotToUse: [words(2)] } : {}),
    ...(next(3) === 0 ? { triggers: [words(2)] } : {}),
    body: words(next(60)),
  }
}

const answers = (index: WordIndex) =>
  MESSAGES.map((message) =>
    index.search(message, { topK: 20 }).map((hit) => ({ id: hit.id, score: hit.score, why: hit.why() })),
  )

// The first who needs the dictionary on a machine makes it.
beforeAll(() => void createWordIndex().search('数据'), 60_000)

test('after any edits the answers are those of an index built anew, to the last digit', () => {
  const next = numbers(7)
  let edited = createWordIndex()
  const there = new Map<string, { ordinal: number; skill: SkillDocument }>()
  for (let round = 0; round < 12; round++) {
    for (let edit = 0; edit < 40; edit++) {
      const id = `skill-${next(150)}`
      const old = there.get(id)
      if (old) edited.remove(old.ordinal)
      there.delete(id)
      if (old && next(3) === 0) continue
      const skill = randomSkill(id, next)
      there.set(id, { ordinal: edited.add(skill), skill })
      if (edit % 7 === 0) edited.search('news')
    }
    if (round % 4 === 3) edited = createWordIndex({ bytes: edited.toBytes() })
    const anew = createWordIndex()
    for (const { skill } of there.values()) anew.add(skill)
    expect(edited.size).toBe(there.size)
    expect(answers(edited)).toEqual(answers(anew))
  }
})

test('ordinals are as few as the skills, and survive being stored', () => {
  const index = createWordIndex()
  const ordinals = ['a', 'b', 'c'].map((id) => index.add({ id, description: `news ${id}` }))
  expect(ordinals.toSorted()).toEqual([0, 1, 2])
  index.remove(ordinals[1] ?? -1)
  const opened = createWordIndex({ bytes: index.toBytes() })
  expect(opened.add({ id: 'd', description: 'news' })).toBe(ordinals[1])
  expect(opened.search('news', { topK: 9 }).map(({ id, ordinal }) => [id, ordinal])).toEqual(
    expect.arrayContaining([
      ['a', 0],
      ['c', 2],
      ['d', 1],
    ]),
  )
  opened.remove(99)
  expect(opened.size).toBe(3)
})

test('the few best, found by rounded scores, are the first of all by exact ones', () => {
  const index = createWordIndex()
  const next = numbers(3)
  for (let i = 0; i <= BLOCK; i++) index.add(randomSkill(`skill-${i}`, next))
  index.add({ id: 'rare', name: 'zymurgy', description: 'zymurgy and news' })
  for (const message of [...MESSAGES, `zymurgy ${WORDS.join(' ')}`]) {
    const listed = (topK: number) => index.search(message, { topK }).map(({ id, score }) => [id, score])
    const all = listed(BLOCK + 2)
    for (const topK of [1, 3, 10]) expect(listed(topK)).toEqual(all.slice(0, topK))
  }
})

test('bytes that are no snapshot are refused', () => {
  const bytes = createWordIndex().toBytes()
  const index = createWordIndex()
  index.add({ id: 'a', description: 'news' })
  const good = index.toBytes()
  expect(createWordIndex({ bytes }).search('news')).toEqual([])
  for (const wrong of [new Uint8Array(0), new Uint8Array(7), new Uint8Array(999).fill(255), good.slice(0, -8)])
    expect(() => createWordIndex({ bytes: wrong })).toThrow(SkillError)
  const moved = new Uint8Array(good.length + 1)
  moved.set(good, 1)
  expect(createWordIndex({ bytes: moved.subarray(1) }).search('news')).toHaveLength(1)
})
