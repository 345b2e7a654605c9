import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnCli } from '../fixtures/call-cli.ts'
import { openDesk, startQuietHub } from '../hub/fixtures/test-desk.ts'

const CONVERTER = join(import.meta.dirname, '../../../../skills/unit-converter')
const PARAMS = ['--param', 'value=5', '--param', 'from=km', '--param', 'to=m']

const closing = new AsyncDisposableStack()
let env: { SKILLWRIGHT_HUB_URL: string; SKILLWRIGHT_HUB_TOKEN: string; XDG_CONFIG_HOME: string }
let descriptor: string
beforeAll(async () => {
  const desk = closing.use(await openDesk())
  // No caller is kept waiting here: every answer is fetched later.
  const calls = { waitMs: 0 }
  const { url, adminToken = '' } = closing.use(await startQuietHub({ dir: join(desk.dir, 'hub'), calls }))
  env = { SKILLWRIGHT_HUB_URL: url, SKILLWRIGHT_HUB_TOKEN: adminToken, XDG_CONFIG_HOME: join(desk.dir, 'config') }
  expect(await spawnCli(['publish', CONVERTER], { env })).toMatchObject({ code: 0 })
  descriptor = `${url}/v1/skills/@admin/unit-converter/versions/latest/descriptor`
})
afterAll(() => closing.disposeAsync())

test('call needs nothing but the address of a descriptor and a token, also for an answer that takes its time', async () => {
  const answer = await spawnCli(['call', descriptor, ...PARAMS, '--json'], { env })
  expect(answer).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(answer.stdout)).toMatchObject({ status: 'success', data: { value: 5000 } })
})

test('a skill on the hub that one is signed in to is called by its name', async () => {
  for (const name of ['unit-converter', 'admin/unit-converter', '@admin/unit-converter@^1']) {
    const answer = await spawnCli(['call', name, ...PARAMS], { env })
    expect(answer, name).toMatchObject({ code: 0, stdout: expect.stringContaining('5000') })
  }
  const absent = await spawnCli(['call', 'admin/absent', ...PARAMS], { env })
  expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('admin/absent') })
})

test('what the hub refuses is said as it says it', async () => {
  const wrong = await spawnCli(['call', descriptor, '--param', 'value=5', '--param', 'from=km', '--param', 'to=kg'], {
    env,
  })
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('error ') })
  const anonymous = await spawnCli(['call', descriptor, ...PARAMS, '--allow', '127.0.0.1'], {
    env: { ...env, SKILLWRIGHT_HUB_TOKEN: 'skw_nobody' },
  })
  expect(anonymous).toMatchObject({ code: 1, stderr: expect.stringContaining('PERMISSION_DENIED') })
})
