import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { openIndex } from '@skillwright/index'
import { CHAT_MESSAGES, OTHER_MESSAGES } from './chat-messages.ts'
import { seeded } from './generated-words.ts'
import { type Measure, measure } from './measure.ts'
import { pairedTest } from './paired-test.ts'
import { ANCHORS, type CaseSkill, type Engine } from './retrieval-anchors.ts'

interface Query {
  readonly query: string
  readonly relevant: readonly string[]
  readonly language?: string
}

type Half = 'developed' | 'judged'

const CASES = new URL('../../shared/cases/retrieval/', import.meta.url)
const HALVES: readonly Half[] = ['developed', 'judged']

/** How well messages find their skills by words alone, beside what other engines find, and how often nothing fitting is offered. */
export async function retrievalQuality(): Promise<Measure[]> {
  if (!existsSync(CASES)) return []
  const real = readSet('skills-real', 'corpus.jsonl.gz')
  const ofLanguage = (language: string) => real.queries.filter((query) => query.language === language)
  const cross = readSet('skills-zh-to-en')
  const tools = readSet('tools-en')
  const many = { skills: [...real.skills, ...cross.skills, ...crossed(real.skills, 40_000)], queries: real.queries }
  return [
    ...(await compare('real skills, English', { ...real, queries: ofLanguage('en') })),
    ...(await compare('real skills, Chinese', { ...real, queries: ofLanguage('zh') })),
    ...(await compare('tools, English', tools)),
    ...(await compare('English skills, Chinese messages', cross)),
    ...(await compare('40,000 skills of real parts', many)),
    ...(await compareLibraries(real, 200)),
    ...(await compareLibraries(real, 20)),
    ...(await falseOffers('real skills', real, 50)),
    ...(await falseOffers('tools', tools, 50)),
    ...(await falseOffers('English skills, Chinese messages', cross, 50)),
  ]
}

interface LabelledSet {
  readonly skills: readonly CaseSkill[]
  readonly queries: readonly Query[]
}

/** Figures of each half of the messages: ours, theirs, and how likely the difference is chance. */
async function compare(name: string, { skills, queries }: LabelledSet): Promise<Measure[]> {
  const own = await ours(skills)
  const anchors = Object.entries(ANCHORS).map(([anchor, open]) => [anchor, open(skills)] as const)
  const gains = await gainsOf(queries, own, anchors)
  return HALVES.flatMap((half) =>
    figures(
      name,
      half,
      gains.filter((each) => each.half === half),
    ),
  )
}

/** The same over libraries of a size that people have, made of the skills that messages ask for and others. */
async function compareLibraries({ skills, queries }: LabelledSet, size: number): Promise<Measure[]> {
  const gains: Gains[] = []
  for (const library of librariesOf({ skills, queries }, size, 1_200 / size + 4)) {
    const anchors = Object.entries(ANCHORS).map(([anchor, open]) => [anchor, open(library.skills)] as const)
    gains.push(...(await gainsOf(library.queries, await ours(library.skills), anchors)))
  }
  return HALVES.flatMap((half) =>
    figures(
      `${size} real skills`,
      half,
      gains.filter((each) => each.half === half),
    ),
  )
}

interface Gains {
  readonly half: Half
  readonly own: number
  readonly anchors: Readonly<Record<string, number>>
}

async function gainsOf(
  queries: readonly Query[],
  own: (message: string) => Promise<string[]>,
  anchors: readonly (readonly [string, Engine])[],
): Promise<Gains[]> {
  const gains: Gains[] = []
  for (const { query, relevant } of queries)
    gains.push({
      half: halfOf(query),
      own: nDCG(await own(query), relevant),
      anchors: Object.fromEntries(anchors.map(([name, find]) => [name, nDCG(find(query), relevant)])),
    })
  return gains
}

/** One line for each anchor: our nDCG@10 against its own, better when the paired test says so. */
function figures(name: string, half: Half, gains: readonly Gains[]): Measure[] {
  const own = gains.map((each) => each.own)
  return Object.keys(ANCHORS).map((anchor) => {
    const theirs = gains.map((each) => each.anchors[anchor] ?? 0)
    const value = 100 * meanOf(own)
    const chance = pairedTest(own, theirs)
    const baseline = `${anchor} ${(100 * meanOf(theirs)).toFixed(1)} (p ${chance.toFixed(3)}, ${gains.length} messages, ${half} half)`
    return measure({
      ...{ name: `index: ${name}, nDCG@10`, value, unit: '%', baseline, better: 'higher' },
      target: Number((100 * meanOf(theirs)).toFixed(1)),
    })
  })
}

