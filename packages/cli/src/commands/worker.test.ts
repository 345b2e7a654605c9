import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPostgres } from '../../../store/src/fixtures/test-postgres.ts'
import { spawnCli } from '../fixtures/call-cli.ts'
import { startChild } from '../fixtures/start-child.ts'
import { openDesk, startQuietHub, type TestDesk } from '../hub/fixtures/test-desk.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const PASSWORD = 'correct horse battery'
const newKey = () => randomBytes(32).toString('base64')
/** Waits for its end when the text says so. */
const SLOW = `import json, sys, time
text = json.load(sys.stdin)["params"]["text"]
if text == "wait":
    print(json.dumps({"progress": 0.5}), file=sys.stderr, flush=True)
    time.sleep(600)
print(json.dumps({"success": True, "data": {"text": text, "word_count": 1, "shortened": False}}))
`
const postgres = await testPostgres()

describe.skipIf(!postgres.available)('worker', () => {
  let desk: TestDesk
  let hub: RunningHub
  let env: Record<string, string>
  beforeAll(async () => {
    desk = await openDesk()
    const [databaseUrl, secretsKey, dir] = [await postgres.freshDatabase(), newKey(), join(desk.dir, 'hub')]
    hub = await startQuietHub({ registration: 'open', dir, databaseUrl, secretsKey, calls: { workers: 0 } })
    env = {
      DATABASE_URL: databaseUrl,
      SKILLWRIGHT_HUB_SECRETS_KEY: secretsKey,
      SKILLWRIGHT_HUB_PUBLIC_URL: hub.url,
      SKILLWRIGHT_HUB_DIR: dir,
    }
    await desk.type('ada', `login ${hub.url} --handle ada --register`, PASSWORD)
    await desk.skill('slow', { version: '1.0.0', files: { 'tools/main.py': SLOW } })
    expect(await desk.type('ada', 'publish {slow}')).toMatchObject({ code: 0 })
    for (const text of ['quick', 'wait'])
      await desk.type('ada', `jobs add ${text} @ada/slow --cron "0 7 1 1 *" --param text=${text}`)
  })
  afterAll(async () => {
    await hub[Symbol.asyncDispose]()
    await desk[Symbol.asyncDispose]()
  })

  const json = async (line: string) => JSON.parse((await desk.type('ada', `${line} --json`)).stdout)
  const start = () => startChild(MAIN, ['worker', '--concurrency', '3', '--json'], { cwd: desk.dir, env })

  test('does the runs of a hub that does none, takes over from one that was killed, and ends when asked', async () => {
    const { execution_id: quick } = await json('jobs run quick --detach')
    expect((await json(`runs show ${quick}`)).status).toBe('queued')
    await using first = await start()
    expect(JSON.parse(await first.saw('\n'))).toMatchObject({ hub: hub.url, concurrency: 3 })
    expect(JSON.parse((await desk.type('ada', `runs logs ${quick}`)).stdout)).toMatchObject({ text: 'quick' })

    const { execution_id: long } = await json('jobs run wait --detach')
    const far = async () => {
      const { attempt, progress, status } = await json(`runs show ${long}`)
      return { attempt, progress, status }
    }
    await expect.poll(far).toEqual({ attempt: 1, progress: 0.5, status: 'running' })
    await using second = await start()
    await second.saw('\n')
    await first.end('SIGKILL')
    await expect.poll(far, { timeout: 120_000 }).toEqual({ attempt: 2, progress: 0.5, status: 'running' })
    await desk.type('ada', `runs cancel ${long}`)
    await expect.poll(async () => (await far()).status, { timeout: 60_000 }).toBe('cancelled')
    expect(await second.end('SIGTERM')).toBe(0)
    expect(second.said()).toContain('stopping')
  })

  test('does not start with what it could not work with, and says what is missing', async () => {
    const refused = async (change: Record<string, string>, ...said: readonly string[]) => {
      const answer = await spawnCli(['worker'], { env: { ...env, ...change }, cwd: desk.dir })
      expect(answer).toMatchObject({ code: 2, stdout: '' })
      for (const text of said) expect(answer.stderr).toContain(text)
    }
    const other = { SKILLWRIGHT_HUB_DIR: join(desk.dir, 'elsewhere') }
    await refused({ SKILLWRIGHT_HUB_SECRETS_KEY: newKey() }, 'are sealed with the key', 'SKILLWRIGHT_HUB_SECRETS_KEY')
    await refused({ ...other, SKILLWRIGHT_HUB_SECRETS_KEY: '' }, 'are sealed with the key', 'got none')
    await refused(other, 'The packages of the hub are not in the folder', 's3.bucket')
    await refused({ DATABASE_URL: '' }, 'needs the PostgreSQL database of its hub')
  })
})
