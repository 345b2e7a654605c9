import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lintFiles, packFiles, readArchive, scanFiles } from '@skillwright/skill'
import autocannon from 'autocannon'
import { type Measure, measure, median } from './measure.ts'

const SKILLS = Number(process.env.BENCH_SKILLS ?? 10_000)
const FEW = 100
const ROUNDS = 5
const REQUESTS = 8_000
const SEARCHES = 200
const QUERIES = [
  'summarise the news',
  'convert units of length',
  '总结今天的新闻',
  'find errors in a log file',
  'write tests',
]

/** What the hub must show: reading costs little more than a bare route, and nothing grows with the number of skills but the search, slowly. */
export async function run(): Promise<Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-hub-'))
  const servers: ChildProcess[] = []
  try {
    const publishing = await start(servers, ['hub', join(dir, 'hub')])
    const publish = publisher(publishing)
    const first = await publish(0, FEW)
    await publish(FEW, SKILLS - FEW)
    const last = await publish(SKILLS - FEW, SKILLS)
    await untilPrepared(publishing)
    const { rss } = await answerOf(publishing.process)
    console.error(`  memory at ${SKILLS} skills: ${Math.round(rss / 1e6)} MB`)

    // Read from a hub that published nothing: the threads that looked at packages clean up for half a minute, which no read causes.
    publishing.process.kill()
    await once(publishing.process, 'exit')
    const hub = await start(servers, ['hub', join(dir, 'hub')])
    await untilPrepared(hub)
    await searchMs(hub)

    const skill = `${hub.url}/v1/skills/@admin/skill-7`
    const answers = [skill, `${skill}/versions/1.0.0/package`].map(answerFrom)
    writeFileSync(join(dir, 'answers.json'), JSON.stringify(await Promise.all(answers)))
    const bare = await start(servers, ['bare', join(dir, 'answers.json')])
    return [
      measure({
        name: 'hub: metadata of a skill read',
        value: await rateRatio([bare, '/0/admin/skill-7'], [hub, '/v1/skills/@admin/skill-7']),
        unit: 'times the requests a CPU second',
        baseline: 'a bare Fastify route that sends the same text and headers',
        better: 'higher',
        target: 0.7,
      }),
      measure({
        name: 'hub: package downloaded',
        value: await rateRatio([bare, '/1/admin/skill-7'], [hub, `/v1/skills/@admin/skill-7/versions/1.0.0/package`]),
        unit: 'times the requests a CPU second',
        baseline: 'a bare Fastify route that sends the same bytes and headers from memory',
        better: 'higher',
        target: 0.7,
      }),
      measure({
        name: `hub: search over ${SKILLS.toLocaleString('en')} skills`,
        value: await searchMs(hub),
        unit: 'ms of CPU more than a health check',
        baseline: 'as many health checks of the same hub',
        better: 'lower',
        target: 3,
      }),
      measure({
        name: 'hub: publishing',
        value: last / (await barePublishMs(dir)),
        unit: 'times the CPU time',
        baseline: 'the same checks in one thread (read, pack, lint, scan), the package and a row brought to the disk',
        better: 'lower',
        target: 2,
      }),
      measure({
        name: `hub: publishing with ${SKILLS.toLocaleString('en')} skills there`,
        value: last / first,
        unit: 'times the CPU time',
        baseline: 'publishing to an empty hub',
        better: 'lower',
        target: 1.5,
      }),
    ]
  } finally {
    for (const server of servers) server.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

// What Node adds to every answer by itself.
const ADDED = new Set(['connection', 'content-length', 'date', 'keep-alive'])

/** What the hub answers, for a server that answers the same. */
async function answerFrom(url: string): Promise<{ headers: object; body: string }> {
  const answer = await fetch(url)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED.has(name)))
  return { headers, body: Buffer.from(await answer.arrayBuffer()).toString('base64') }
}

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly adminToken?: string
}

async function start(servers: ChildProcess[], words: readonly string[]): Promise<Server> {
  const server = fork(join(import.meta.dirname, 'hub-process.ts'), words, {
    execArgv: ['--conditions=@skillwright/source'],
  })
  servers.push(server)
  const [said] = (await once(server, 'message')) as [Omit<Server, 'process'>]
  return { process: server, ...said }
}

async function answerOf(server: ChildProcess): Promise<{ rss: number; cpuMs: number }> {
  server.send('figures')
  const [answer] = (await once(server, 'message')) as [{ rss: number; cpuMs: number }]
  return answer
}

/** Milliseconds of CPU that a server takes for some work: what else the machine does makes no difference. */
async function cpuMsOf({ process: server }: Server, work: () => Promise<unknown>): Promise<number> {
  const before = await answerOf(server)
  await work()
  return (await answerOf(server)).cpuMs - before.cpuMs
}