/** How many messages that need no skill are offered one, and how many right ones are lost for it. */
async function falseOffers(kind: string, set: LabelledSet, size: number): Promise<Measure[]> {
  const counts = { developed: noCounts(), judged: noCounts(), other: noCounts() }
  for (const library of librariesOf(set, size, 12)) {
    await using index = await openIndex({ skills: library.skills })
    for (const { query, relevant } of library.queries) {
      const all = await index.find(query, { minScore: 0, minShare: 0 })
      if (!all.some(({ id }) => relevant.includes(id))) continue
      const count = counts[halfOf(query)]
      count.right++
      if (!(await index.find(query)).some(({ id }) => relevant.includes(id))) count.lost++
    }
    for (const message of [...CHAT_MESSAGES, ...OTHER_MESSAGES]) {
      const count = OTHER_MESSAGES.includes(message) ? counts.other : counts[halfOf(message)]
      count.chat++
      if ((await index.find(message)).length > 0) count.offered++
    }
  }
  const { chat: others, offered: offeredOthers } = counts.other
  const judgedOnly = measure({
    ...{ name: `index: library of ${size}, ${kind}, offered for other talk`, value: (100 * offeredOthers) / others },
    ...{ unit: '%', better: 'lower', target: 10, baseline: `${others} messages of other kinds (judged only)` },
  })
  const halves = HALVES.flatMap((half) => {
    const { right, lost, chat, offered } = counts[half]
    const line = (name: string, value: number, target: number, of: string) =>
      measure({
        ...{ name: `index: library of ${size}, ${kind}, ${name}`, value, unit: '%', better: 'lower', target },
        baseline: `${of} (${half} half)`,
      })
    return [
      line('offered for small talk', (100 * offered) / chat, 10, `${chat} messages that need no skill`),
      line('lost by the least score', (100 * lost) / right, 5, `${right} messages found without one`),
    ]
  })
  return [...halves, judgedOnly]
}

function noCounts() {
  return { right: 0, lost: 0, chat: 0, offered: 0 }
}

async function ours(skills: readonly CaseSkill[]): Promise<(message: string) => Promise<string[]>> {
  const index = await openIndex({ skills })
  return async (message) => (await index.find(message, { topK: 10, minScore: 0, minShare: 0 })).map(({ id }) => id)
}

/** Libraries of skills that some messages ask for and others, always the same. */
function librariesOf({ skills, queries }: LabelledSet, size: number, most: number): LabelledSet[] {
  const random = seeded(size)
  const byId = new Map(skills.map((skill) => [skill.id, skill]))
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  return Array.from({ length: Math.floor(most) }, () => {
    const chosen = new Map<string, Query>()
    const ids = new Set<string>()
    while (ids.size < size / 2) {
      const query = pick(queries)
      chosen.set(query.query, query)
      for (const id of query.relevant) ids.add(id)
    }
    while (ids.size < size) ids.add(pick(skills).id)
    return { skills: [...ids].flatMap((id) => byId.get(id) ?? []), queries: [...chosen.values()] }
  })
}

/** More skills, each of the first half of one description, the second of another, and the body of a third: real words in real lengths. */
function crossed(skills: readonly CaseSkill[], count: number): CaseSkill[] {
  const random = seeded(count)
  const pick = () => skills[Math.floor(random() * skills.length)] as CaseSkill
  return Array.from({ length: count - skills.length }, (_, i) => {
    const [a, b, c] = [pick(), pick(), pick()]
    const [left = '', right = ''] = [a.description ?? '', b.description ?? '']
    const description = left.slice(0, left.length / 2) + right.slice(right.length / 2)
    return { id: `crossed-${i}`, name: `${b.name} ${i}`, description, body: c.body }
  })
}

function halfOf(message: string): Half {
  return Number.parseInt(hash('sha256', message).slice(0, 2), 16) % 2 === 0 ? 'developed' : 'judged'
}

function nDCG(ids: readonly string[], relevant: readonly string[]): number {
  const gain = (ranks: Iterable<number>) => [...ranks].reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0)
  const ranks = ids.slice(0, 10).flatMap((id, rank) => (relevant.includes(id) ? [rank] : []))
  return gain(ranks) / gain(relevant.slice(0, 10).keys())
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function readSet(name: string, corpus = 'corpus.jsonl'): LabelledSet {
  return { skills: readLines(`${name}/${corpus}`), queries: readLines(`${name}/queries.jsonl`) }
}

function readLines<Line>(file: string): Line[] {
  const bytes = readFileSync(new URL(file, CASES))
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
