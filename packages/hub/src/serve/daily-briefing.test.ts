import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../calls/calls-of.ts'
import { type RunningServe, startServe } from './start-serve.ts'

const EXAMPLE = join(import.meta.dirname, '../../../../skills/agents/dev_efficiency_analyst')
const AGENT = { agentRole: 'dev_efficiency_analyst' }
const HOUR_MS = 3_600_000

/** Says that it has told a destination something. */
const NOTIFY = `#!/usr/bin/env python3
"""
Notify

Passes a text on.
"""
import json, sys
request = json.load(sys.stdin)
params = request["params"]
told = {"pushed": True, "destination": params["destination"], "first_line": params["data"]["content"].split("\\n")[0], "agent": request["context"]["agent_id"]}
print(json.dumps({"success": True, "action": request["action"], "data": told}))
`

let dir: string
let now = Date.parse('2026-01-12T00:00:00Z')

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'briefing-'))
  await cp(EXAMPLE, join(dir, 'agents/dev_efficiency_analyst'), { recursive: true })
  await writeFile(join(dir, 'agents/dev_efficiency_analyst/.claude/skills/notify.py'), NOTIFY)
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const start = () =>
  startServe({ roots: [join(dir, 'agents')], dir: join(dir, 'state'), host: '', logLevel: 'silent', clock: () => now })

/** Lets the time pass to an hour, and everything that came due until then be done. */
async function passTo(serve: RunningServe, time: string): Promise<void> {
  const { jobs } = await callsOf(serve.context)
  const end = Date.parse(time)
  for (; now < end; now = Math.min(end, now + HOUR_MS / 2)) {
    await Promise.all([jobs.schedules.tick(), jobs.schedules.tick()])
    const open = async () => {
      const states = await Promise.all((['queued', 'running'] as const).map((state) => jobs.list({ state, limit: 9 })))
      return states.flat().length
    }
    await expect.poll(open).toBe(0)
  }
}

test("document B's daily briefing comes once each working day at its time, over a restart and a day that was slept through", async () => {
  {
    await using serve = await start()
    await passTo(serve, '2026-01-14T12:00:00Z')
  }
  await using serve = await start()
  await passTo(serve, '2026-01-17T12:00:00Z')
  now = Date.parse('2026-01-20T12:00:00Z')
  await passTo(serve, '2026-01-20T23:45:00Z')
  const { jobs } = await callsOf(serve.context)
  const [schedule, ...others] = await jobs.schedules.list({ owner: 'agent:dev_efficiency_analyst' })
  expect(others).toEqual([])
  const slots = await jobs.schedules.history(schedule?.id ?? '', { limit: 50 })
  expect(slots.map(({ at, outcome }) => `${new Date(at).toISOString()} ${outcome}`).reverse()).toEqual([
    '2026-01-12T23:30:00.000Z run',
    '2026-01-13T23:30:00.000Z run',
    '2026-01-14T23:30:00.000Z run',
    '2026-01-15T23:30:00.000Z run',
    '2026-01-18T23:30:00.000Z skipped_missed',
    '2026-01-19T23:30:00.000Z run',
    '2026-01-20T23:30:00.000Z run',
  ])
  const runs = await Promise.all(slots.flatMap(({ runId }) => (runId === undefined ? [] : [jobs.read(runId)])))
  expect(new Set(runs.map((run) => run?.id)).size).toBe(6)
  for (const run of runs)
    expect(run).toMatchObject({
      state: 'succeeded',
      via: 'schedule',
      principal: 'agent:dev_efficiency_analyst',
      response: { data: { content: expect.stringContaining('Good morning.') } },
    })
})

test('the JobExecutor does the same by hand, and passes the briefing on to another skill of the agent', async () => {
  await using serve = await start()
  const { executeSkill } = serve.executor
  const briefing = await executeSkill({ ...AGENT, skillName: 'build_analysis', action: 'daily_briefing', params: {} })
  expect(briefing).toMatchObject({ status: 'success', data: { content: expect.stringContaining('Good morning.') } })
  const params = { destination: 'team', data: briefing.data }
  expect(await executeSkill({ ...AGENT, skillName: 'notify', action: 'push', params })).toMatchObject({
    status: 'success',
    data: { pushed: true, first_line: expect.stringContaining('Good morning.'), agent: 'dev_efficiency_analyst' },
  })
  expect(await executeSkill({ ...AGENT, skillName: 'none', action: 'push', params })).toMatchObject({
    status: 'failed',
    errors: [{ code: 'DATA_NOT_FOUND' }],
  })
})

test('a change of agent.yaml is a change of what is run: another time, and a job that is gone', async () => {
  await using serve = await start()
  const { jobs } = await callsOf(serve.context)
  const crons = async () => (await jobs.schedules.list()).map(({ name, cron }) => `${name} ${cron}`)
  expect(await crons()).toEqual(['daily_briefing 30 7 * * 1-5'])
  const file = join(dir, 'agents/dev_efficiency_analyst/agent.yaml')
  const yaml = 'skills:\n  - name: build_analysis\njobs:\n  - { name: NAME, skill: build_analysis, cron: "CRON" }\n'
  await writeFile(file, yaml.replace('NAME', 'daily_briefing').replace('CRON', '0 9 * * *'))
  await expect.poll(crons).toEqual(['daily_briefing 0 9 * * *'])
  await writeFile(file, yaml.replace('NAME', 'wrong').replace('CRON', '0 25 * * *'))
  await expect.poll(crons).toEqual([])
})
