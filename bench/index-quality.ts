import { openIndex } from '@skillwright/index'
import { falseOffers } from './false-offers.ts'
import { cpuMs, type Measure, measure, progress } from './measure.ts'
import { pairedTest } from './paired-test.ts'
import { ANCHORS, type CaseSkill, tokenized, tokensOf } from './retrieval-anchors.ts'
import { crossed, HALVES, type Half, halfOf, type LabelledSet, librariesOf, retrievalCases } from './retrieval-cases.ts'
import { TASK_MESSAGES } from './task-messages.ts'

const MANY = 40_000
// Three other engines read more postings among so many the more messages there are.
const MOST_MESSAGES_AMONG_MANY = 300

/** How well messages find their skills by words alone, beside what other engines find, and how often nothing fitting is offered. */
export async function retrievalQuality(): Promise<Measure[]> {
  const cases = retrievalCases()
  if (cases === undefined) return []
  const { real, cross, tools } = cases
  const others = crossed(real.skills, MANY - real.skills.length - cross.skills.length)
  const many = {
    skills: [...real.skills, ...cross.skills, ...others],
    queries: real.queries.slice(0, MOST_MESSAGES_AMONG_MANY),
  }
  const measures: Measure[] = []
  const add = async (step: string, work: () => Promise<Measure[]>) => {
    progress(step)
    measures.push(...(await work()))
  }
  await add('5,910 real skills', () => compareSet('real skills', real))
  await add('tools', () => compareSet('tools', tools))
  await add('English skills, Chinese messages', () => compareSet('English skills, Chinese messages', cross))
  for (const size of [200, 20])
    await add(`libraries of ${size}`, async () => figuresOf(`${size} real skills`, await gainsOfLibraries(real, size)))
  const asked = [...TASK_MESSAGES].map(([query, id]) => ({ query, relevant: [id] }))
  const libraries = {
    'real skills': { set: real, libraries: 12 },
    tools: { set: tools, libraries: 12 },
    'English skills, Chinese messages': { set: cross, libraries: 12 },
    'real skills, whole sentences': { set: { skills: real.skills, queries: asked }, libraries: 4 },
  }
  for (const [kind, { set, libraries: most }] of Object.entries(libraries))
    await add(`nothing fits, ${kind}`, () => falseOffers(kind, set, { size: 50, libraries: most }))
  await add(`${MANY} skills, which takes the longest`, () => compareMany(many))
  return measures
}

// What is aimed at on messages that nobody tuned to: nDCG@10, and recall@3 between languages.
const AIMS: Readonly<Record<string, number>> = {
  'real skills, en': 60,
  'real skills, zh': 42,
  'real skills, mix': 55,
  tools: 66,
}
const RECALL_AIM = 94

/** The figures of a set, by the language of the messages where it has several. */
async function compareSet(name: string, { skills, queries }: LabelledSet): Promise<Measure[]> {
  const gains = await gainsOf(queries, await engines(skills, queries))
  const languages = [...new Set(gains.map(({ language }) => language))]
  return languages.flatMap((language) => {
    const title = language === undefined ? name : `${name}, ${language}`
    const own = gains.filter((each) => each.language === language)
    const recall = name.includes('Chinese') ? recallOf(title, own) : []
    return [...figuresOf(title, own), ...recall]
  })
}

/** The same over libraries of a size that people have, made of the skills that messages ask for and others. */
async function gainsOfLibraries(set: LabelledSet, size: number): Promise<Gains[]> {
  const gains: Gains[] = []
  for (const { skills, queries } of librariesOf(set, size, 1_200 / size + 4))
    gains.push(...(await gainsOf(queries, await engines(skills, queries))))
  return gains
}

// How many times as fast as each of the others a message is to be answered among very many.
const FASTER: Readonly<Record<string, number>> = { BM25F: 1, FTS5: 5, MiniSearch: 20 }

/** The same among very many, and how fast each engine answers. */
async function compareMany({ skills, queries }: LabelledSet): Promise<Measure[]> {
  const all = await engines(skills, queries)
  const gains = await gainsOf(queries, all)
  const ours = all[OURS]?.askedMs ?? 0
  const speed = Object.entries(FASTER).map(([name, target]) => {
    const theirs = all[name]?.askedMs ?? 0
    const each = (ms: number) => (ms / queries.length).toPrecision(3)
    return measure({
      ...{
        name: `index: ${MANY} skills, a message`,
        value: theirs / ours,
        unit: 'times as fast',
        better: 'higher',
        target,
      },
      baseline: `${name}: ${each(theirs)} ms of processor time, ours ${each(ours)}`,
    })
  })
  return [...figuresOf(`${MANY} skills of real parts`, gains), ...speed]
}

