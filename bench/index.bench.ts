import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openIndex } from '@skillwright/index'
import { WORD_INDEX } from '../packages/index/src/searchable-words.ts'
import { openSkillStore, type SkillStore } from '../packages/index/src/store/open-skill-store.ts'
import type { WordIndex } from '../packages/index/src/words/word-index.ts'
import { generateSkill, writeSkills } from './generate-skills.ts'
import { cpuMs, type Measure, measure, median, progress } from './measure.ts'
import { retrievalCases } from './retrieval-cases.ts'

type Index = SkillStore<WordIndex>

/** Skills of one shape, written to the disk. */
interface Library {
  readonly name: string
  /** Writes them below a folder and gives the folder of each. */
  readonly write: (root: string) => string[]
  readonly messages: readonly string[]
  /** How often each thing is measured. */
  readonly rounds: number
  /** How many times the time of reading the files opening for the first time may take. */
  readonly mostCold: number
}

/** What the index room must show: opening again costs a look at each file, a change one skill, and a message next to nothing. */
export async function run(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const library of [...realLibrary(), generated(1_000, 3), generated(40_000, 1)]) {
    progress(library.name)
    measures.push(...(await inFolder((dir) => measureIndex(dir, library))))
  }
  return measures
}

function generated(count: number, rounds: number): Library {
  return {
    name: `${count.toLocaleString('en')} skills`,
    write: (root) => writeSkills(root, count),
    messages: Array.from({ length: 1_000 }, (_, i) => generateSkill((i * 37) % count).query),
    rounds,
    mostCold: 2,
  }
}

/** The real skills of the labelled cases, where they are there. */
function realLibrary(): Library[] {
  const real = retrievalCases()?.real
  if (real === undefined) return []
  const write = (root: string) =>
    real.skills.map(({ name, description, body }, i) => {
      const dir = join(root, `skill-${i}`)
      mkdirSync(dir, { recursive: true })
      const front = `name: ${JSON.stringify(name ?? '')}\ndescription: ${JSON.stringify(description ?? '')}\n`
      writeFileSync(join(dir, 'SKILL.md'), `---\n${front}---\n\n${body ?? ''}`)
      return dir
    })
  const name = `${real.skills.length.toLocaleString('en')} real skills`
  return [{ name, write, messages: real.queries.map(({ query }) => query), rounds: 2, mostCold: 2.5 }]
}

async function measureIndex(dir: string, { name, write, messages, rounds, mostCold }: Library): Promise<Measure[]> {
  const root = join(dir, 'skills')
  const dirs = write(root)
  const count = dirs.length
  // The times of files that were written just now prove nothing, and such files are read twice.
  await setTimeout(2_500)
  const cache = join(dir, 'cache')
  const cold: number[] = []
  const reading: number[] = []
  const fastest: number[] = []
  const warm: number[] = []
  // They take turns, so that whatever else the machine does slows all of them.
  for (let round = 0; round < rounds; round++) {
    await rm(cache, { recursive: true, force: true })
    cold.push(await took(() => open(root, cache).then(close)))
    reading.push(await took(() => readAll(dirs)))
    fastest.push(await took(() => readAllAtOnce(dirs)))
    warm.push(await took(() => open(root, cache).then(close)))
  }
  const before = await bytesInUse()
  const index = await open(root, cache)
  const megabytes = ((await bytesInUse()) - before) / 1e6
  const changes: number[] = []
  for (const folder of dirs.slice(0, 21)) changes.push(await changeOne(index, join(folder, 'SKILL.md')))
  const asked = await askAll(root, cache, messages)
  // Building once more is left to the smaller ones: what is shown does not depend on how many there are.
  const different = count > 10_000 ? undefined : await differentAnswers(index, root, messages.slice(0, 200))
  await close(index)

  const of = `index: ${name}`
  const line = (name: string, value: number, unit: string, target: number, baseline: string) =>
    measure({ name: `${of}, ${name}`, value, unit, baseline, better: 'lower', target })
  return [
    line('opened again', (100 * median(warm)) / median(reading), '% of the time', 6, READING),
    line('opened again, strictly', (100 * median(warm)) / median(fastest), '% of the time', 45, FASTEST),
    line('opened for the first time', median(cold) / median(reading), 'times the time', mostCold, READING),
    line('one of them changed', median(changes), 'ms', 10, 'what a person notices'),
    line('a message, p50', quantile(asked, 0.5), 'ms of processor time', 0.5, 'the model call that follows'),
    line('a message, p99', quantile(asked, 0.99), 'ms of processor time', 5, 'the model call that follows'),
    line('memory', (megabytes / count) * 10_000, 'MB for 10,000 skills', 40, 'nothing'),
    ...(different === undefined
      ? []
      : [line('ranked otherwise after changes', different, '% of messages', 0, 'an index built from scratch')]),
  ]
}

const READING = 'listing the folders and reading the same files with node:fs/promises, one after the other'
const FASTEST = 'listing the folders and reading the same files at once, the fastest way there is'

function open(root: string, cacheDir: string | false): Promise<Index> {
  return openSkillStore({ roots: [{ path: root, kind: 'named', clients: [] }], words: WORD_INDEX, cacheDir })
}

async function close(index: Index): Promise<void> {
  await index[Symbol.asyncDispose]()
}

async function readAll(dirs: readonly string[]): Promise<void> {
  for (const dir of dirs) for (const name of await readdir(dir)) await readFile(join(dir, name))
}

async function readAllAtOnce(dirs: readonly string[]): Promise<void> {
  for (const dir of dirs) for (const name of readdirSync(dir)) readFileSync(join(dir, name))
}

function changeOne(index: Index, file: string): Promise<number> {
  appendFileSync(file, '\nOne more line.\n')
  return took(async () => void (await index.refresh([file])))
}

/** Processor milliseconds that each message takes, in the index as everybody uses it. */
async function askAll(root: string, cacheDir: string, messages: readonly string[]): Promise<number[]> {
  await using index = await openIndex({ roots: [root], cacheDir })
  // The first messages find a program that was not compiled yet, and a dictionary that was not read.
  for (const message of messages.slice(0, 200)) await index.find(message)
  const asked: number[] = []
  for (const message of messages) asked.push((await cpuMs(() => index.find(message))).ms)
  return asked
}

/** Percentage of messages to which an index that was changed gives other answers than one built from scratch. */
async function differentAnswers(changed: Index, root: string, messages: readonly string[]): Promise<number> {
  const rebuilt = await open(root, false)
  const answer = (of: Index, message: string) =>
    of.words.search(message, { topK: 10, accepts: of.isOffered }).map(({ id, score }) => [id, score])
  const different = messages.filter((message) => !isDeepStrictEqual(answer(changed, message), answer(rebuilt, message)))
  await close(rebuilt)
  return (100 * different.length) / messages.length
}

async function bytesInUse(): Promise<number> {
  // What was closed lets go of its memory step by step.
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.()
    await setTimeout(20)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

async function took(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.()
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN
}

async function inFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-bench-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
