import { join } from 'node:path'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk, startQuietHub, type TestDesk } from '../hub/fixtures/test-desk.ts'

const PASSWORD = 'correct horse battery'
const APPROVAL = join(import.meta.dirname, '../../../../skills/expense-approval')
const SECRET = 'k3y-of-the-news'

let desk: TestDesk
let hub: RunningHub

beforeAll(async () => {
  desk = await openDesk()
  const calls = { tiers: ['official', 'verified', 'community'] }
  hub = await startQuietHub({ registration: 'open', dir: join(desk.dir, 'hub'), calls })
  for (const who of ['ada', 'mei']) await yes(who, `login ${hub.url} --handle ${who} --register`, PASSWORD)
  await desk.skill('digest', { version: '1.0.0' })
  await desk.skill('broken', { version: '1.0.0', files: { 'tools/main.py': 'raise SystemExit("no")\n' } })
  for (const skill of ['{digest}', '{broken}', APPROVAL]) await yes('ada', `publish ${skill}`)
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

async function yes(who: string, line: string, input?: string) {
  const answer = await desk.type(who, line, input)
  expect(answer, `${line}: ${answer.stderr}`).toMatchObject({ code: 0 })
  return answer
}
const json = async (who: string, line: string) => JSON.parse((await yes(who, `${line} --json`)).stdout)
async function no(who: string, line: string, ...said: readonly string[]) {
  const answer = await desk.type(who, line)
  expect(answer.code, line).not.toBe(0)
  for (const text of said) expect(answer.stderr).toContain(text)
  return answer
}

const DAILY =
  'jobs add daily @ada/digest --cron "30 7 * * 1-5" --timezone Asia/Shanghai --param text=one --param max_words=1'

describe('jobs', () => {
  test('a schedule is added, shown, run with its answer, paused, resumed and removed', async () => {
    expect((await desk.type('mei', 'jobs list')).stderr).toContain('skillwright jobs add')
    const added = await yes('mei', DAILY)
    expect(added.stdout).toMatch(/^added daily: @ada\/digest \^1\.0\.0, next \d{4}-\d\d-\d\d 23:30 UTC\n$/)
    expect(added.stderr).toContain('skillwright jobs run daily')
    expect((await yes('mei', 'jobs list')).stdout).toContain('30 7 * * 1-5 Asia/Shanghai')
    expect(await json('mei', 'jobs show daily')).toMatchObject({ params: { text: 'one', max_words: 1 }, recent: [] })
    expect((await yes('mei', 'jobs show daily')).stdout).toContain('next ')
    const ran = await yes('mei', 'jobs run daily')
    expect(JSON.parse(ran.stdout)).toEqual({ text: 'one', word_count: 1, shortened: false })
    expect((await yes('mei', 'jobs pause daily')).stderr).toContain('skillwright jobs resume daily')
    expect((await yes('mei', 'jobs list')).stdout).toContain('paused')
    expect((await yes('mei', 'jobs resume daily')).stdout).toContain('resumed daily, next ')
    expect((await yes('mei', 'jobs history daily')).stderr).toContain('the first is')
    expect((await yes('mei', 'jobs remove daily')).stdout).toBe('removed daily\n')
    await no('mei', 'jobs show daily', 'DATA_NOT_FOUND', 'skillwright jobs list')
  })

  test('what cannot be scheduled is refused with what was expected', async () => {
    await no('mei', 'jobs add x @ada/digest --cron noon --param text=a', 'Expected a cron pattern such as')
    await no('mei', `${DAILY} --timezone Moon`, 'Expected a time zone such as')
    await no('mei', 'jobs add x @ada/digest --cron "0 7 * * *" --param words=a', 'words')
    await no('mei', 'jobs add x @ada/digest', '--cron')
    await no('mei', 'jobs add x @ada/digest --cron "0 7 * * *"', 'hint Add --param text=…')
    await no('mei', 'jobs add x @ada/none --cron "0 7 * * *" --param a=b', 'There is no skill @ada/none')
    expect((await desk.type('mei', 'jobs run nothing --json')).stdout).toContain('"DATA_NOT_FOUND"')
  })

  test('what failed for good is listed, tried again and discarded', async () => {
    await yes('mei', 'jobs add bad @ada/broken --cron "0 7 * * *" --param text=a')
    const failed = await no('mei', 'jobs run bad', 'error ')
    expect(failed.stdout).toBe('')
    const [{ execution_id: id, error_code: code }] = await json('mei', 'jobs dead')
    expect(code).toMatch(/^[A-Z_]+$/)
    for (const list of ['jobs dead', 'runs list --status failed', `runs list --error-code ${code}`])
      expect((await yes('mei', list)).stdout).toMatch(new RegExp(`^${id} .*  ${code}$`, 'm'))
    expect((await yes('mei', 'jobs dead')).stderr).toContain(`skillwright jobs requeue ${id}`)
    expect((await yes('mei', `jobs requeue ${id}`)).stdout).toBe(`requeued ${id}\n`)
    expect((await desk.type('mei', `runs logs ${id}`)).code).toBe(1)
    expect((await yes('mei', `jobs discard ${id}`)).stdout).toBe(`discarded ${id}\n`)
    expect((await yes('mei', 'jobs dead')).stderr).toBe('there are none\n')
    await no('mei', `jobs requeue ${id}`, 'CONFLICT')
    await yes('mei', 'jobs remove bad')
  })
})

test('runs are listed, shown, followed, cancelled and tried again', async () => {
  await yes('ada', 'jobs add own @ada/digest --cron "0 7 * * *" --param text=hi')
  const { execution_id: id } = await json('ada', 'jobs run own --detach')
  const logs = await yes('ada', `runs logs ${id}`)
  expect([JSON.parse(logs.stdout).text, logs.stderr]).toEqual(['hi', expect.stringContaining(`${id} is succeeded`)])
  expect((await yes('ada', 'runs')).stdout).toContain(`${id}  succeeded  @ada/digest`)
  expect(await json('ada', 'runs list --status failed')).toEqual([])
  expect(await json('ada', 'runs list --error-code TOOL_TIMEOUT')).toEqual([])
  await no('mei', 'runs list --caller @ada', 'Only an administrator')
  expect((await yes('ada', `runs show ${id}`)).stdout).toContain('answered {"text":"hi"')
  expect((await yes('ada', `runs cancel ${id}`)).stdout).toBe(`${id} is succeeded\n`)
  expect(JSON.parse((await yes('ada', `runs retry ${id}`)).stdout).text).toBe('hi')
  expect(await json('ada', 'runs')).toHaveLength(2)
  await no('mei', `runs show ${id}`, 'DATA_NOT_FOUND')
  await no('ada', 'runs list --status done', 'queued, running')
})

test('a task is listed, shown, claimed, given back, handed in and declined', async () => {
  const params = '--param requester=mei --param purpose=train --param amount_cents=18450'
  await yes('mei', `jobs add ask @ada/expense-approval --cron "0 7 * * *" ${params}`)
  const ask = async () => {
    const { execution_id: id } = await json('mei', 'jobs run ask --detach')
    await expect.poll(async () => (await desk.type('ada', `tasks show ${id}`)).code).toBe(0)
    return id
  }
  const id = await ask()
  expect((await yes('ada', 'tasks')).stdout).toContain(`${id}  open  @ada/expense-approval`)
  expect((await yes('ada', `tasks show ${id}`)).stdout).toContain('"amount_cents":18450')
  await yes('ada', `tasks claim ${id}`)
  expect(await json('ada', 'tasks list --mine')).toMatchObject([{ id, status: 'claimed', assignee: 'ada' }])
  await no('ada', `tasks assign ${id}`, '--nobody')
  expect((await yes('ada', `tasks assign ${id} --nobody`)).stdout).toBe(`${id} is open to all again\n`)
  await no('ada', `tasks hand-in ${id} --param decision=perhaps`, 'INVALID_INPUT')
  await yes('ada', `tasks hand-in ${id} --param decision=approve --param approver=ada`)
  expect(JSON.parse((await yes('mei', `runs logs ${id}`)).stdout)).toMatchObject({
    decision: 'approve',
    approver: 'ada',
  })
  const other = await ask()
  await yes('ada', `tasks decline ${other} --reason "no receipt"`)
  await no('mei', `runs logs ${other}`, 'no receipt')
})

test('secrets are set from stdin, listed without their values, and removed', async () => {
  const set = await yes('ada', 'secrets set @ada/digest NEWS_KEY', `${SECRET}\n`)
  const list = await yes('ada', 'secrets list @ada')
  expect(list.stdout).toMatch(/^NEWS_KEY {2}digest {2}set by ada/)
  expect(await json('ada', 'secrets list @ada')).toMatchObject([{ name: 'NEWS_KEY', skill: 'digest' }])
  const refused = await no('ada', `secrets set @ada NEWS_KEY=${SECRET}`, 'read from stdin')
  await no('ada', 'secrets set @ada OTHER_KEY', 'got nothing')
  await no('mei', 'secrets list @ada', 'PERMISSION_DENIED')
  for (const { stdout, stderr } of [set, list, refused]) expect(stdout + stderr).not.toContain(SECRET)
  await yes('ada', 'secrets remove @ada/digest NEWS_KEY')
  await no('ada', 'secrets remove @ada/digest NEWS_KEY', 'DATA_NOT_FOUND', 'NEWS_KEY is not set')
  expect((await yes('ada', 'secrets list @ada')).stderr).toContain('skillwright secrets set @ada')
})