/** Publishes skills by number, four at a time, and gives the milliseconds of CPU each took. */
function publisher(hub: Server) {
  const publish = async (i: number) => {
    const answer = await fetch(`${hub.url}/v1/skills/@admin/skill-${i}/versions/1.0.0`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${hub.adminToken}`, 'content-type': 'application/gzip' },
      body: (await packFiles(skillFiles(i))).archive,
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  return async (from: number, to: number): Promise<number> => {
    const numbers = Array.from({ length: to - from }, (_, i) => from + i).values()
    const lane = async () => {
      for (const i of numbers) await publish(i)
    }
    return (await cpuMsOf(hub, () => Promise.all([lane(), lane(), lane(), lane()]))) / (to - from)
  }
}

/** Milliseconds of CPU that a publish takes without a hub, as the median: the checks, and what has to be on the disk afterwards. */
async function barePublishMs(dir: string): Promise<number> {
  const times: number[] = []
  using database = new DatabaseSync(join(dir, 'bare.sqlite'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full; create table versions (document text)')
  const insert = database.prepare('insert into versions values (?)')
  for (let i = 0; i < FEW; i++) {
    const { archive } = await packFiles(skillFiles(i))
    const start = process.cpuUsage()
    const { files } = await readArchive(archive)
    const packed = await packFiles(files)
    lintFiles(files, { profile: 'agentskills', folder: `skill-${i}` })
    const scan = await scanFiles(files)
    await writeFile(join(dir, `bare-${i}.tgz`), packed.archive, { flush: true })
    insert.run(JSON.stringify({ files: packed.files, scan }))
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1000)
  }
  return median(times)
}

const VERBS = [
  'Summarises',
  'Converts',
  'Finds',
  'Compares',
  'Translates',
  'Sorts',
  'Plots',
  'Checks',
  'Writes',
  'Cleans',
]
const THINGS = ['news', 'units', 'logs', 'invoices', 'recipes', 'letters', 'tables', 'photos', 'contracts', 'tests']
const PLACES = ['from the web', 'in a folder', 'of a team', 'by date', 'for a report', 'with sources', 'in Chinese']

function skillFiles(i: number): Map<string, Uint8Array> {
  const pick = (list: readonly string[], by: number) => list[Math.floor(i / by) % list.length]
  const description = `${pick(VERBS, 1)} ${pick(THINGS, 10)} ${pick(PLACES, 100)}, variant ${i}.`
  const text = `---
id: skill-${i}
name: Skill ${i}
version: 1.0.0
description: ${description}
author: bench
license: MIT
tags: [${pick(THINGS, 10)}]
tools_required: []
hermes_version: ">=3.0.0"
---
# Skill ${i}

## Overview
${description}

**When to use this skill:**
- The user asks for it

**Do NOT use this skill when:**
- The user asks for something else

## Usage
Ask for it.

## Examples
### Example 1: one
Input: a
Output: b

### Example 2: two
Input: c
Output: d

## Dependencies
None.
`
  const manifest = JSON.stringify({ id: `skill-${i}`, version: '1.0.0', name: `Skill ${i}` })
  return new Map([
    ['SKILL.md', Buffer.from(text)],
    ['skill.json', Buffer.from(manifest)],
  ])
}

/** Waits until the hub has made what it makes in advance of all that was published. */
async function untilPrepared({ url }: Server): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/.well-known/agent-skills/index.json`)
    await answer.arrayBuffer()
    if (answer.ok) return
  }
}

type Subject = readonly [server: Server, path: string]

/** Requests a CPU second of the subject over those of the baseline, as the median of rounds that take turns. */
async function rateRatio(baseline: Subject, subject: Subject): Promise<number> {
  const ratios: number[] = []
  // A count, not a time: on a busy machine a second is too short for either to be compiled.
  for (const one of [baseline, subject, baseline, subject]) await requestsPerCpuSecond(one)
  for (let round = 0; round < ROUNDS; round++) {
    const before = await requestsPerCpuSecond(baseline)
    ratios.push((await requestsPerCpuSecond(subject)) / before)
  }
  return median(ratios)
}

async function requestsPerCpuSecond([server, path]: Subject): Promise<number> {
  const url = `${server.url}${path}`
  const cpuMs = await cpuMsOf(server, async () => {
    const { non2xx } = await autocannon({ url, connections: 16, amount: REQUESTS })
    if (non2xx > 0) throw new Error(`${url} refused ${non2xx} requests`)
  })
  return (REQUESTS / cpuMs) * 1000
}

async function searchMs(hub: Server): Promise<number> {
  const each = (path: (i: number) => string) =>
    cpuMsOf(hub, async () => {
      for (let i = 0; i < SEARCHES; i++) {
        const answer = await fetch(`${hub.url}${path(i)}`)
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${path(i)} answered ${answer.status}`)
      }
    })
  const search = (i: number) => `/v1/search?q=${encodeURIComponent(QUERIES[i % QUERIES.length] ?? '')}`
  await each(search)
  return ((await each(search)) - (await each(() => '/healthz'))) / SEARCHES
}
