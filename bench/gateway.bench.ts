import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packSkill } from '@skillwright/skill'
import autocannon from 'autocannon'
import { type Measure, measure, median } from './measure.ts'
import { PYTHON_WORKER } from './python-worker.ts'

const ROUNDS = 5
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 4_000)
const CALLS = 400

interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** What calls over HTTP must show: little more than a bare route that calls the same worker. */
export async function run(): Promise<Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-gateway-'))
  const processes: ChildProcess[] = []
  try {
    const folder = writeWorkerSkill(join(dir, 'analysis'))
    const hub = await startHub(processes, join(dir, 'hub'), folder)
    const bare = await startBare(processes, folder)
    for (const server of [hub, bare]) await load(server, 2_000)
    return [await rateMeasure(hub, bare), await latencyMeasure(hub, bare)]
  } finally {
    for (const one of processes) one.kill()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function rateMeasure(hub: Server, bare: Server): Promise<Measure> {
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [before, now] = [await cpuMsOf(bare), await cpuMsOf(hub)]
    ratios.push(before / now)
    show('CPU ms a call, bare and hub', before / REQUESTS, now / REQUESTS)
  }
  return measure({
    name: 'gateway: a warm worker skill called over HTTP',
    value: median(ratios),
    unit: 'times the calls a CPU second',
    baseline: 'a bare Fastify route with pino and schemas that calls the same worker',
    better: 'higher',
    target: 0.6,
  })
}

async function latencyMeasure(hub: Server, bare: Server): Promise<Measure> {
  const more: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.process.send({ runtimeCalls: CALLS })
    const [{ medianMs }] = (await once(bare.process, 'message')) as [{ medianMs: number }]
    const overHttp = await medianCallMs(hub)
    more.push(overHttp - medianMs)
    show('ms a call, runtime and HTTP', medianMs, overHttp)
  }
  return measure({
    name: 'gateway: median call over HTTP',
    value: median(more),
    unit: 'ms more',
    baseline: 'the same call of the runtime in its own process',
    better: 'lower',
    target: 1.5,
  })
}

async function startHub(processes: ChildProcess[], dir: string, folder: string): Promise<Server> {
  const { process: server, url, adminToken = '' } = await start(processes, ['hub', dir])
  const place = '/v1/skills/@admin/analysis/versions/1.0.0'
  const headers = { authorization: `Bearer ${adminToken}` }
  const { archive } = await packSkill(folder)
  const answer = await fetch(`${url}${place}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/gzip' },
    body: Buffer.from(archive),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return { process: server, url, path: `${place}/invoke`, headers }
}

async function startBare(processes: ChildProcess[], folder: string): Promise<Server> {
  const { process: server, url } = await start(processes, ['bare', folder])
  return { process: server, url, path: '/invoke', headers: {} }
}

async function start(processes: ChildProcess[], words: readonly string[]) {
  const server = fork(join(import.meta.dirname, 'gateway-process.ts'), words, {
    execArgv: ['--conditions=@skillwright/source'],
  })
  processes.push(server)
  const [said] = (await once(server, 'message')) as [{ url: string; adminToken?: string }]
  return { process: server, ...said }
}

/** Milliseconds of CPU that a server takes for a load: what else the machine does makes no difference. */
async function cpuMsOf(server: Server): Promise<number> {
  const before = await figures(server)
  await load(server, REQUESTS)
  return (await figures(server)) - before
}

async function figures({ process: server }: Server): Promise<number> {
  server.send({ figures: true })
  const [{ cpuMs }] = (await once(server, 'message')) as [{ cpuMs: number }]
  return cpuMs
}

async function load({ url, path, headers }: Server, amount: number): Promise<void> {
  const result = await autocannon({
    url: `${url}${path}`,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: BODY,
    amount,
    connections: 8,
  })
  if (result['2xx'] !== amount) throw new Error(`${result['2xx']} of ${amount} calls were answered`)
}

async function medianCallMs({ url, path, headers }: Server): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let i = 0; i < CALLS; i++) {
    const begun = performance.now()
    await new Promise<void>((resolve, reject) => {
      const options = { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } }
      request(`${url}${path}`, options, (answer) => answer.resume().on('end', resolve))
        .on('error', reject)
        .end(BODY)
    })
    times.push(performance.now() - begun)
  }
  agent.destroy()
  return median(times)
}

function show(what: string, baseline: number, subject: number): void {
  if (process.env.BENCH_VERBOSE) console.error(`  ${what}: ${baseline.toFixed(3)} ${subject.toFixed(3)}`)
}

const BODY = '{"days":7}'

function writeWorkerSkill(folder: string): string {
  mkdirSync(join(folder, 'tools'), { recursive: true })
  const files = {
    'SKILL.md': SKILL_MD,
    'skill.json': JSON.stringify({
      id: 'analysis',
      version: '1.0.0',
      name: 'Analysis',
      entry: 'tools/main.py',
      runtime: { tier: 'worker' },
    }),
    'contract.json': JSON.stringify(CONTRACT),
    'tools/main.py': PYTHON_WORKER,
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return folder
}

const NUMBER = { type: 'number', description: 'A number.' }
const CONTRACT = {
  version: '1.0.0',
  description: 'Analyses days.',
  actions: {
    analyze: {
      description: 'Analyses days.',
      input: { type: 'object', properties: { days: NUMBER }, required: ['days'], additionalProperties: false },
      output: {
        type: 'object',
        properties: {
          average: NUMBER,
          trend: { type: 'string', description: 'Where it goes.' },
          days_analyzed: NUMBER,
        },
        required: ['average', 'trend', 'days_analyzed'],
        additionalProperties: false,
      },
    },
  },
}

const SKILL_MD = `---
id: analysis
name: Analysis
version: 1.0.0
author: bench
license: MIT
description: Analyses days. Use when the user wants days to be analysed.
language: en
created: 2025-01-01
updated: 2025-01-01
tags: [days, analysis]
tools_required: []
hermes_version: ">=3.0.0"
---
# Analysis

## Overview
Analyses days.

## When to use
- The user wants days to be analysed

## Do NOT use when
- The user wants something else

## Usage
Say: analyse seven days.

## Process
1. Take the number of days.
2. Answer with the average.

## Examples
### Example 1: a week
Input: 7
Output: 85.3

### Example 2: a day
Input: 1
Output: 85.3

## Dependencies
None.

## Limitations
- The figures are made up

## Changelog
### 1.0.0 (2025-01-01)
- First words
`
