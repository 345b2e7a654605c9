import { expect, test } from 'vitest'
import { describeTriggers } from './describe-triggers.ts'
import { type FindSkills, testTriggers } from './test-triggers.ts'
import type { TestedSkill } from './tested-skill.ts'

/** The simplest search there is: the share of the message's words that a description holds. */
function finder(skills: readonly TestedSkill[]): FindSkills {
  return (message, { topK }) => {
    const words = message.toLowerCase().split(/\W+/).filter(Boolean)
    return skills
      .map(({ id, description = '' }) => ({
        id,
        score: words.filter((word) => description.toLowerCase().includes(word)).length,
      }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .slice(0, topK)
  }
}

const yes = (query: string) => ({ query, shouldTrigger: true })
const no = (query: string) => ({ query, shouldTrigger: false })

const SKILLS: readonly TestedSkill[] = [
  {
    id: 'digest',
    description: 'summarise the news of today',
    triggers: [yes('summarise the news'), yes('latest headlines'), no('weather of today')],
  },
  {
    id: 'weather',
    description: 'weather forecast for a place',
    triggers: [yes('weather forecast'), no('summarise the news')],
  },
  { id: 'logs', description: 'find errors in logs', triggers: [] },
]

test('recall and false triggers are counted for each skill and for all', async () => {
  const report = await testTriggers(finder(SKILLS), SKILLS, { minShare: 0.5 })
  expect(report.ok).toBe(false)
  expect(report.total).toEqual({
    ...{ should: 3, found: 2, triggered: 2, recall: 2 / 3 },
    ...{ shouldNot: 2, falselyOffered: 1, falsely: 1, falseRate: 0.5 },
  })
  expect(report.skills.map(({ id, found, falsely }) => [id, found, falsely])).toEqual([
    ['digest', 1, 1],
    ['weather', 1, 0],
  ])
  expect(report.skills[0]?.wrong).toEqual([
    { query: 'latest headlines', shouldTrigger: true, rank: null, others: [] },
    { query: 'weather of today', shouldTrigger: false, rank: 1, others: ['weather'] },
  ])
  expect(report.untested).toEqual(['logs'])
})

test('a skill that is offered beside a better one does not trigger, and is counted apart', async () => {
  const find: FindSkills = () => [
    { id: 'a', score: 0.8 },
    { id: 'b', score: 0.6 },
    { id: 'c', score: 0.2 },
  ]
  const { ok, total } = await testTriggers(find, [
    { id: 'a', triggers: [yes('x')] },
    { id: 'b', triggers: [yes('y'), no('x')] },
    { id: 'c', triggers: [no('x')] },
  ])
  expect(ok).toBe(true)
  expect(total).toMatchObject({ should: 2, found: 2, triggered: 1, shouldNot: 2, falselyOffered: 1, falsely: 0 })
})

test('a skill whose score is too low is not offered, be it the best', async () => {
  const find: FindSkills = () => [{ id: 'a', score: 0.05 }]
  const wrong = async (trigger: TestedSkill['triggers'][number]) =>
    (await testTriggers(find, [{ id: 'a', triggers: [trigger] }])).skills[0]?.wrong
  expect(await wrong(no('x'))).toEqual([])
  expect(await wrong(yes('x'))).toEqual([{ query: 'x', shouldTrigger: true, rank: 1, others: [] }])
})

test('a skill is offered only among the first and with its share of the best score', async () => {
  const find: FindSkills = (_, { topK }) =>
    [
      { id: 'a', score: 10 },
      { id: 'b', score: 6 },
      { id: 'c', score: 4 },
      { id: 'd', score: 4 },
    ].slice(0, topK)
  const found = async (id: string, options: { readonly topK?: number; readonly minShare?: number }) =>
    (await testTriggers(find, [{ id, triggers: [yes('x')] }], options)).total.found
  expect(await found('b', { topK: 1 })).toBe(0)
  expect(await found('b', { topK: 2 })).toBe(1)
  expect(await found('c', { topK: 3, minShare: 0.5 })).toBe(0)
  expect(await found('c', { topK: 3, minShare: 0.4 })).toBe(1)
  expect(await found('d', { topK: 3, minShare: 0.4 })).toBe(0)
})

test('a miss says where the skill was and who stood before it', async () => {
  const find: FindSkills = () => [
    { id: 'b', score: 9 },
    { id: 'c', score: 8 },
    { id: 'a', score: 1 },
  ]
  const report = await testTriggers(find, [{ id: 'a', triggers: [yes('x')] }])
  expect(report.skills[0]?.wrong).toEqual([{ query: 'x', shouldTrigger: true, rank: 3, others: ['b', 'c'] }])
})

test('skills that beat each other or come too near are named as a pair, with the messages', async () => {
  const ranks: Record<string, readonly { readonly id: string; readonly score: number }[]> = {
    beaten: [
      { id: 'b', score: 9 },
      { id: 'a', score: 8 },
    ],
    near: [
      { id: 'a', score: 100 },
      { id: 'b', score: 91 },
    ],
    clear: [
      { id: 'a', score: 100 },
      { id: 'b', score: 80 },
    ],
    shared: [
      { id: 'a', score: 100 },
      { id: 'b', score: 100 },
    ],
  }
  const skills = [
    { id: 'a', triggers: ['beaten', 'near', 'clear', 'shared'].map(yes) },
    { id: 'b', triggers: [yes('shared'), no('beaten')] },
  ]
  const { confused } = await testTriggers((message) => ranks[message] ?? [], skills)
  expect(confused).toEqual([
    {
      skills: ['a', 'b'],
      contests: [
        { query: 'beaten', of: 'a', rank: 2, rivalRank: 1 },
        { query: 'near', of: 'a', rank: 1, rivalRank: 2 },
      ],
      nearness: null,
    },
  ])
})

test('skills with nearly the same description are a pair without any test', async () => {
  const similar: readonly TestedSkill[] = [
    { id: 'one', description: 'convert units of length and weight', triggers: [] },
    { id: 'two', description: 'convert units of length and mass', triggers: [] },
    { id: 'other', description: 'send mail', triggers: [] },
  ]
  const report = await testTriggers(finder(similar), similar)
  expect(report.ok).toBe(true)
  expect(report.confused).toEqual([{ skills: ['one', 'two'], contests: [], nearness: 5 / 6 }])
  expect(report.descriptions).toEqual({ checked: 3, of: 3 })
  expect((await testTriggers(finder(similar), similar, { maxDescriptions: 1 })).descriptions).toEqual({
    checked: 1,
    of: 3,
  })
})

test('the report is the same whatever order the skills come in', async () => {
  const report = await testTriggers(finder(SKILLS), SKILLS)
  expect(await testTriggers(finder(SKILLS), SKILLS.toReversed())).toEqual(report)
})

test('the lines for people name what went wrong', async () => {
  const lines = describeTriggers(await testTriggers(finder(SKILLS), SKILLS))
  expect(lines).toEqual([
    expect.stringMatching(/^A skill is offered when it is among the first 3 .* within 10 % of it\.$/),
    'All: offered for 2 of 3 messages (67 %), triggered by 2; falsely offered for 1 of 2, triggered by 1.',
    'wrong digest: offered for 1 of 2 messages (50 %), triggered by 1; falsely offered for 1 of 1, triggered by 1',
    '  missed: "latest headlines" (not found)',
    '  false: "weather of today" (found at 1, beside weather)',
    'ok weather: offered for 1 of 1 messages (100 %), triggered by 1; falsely offered for 0 of 1, triggered by 0',
    'Without trigger tests: logs.',
  ])
  const pair = await testTriggers(
    () => [
      { id: 'b', score: 9 },
      { id: 'a', score: 8 },
    ],
    [
      { id: 'a', description: 'x', triggers: [yes('q')] },
      { id: 'b', description: 'y', triggers: [] },
    ],
  )
  expect(describeTriggers(pair).slice(-3)).toEqual([
    'Easily confused:',
    '  a and b: 1 message, descriptions 100 % similar',
    '    "q" is of a (at 2), b is at 1',
  ])
})

test('a message cannot command the terminal', async () => {
  const skills = [{ id: 'a\u001b[2J', triggers: [yes('\u001b]0;owned\u0007 \u202egnp.exe\nsecond line')] }]
  const lines = describeTriggers(await testTriggers(() => [], skills))
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(lines).toHaveLength(4)
})

test('progress reaches the end, and a caller who gives up stops it', async () => {
  const seen: [number, number][] = []
  await testTriggers(finder(SKILLS), SKILLS, { onProgress: (done, of) => seen.push([done, of]) })
  expect(seen.at(-1)).toEqual([8, 8])
  await expect(testTriggers(finder(SKILLS), SKILLS, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
})