const OURS = 'ours'

/** An engine that counts what it takes. */
interface TimedEngine {
  askedMs: number
  readonly ask: (message: string) => Promise<readonly string[]>
}

async function engines(
  skills: readonly CaseSkill[],
  queries: LabelledSet['queries'],
): Promise<Record<string, TimedEngine>> {
  const built: Record<string, TimedEngine> = {}
  const add = (name: string, ask: (message: string) => Promise<readonly string[]>) => {
    const engine: TimedEngine = {
      askedMs: 0,
      async ask(message) {
        const { value, ms } = await cpuMs(() => ask(message))
        engine.askedMs += ms
        return value
      },
    }
    built[name] = engine
  }
  const index = await openIndex({ skills })
  const options = { topK: 10, minScore: 0, minShare: 0 }
  add(OURS, async (message) => (await index.find(message, options)).map(({ id }) => id))
  const tokens = tokenized(skills)
  const asked = new Set(queries.flatMap(({ query }) => tokensOf(query)))
  for (const [name, open] of Object.entries(ANCHORS)) {
    const find = open(tokens, asked)
    add(name, async (message) => find(message))
  }
  return built
}

interface Gains {
  readonly half: Half
  readonly language: string | undefined
  /** By engine, nDCG@10. */
  readonly ranked: Readonly<Record<string, number>>
  /** 1 when ours has a right one among the first three. */
  readonly recalled: number
}

async function gainsOf(queries: LabelledSet['queries'], all: Record<string, TimedEngine>): Promise<Gains[]> {
  const gains: Gains[] = []
  for (const { query, relevant, language } of queries) {
    const ranked: Record<string, number> = {}
    let recalled = 0
    for (const [name, { ask }] of Object.entries(all)) {
      const ids = await ask(query)
      ranked[name] = nDCG(ids, relevant)
      if (name === OURS) recalled = ids.slice(0, 3).some((id) => relevant.includes(id)) ? 1 : 0
    }
    gains.push({ half: halfOf(query), language, ranked, recalled })
  }
  return gains
}

/** For each half one line for each anchor, our nDCG@10 against its own, and one for what is aimed at. */
function figuresOf(name: string, gains: readonly Gains[]): Measure[] {
  return HALVES.flatMap((half) => {
    const own = gains.filter((each) => each.half === half)
    const ours = own.map(({ ranked }) => ranked[OURS] ?? 0)
    const line = (baseline: string, target: number) =>
      measure({
        ...{ name: `index: ${name}, nDCG@10`, value: 100 * meanOf(ours), unit: '%', better: 'higher' },
        ...{ baseline: `${baseline} (${ours.length} messages, ${half} half)`, target },
      })
    const aim = AIMS[name]
    return [
      ...Object.keys(ANCHORS).map((anchor) => {
        const theirs = own.map(({ ranked }) => ranked[anchor] ?? 0)
        const mean = (100 * meanOf(theirs)).toFixed(1)
        return line(`${anchor} ${mean}, p ${pairedTest(ours, theirs).toFixed(3)}`, Number(mean))
      }),
      ...(aim === undefined ? [] : [line('what is aimed at', aim)]),
    ]
  })
}

function recallOf(name: string, gains: readonly Gains[]): Measure[] {
  return HALVES.map((half) => {
    const own = gains.filter((each) => each.half === half)
    return measure({
      ...{ name: `index: ${name}, recall@3`, value: 100 * meanOf(own.map(({ recalled }) => recalled)), unit: '%' },
      ...{ better: 'higher', target: RECALL_AIM, baseline: `what is aimed at (${own.length} messages, ${half} half)` },
    })
  })
}

function nDCG(ids: readonly string[], relevant: readonly string[]): number {
  const gain = (ranks: Iterable<number>) => [...ranks].reduce((sum, rank) => sum + 1 / Math.log2(rank + 2), 0)
  const ranks = ids.slice(0, 10).flatMap((id, rank) => (relevant.includes(id) ? [rank] : []))
  return gain(ranks) / gain(relevant.slice(0, 10).keys())
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
