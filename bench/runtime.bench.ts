import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  createRuntime,
  createSpawnLaunch,
  type Launch,
  poolLaunch,
  type RunRequest,
  type Runtime,
} from '@skillwright/runtime'
import { readSkill, type Skill } from '@skillwright/skill'
import { type Measure, measure, median } from './measure.ts'
import { PYTHON_WORKER, WORKER_CONTRACT } from './python-worker.ts'

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
      ...(await pythonMeasures(dir, open)),
      await nodeMeasure(open),
      await workerMeasure(dir, open),
      await containedMeasure(dir, open),
      await importsMeasure(dir, open),
      await hostMeasure(dir, open),
    ]
  } finally {
    plain[Symbol.dispose]()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Tier = 'spawn' | 'spare' | 'zygote' | 'worker'

type Open = (
  skill: Skill,
  request: RunRequest,
  tier: Tier,
  options?: { contain?: boolean; prestart?: boolean },
) => Promise<Way>

/** Opens runtimes that differ in nothing but how processes are started. */
function opener(plain: Launch, pool: ReturnType<typeof poolLaunch>): Open {
  return async (found, request, tier, { contain = false, prestart } = {}) => {
    const wish = prestart === undefined ? { tier } : { tier, prestart }
    const skill = { ...found, manifest: { ...found.manifest, runtime: wish } }
    const launch: Launch = tier === 'spawn' ? plain : pool
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

async function pythonMeasures(dir: string, open: Open): Promise<Measure[]> {
  const skill = await scriptSkill(join(dir, 'analysis'), TEMPLATE)
  const [spawned, forked] = [await open(skill, REQUEST, 'spawn'), await open(skill, REQUEST, 'zygote')]
  const baseline = 'the same by plain spawn'
  return [
    measure({
      name: 'runtime: unmodified Python in a fresh process, median call',
      value: await latencyRatio(spawned, forked, { baselineCalls: 3, subjectCalls: 40 }),
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
      target: 20,
    }),
  ]
}

/** A skill of one Python script, as document B's folder of an agent has them. */
async function scriptSkill(folder: string, source: string, contract?: unknown): Promise<Skill> {
  mkdirSync(join(folder, 'tools'), { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: analysis\ndescription: Analyses days.\n---\n')
  writeFileSync(
    join(folder, 'skill.json'),
    JSON.stringify({ id: 'analysis', version: '1.0.0', entry: 'tools/main.py' }),
  )
  writeFileSync(join(folder, 'tools', 'main.py'), source)
  if (contract !== undefined) writeFileSync(join(folder, 'contract.json'), JSON.stringify(contract))
  return readSkill(folder)
}

async function nodeMeasure(open: Open): Promise<Measure> {
  const converter = await readSkill('skills/unit-converter')
  const request = { params: { value: 1, from: 'km', to: 'm' } }
  const [spawned, spare] = [await open(converter, request, 'spawn'), await open(converter, request, 'spare')]
  return measure({
    name: 'runtime: unmodified Node skill by a spare, median call',
    // A spare is for the call after a pause: the next one is started when the machine is idle.
    value: await latencyRatio(spawned, spare, { rounds: 15, pauseMs: 150 }),
    unit: 'of the time',
    baseline: 'the same by plain spawn',
    better: 'lower',
    target: 1 / 12,
  })
}

async function workerMeasure(dir: string, open: Open): Promise<Measure> {
  const warm = await open(await scriptSkill(join(dir, 'worker'), PYTHON_WORKER, WORKER_CONTRACT), REQUEST, 'worker')
  const client = new Client({ name: 'bench', version: '1.0.0' })
  const args = [join(import.meta.dirname, 'mcp-server.ts')]
  await client.connect(new StdioClientTransport({ command: process.execPath, args }))
  // From here on the client knows the tool's output schema, and checks every answer against it.
  await client.listTools()
  const mcp = { call: () => client.callTool({ name: 'analyze', arguments: REQUEST.params }) }
  try {
    return measure({
      name: 'runtime: warm worker call with the whole envelope, median',
      value: await latencyRatio(mcp, warm, { rounds: 15, baselineCalls: 400, subjectCalls: 400, pauseMs: 0 }),
      unit: 'of the time',
      baseline: 'a tool call by the MCP SDK over stdio, input and output checked',
      better: 'lower',
      target: 0.5,
    })
  } finally {
    await client.close()
  }
}

async function containedMeasure(dir: string, open: Open): Promise<Measure> {
  const skill = await scriptSkill(join(dir, 'contained'), TEMPLATE)
  const bare = await open(skill, REQUEST, 'zygote')
  const contained = await open(skill, REQUEST, 'zygote', { contain: true })
  return measure({
    name: 'runtime: zygote call in the sandbox, median',
    value: await latencyRatio(bare, contained, { baselineCalls: 60, subjectCalls: 60 }),
    unit: 'of the time',
    baseline: 'the same without a sandbox',
    better: 'lower',
    target: 2,
  })
}

/** A script beside a module of many patterns and classes, with and without leave to import it ahead of the calls. */
async function importsMeasure(dir: string, open: Open): Promise<Measure> {
  const skill = await scriptSkill(
    join(dir, 'imports'),
    TEMPLATE.replace('import json\n', 'import json\nimport beside\n'),
  )
  writeFileSync(join(dir, 'imports', 'tools', 'beside.py'), BESIDE)
  const cold = await open(skill, REQUEST, 'zygote', { contain: true, prestart: false })
  const warm = await open(skill, REQUEST, 'zygote', { contain: true })
  return measure({
    name: 'runtime: zygote call of a script with a module of its own, median',
    value: await latencyRatio(cold, warm, { baselineCalls: 10, subjectCalls: 40 }),
    unit: 'of the time',
    baseline: 'the same with the module imported by each call',
    better: 'lower',
    target: 1 / 5,
  })
}

async function hostMeasure(dir: string, open: Open): Promise<Measure> {
  const skill = await scriptSkill(join(dir, 'hosts'), TEMPLATE)
  const online = { ...skill, permissions: { ...skill.permissions, network: ['api.example.com'] } }
  const offline = await open(skill, REQUEST, 'spawn', { contain: true })
  const declared = await open(online, REQUEST, 'spawn', { contain: true })
  return measure({
    name: 'runtime: plain spawn in the sandbox with a declared host, median',
    value: await latencyRatio(offline, declared, { rounds: 11, baselineCalls: 3, subjectCalls: 3 }),
    unit: 'of the time',
    baseline: 'the same without a host',
    better: 'lower',
    target: 1.5,
  })
}

/** The subject's median call over the baseline's, as the median of rounds that take turns. */
async function latencyRatio(
  baseline: Way,
  subject: Way,
  { rounds = 9, baselineCalls = 1, subjectCalls = 1, pauseMs = 2 } = {},
): Promise<number> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = await medianMs(baseline, baselineCalls, pauseMs)
    const ms = await medianMs(subject, subjectCalls, pauseMs)
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

const REQUEST = { action: 'analyze', params: { days: 7 } }

// Document B's template with its logging, debugging and time limit, to the letter of its imports.
const TEMPLATE = `#!/usr/bin/env python3
import json
import logging
import os
import signal
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Dict

SKILL_DIR = Path(__file__).parent
TIMEOUT = 300
DEBUG = os.getenv("SKILL_DEBUG") == "1"
logger = logging.getLogger(__name__)
logger.addHandler(logging.StreamHandler(sys.stderr))


def timeout_handler(signum, frame):
    raise TimeoutError("Skill execution timeout")


def analyze(params: Dict[str, Any]) -> Dict[str, Any]:
    days = params.get("days", 7)
    return {"success": True, "data": {"average": 85.3, "trend": "improving", "days_analyzed": days}}


def main():
    signal.signal(signal.SIGALRM, timeout_handler)
    signal.alarm(TIMEOUT)
    try:
        input_data = json.loads(sys.stdin.read())
        action = input_data.get("action")
        if action == "analyze":
            result = analyze(input_data.get("params", {}))
        else:
            result = {"success": False, "error": {"code": "UNKNOWN_ACTION", "message": f"Unknown action: {action}"}}
        result["action"] = action
        print(json.dumps(result, ensure_ascii=False, indent=2))
    except Exception as e:
        print(json.dumps({"success": False, "error": {"code": "INTERNAL_ERROR", "message": str(e)}}))
        sys.exit(1)
    finally:
        signal.alarm(0)


if __name__ == "__main__":
    main()
`

// A helper as skills have them: patterns, classes, a library of the standard.
const BESIDE = `import argparse, csv, dataclasses, difflib, re
PATTERNS = [re.compile(rf"(?P<key>[a-z]{{{n},}})\\s*[:=]\\s*(?P<value>\\d+|'[^']*'|[\\w.-]{{1,{n}}})") for n in range(1, 60)]

${Array.from({ length: 10 }, (_, n) => `@dataclasses.dataclass\nclass Row${n}:\n    name: str\n    amount: int = ${n}\n`).join('\n')}`
