import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { WORD_INDEX } from '../packages/index/src/searchable-words.ts'
import { openSkillStore, type SkillStore } from '../packages/index/src/store/open-skill-store.ts'
import type { WordIndex } from '../packages/index/src/words/word-index.ts'
import { generateSkill, writeSkills } from './generate-skills.ts'
import { type Measure, measure, median } from './measure.ts'

type Index = SkillStore<WordIndex>

/** What the index room must show: opening again costs a look at each file, a change one skill, and a message next to nothing. */
export async function run(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const count of [1_000, 10_000, 50_000]) measures.push(...(await inFolder((dir) => measureIndex(dir, count))))
  return measures
}

async function measureIndex(dir: string, count: number): Promise<Measure[]> {
  const root = join(dir, 'skills')
  const dirs = writeSkills(root, count)
  // The times of files that were written just now prove nothing, and such files are read twice.
  await setTimeout(2_500)
  const cache = join(dir, 'cache')
  const cold: number[] = []
  for (let round = 0; round < (count > 10_000 ? 1 : 3); round++) {
    await rm(cache, { recursive: true, force: true })
    cold.push(await took(() => open(root, cache).then(close)))
  }
  const reading: number[] = []
  const fastest: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round++) {
    reading.push(await took(() => readAll(dirs)))
    fastest.push(await took(() => readAllAtOnce(dirs)))
    warm.push(await took(() => open(root, cache).then(close)))
  }
  const before = await bytesInUse()
  const index = await open(root, cache)
  const megabytes = ((await bytesInUse()) - before) / 1e6
  const changes: number[] = []
  for (const folder of dirs.slice(0, 21)) changes.push(await changeOne(index, join(folder, 'SKILL.md')))
  const asked = Array.from({ length: 3_000 }, (_, i) => ask(index, generateSkill((i * 37) % count).query))
  const different = differentAnswers(index, await open(root, false), count)
  await close(index)

  const of = `index: ${count.toLocaleString('en')} skills`
  const line = (name: string, value: number, unit: string, target: number, baseline: string) =>
    measure({ name: `${of}, ${name}`, value, unit, baseline, better: 'lower', target })
  return [
    line('opened again', (100 * median(warm)) / median(reading), '% of the time', 6, READING),
    line('opened again, strictly', (100 * median(warm)) / median(fastest), '% of the time', 45, FASTEST),
    line('opened for the first time', median(cold) / median(reading), 'times the time', 2, READING),
    line('one of them changed', median(changes), 'ms', 10, 'what a person notices'),
    line('a message, p50', quantile(asked, 0.5), 'ms', 0.5, 'the model call that follows'),
    line('a message, p99', quantile(asked, 0.99), 'ms', 5, 'the model call that follows'),
    line('memory', (megabytes / count) * 10_000, 'MB for 10,000 skills', 40, 'nothing'),
    line('ranked otherwise after changes', different, '% of messages', 0, 'an index built from scratch'),
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

function ask(index: Index, query: string): number {
  const start = performance.now()
  index.words.search(query, { topK: 3, accepts: index.isOffered })
  return performance.now() - start
}

/** Percentage of messages to which an index that was changed gives other answers than one built from scratch. */
function differentAnswers(changed: Index, rebuilt: Index, count: number): number {
  const answer = (of: Index, query: string) =>
    of.words.search(query, { topK: 10, accepts: of.isOffered }).map(({ id, score }) => [id, score])
  const queries = Array.from({ length: 200 }, (_, i) => generateSkill((i * 53) % count).query)
  const different = queries.filter((query) => !isDeepStrictEqual(answer(changed, query), answer(rebuilt, query)))
  return (100 * different.length) / queries.length
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
