import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { createRuntime, type Runtime, type RunRequest } from '@skillwright/runtime'
import { readSkill, type Skill } from '@skillwright/skill'
import { createSpawnLaunch } from '../packages/runtime/src/launch/spawn-launch.ts'
import type { Launch } from '../packages/runtime/src/launch.ts'
import { poolLaunch } from '../packages/runtime/src/pool/pool-launch.ts'
import type { Tier } from '../packages/runtime/src/pool/pool-spec.ts'
import { type Measure, measure, median } from './measure.ts'

/** One way of running one skill. */
interface Way {
  /** One call: request in, checked response out. */
  call(): Promise<unknown>
}

/** What the runtime room must show: warm calls of unmodified scripts, each against what it replaces, in turns. */
export async function run(): Promise<Measure[]> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'bench-runtime-')))
  const plain = createSpawnLaunch()
  await using pool = poolLaunch({ launch: plain, maxProcesses: 64 })
  try {
    const open = opener(plain, pool)
    return [
      ...(await pythonMeasures(open)),
      await nodeMeasure(open),
      await workerMeasure(dir, open),
      ...(await containedMeasure(open)),
    ]
  } finally {
    plain[Symbol.dispose]()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Open = (skill: Skill, request: RunRequest, tier: Tier, options?: { contain?: boolean }) => Promise<Way>

/** Opens runtimes that differ in nothing but how processes are started. */
function opener(plain: Launch, pool: ReturnType<typeof poolLaunch>): Open {
  return async (skill, request, tier, { contain = false } = {}) => {
    const launch: Launch = tier === 'spawn' ? plain : (spec) => pool({ ...spec, pool: { tier, prestart: true, principal: 'bench' } })
    const runtime: Runtime = await createRuntime({ launch, contain, concurrency: 8 })
    const call = async () => {
      const response = await runtime.run(skill, request)
      if (response.status !== 'success') throw new Error(`${skill.id} by ${tier}: ${JSON.stringify(response.errors)}`)
      return response
    }
    // Until the pool is warm and has as many processes as it wants for four calls at a time.
    for (let i = 0; i < (tier === 'spawn' ? 2 : 12); i++) {
      await Promise.all([call(), call(), call(), call()])
      await wait(30)
    }
    return { call }
  }
}

const DIGEST_REQUEST = { params: { topics: ['quantum computing'] } }

async function pythonMeasures(open: Open): Promise<Measure[]> {
  const digest = await readSkill('skills/daily-news-digest')
  const [spawned, forked] = [await open(digest, DIGEST_REQUEST, 'spawn'), await open(digest, DIGEST_REQUEST, 'zygote')]
  const baseline = 'the same by plain spawn'
  return [
    measure({
      name: 'runtime: unmodified Python skill in a fresh process, median call',
      value: await latencyRatio(spawned, forked),
      unit: 'of the time',
      baseline,
      better: 'lower',
      target: 1 / 40,
    }),
    measure({
      name: 'runtime: the same, calls a second with 4 in flight',
      value: await rateRatio(spawned, forked),
      unit: 'times the calls',
      baseline,
      better: 'higher',
      target: 40,
    }),
  ]
}

async function nodeMeasure(open: Open): Promise<Measure> {
  const converter = await readSkill('skills/unit-converter')
  const request = { params: { value: 1, from: 'km', to: 'm' } }
  const [spawned, spare] = [await open(converter, request, 'spawn'), await open(converter, request, 'spare')]
  return measure({
    name: 'runtime: unmodified Node skill by a spare, median call',
    // A spare is for the call after a pause: the next one is started when the machine is idle.
    value: await latencyRatio(spawned, spare, { pauseMs: 150, callsEach: 1 }),
    unit: 'of the time',
    baseline: 'the same by plain spawn',
    better: 'lower',
    target: 1 / 8,
  })
}

async function workerMeasure(dir: string, open: Open): Promise<Measure> {
  const folder = join(dir, 'echo')
  cpSync('skills/unit-converter', folder, { recursive: true, filter: (path) => !path.endsWith('main.mjs') })
  const worker = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id, action, params } = JSON.parse(line)
  const data = { value: params.value * 1000, from: params.from, to: params.to, quantity: 'length', formula: 'x' }
  process.stdout.write(JSON.stringify({ success: true, id, action, data }) + '\\n')
}
`
  writeFileSync(join(folder, 'tools', 'main.mjs'), worker)
  const request = { params: { value: 1, from: 'km', to: 'm' } }
  const warm = await open({ ...(await readSkill(folder)), contract: undefined }, request, 'worker')
  const client = new Client({ name: 'bench', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(import.meta.dirname, 'mcp-server.ts')] }))
  const mcp = { call: () => client.callTool({ name: 'convert', arguments: request.params }) }
  try {
    return measure({
      name: 'runtime: warm worker call with the whole envelope, median',
      value: await latencyRatio(mcp, warm, { callsEach: 200, subjectCalls: 200 }),
      unit: 'of the time',
      baseline: 'a tool call by the MCP SDK over stdio',
      better: 'lower',
      target: 0.3,
    })
  } finally {
    await client.close()
  }
}

async function containedMeasure(open: Open): Promise<Measure[]> {
  const digest = await readSkill('skills/daily-news-digest')
  const bare = await open(digest, DIGEST_REQUEST, 'zygote')
  const contained = await open(digest, DIGEST_REQUEST, 'zygote', { contain: true })
  return [
    measure({
      name: 'runtime: zygote call in the sandbox, median',
      value: await latencyRatio(bare, contained, { callsEach: 40, subjectCalls: 40 }),
      unit: 'of the time',
      baseline: 'the same without a sandbox',
      better: 'lower',
      target: 2,
    }),
  ]
}

/** The subject's median call over the baseline's, as the median of rounds that take turns. */
async function latencyRatio(
  baseline: Way,
  subject: Way,
  { rounds = 9, callsEach = 3, subjectCalls = callsEach * 10, pauseMs = 2 } = {},
): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await medianMs(baseline, callsEach, pauseMs)
    const ms = await medianMs(subject, pauseMs > 50 ? callsEach : subjectCalls, pauseMs)
    ratios.push(ms / before)
    show('latency ms', before, ms)
  }
  return median(ratios)
}

async function medianMs({ call }: Way, calls: number, pauseMs: number): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < calls; i++) {
    if (pauseMs > 0) await wait(pauseMs)
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return median(times)
}

async function rateRatio(baseline: Way, subject: Way, { rounds = 5 } = {}): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await callsPerSecond(baseline, 16)
    const rate = await callsPerSecond(subject, 800)
    ratios.push(rate / before)
    show('calls/s', before, rate)
  }
  return median(ratios)
}

async function callsPerSecond({ call }: Way, calls: number): Promise<number> {
  let left = calls
  const start = performance.now()
  const worker = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return (calls / (performance.now() - start)) * 1_000
}

function show(what: string, baseline: number, subject: number): void {
  if (process.env.BENCH_VERBOSE) console.error(`  ${what}: ${baseline.toFixed(2)} ${subject.toFixed(2)}`)
}
