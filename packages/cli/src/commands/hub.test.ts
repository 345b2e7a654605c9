import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCli, spawnCli } from '../fixtures/call-cli.ts'
import { startChild } from '../fixtures/start-child.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-hub-verb-'))
  await callCli(['new', 'digest', '--out', join(dir, 'skills/digest')])
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('a hub shows its address and once its first token, serves real clients, and stops when asked', async () => {
  const env = { XDG_CONFIG_HOME: join(dir, 'config'), SKILLWRIGHT_HUB_VERIFY: 'off' }
  const words = ['hub', '--port', '0', '--dir', 'kept']
  await using hub = await startChild(MAIN, [...words, '--examples', 'skills'], { cwd: dir, env })
  const said = await hub.saw('published @official/digest@0.1.0')
  const [, url = ''] = /^hub at (http:\/\/127\.0\.0\.1:\d+), API at /m.exec(said) ?? []
  const [, token = ''] = /shown this once: (skw_\S+)\n/.exec(said) ?? []
  expect(said).toContain(`sign in with it: skillwright login ${url} --token, or at ${url}/start\n`)
  expect(said).toContain(`kept in ${join(dir, 'kept')}\n`)

  const type = (line: string, input = '') => spawnCli(line.split(' '), { cwd: dir, env, input })
  expect(await type(`login ${url}`, `${token}\n`)).toMatchObject({ code: 0 })
  expect((await type('info digest')).stdout).toMatch(/^@official\/digest 0\.1\.0 [\s\S]*tier: official/)
  // stdout is not a terminal here, so the log is for programs.
  const [line = ''] = /^\{.*"path":"\/v1\/nothing".*$/m.exec(await answered(hub, `${url}/v1/nothing`)) ?? []
  expect(JSON.parse(line)).toMatchObject({ message: 'request', status: 404 })
  expect(await hub.end('SIGINT')).toBe(0)
  expect(hub.said()).toContain('stopping; Ctrl-C again ends it at once\n')
  expect(hub.said().split(token)).toHaveLength(2)

  await using again = await startChild(MAIN, [...words, '--json', '--log-level', 'silent'], { cwd: dir, env })
  const [ready = ''] = (await again.saw('\n')).split('\n')
  expect(Object.keys(JSON.parse(ready))).toEqual(['url', 'dir'])
  expect(await again.end('SIGTERM')).toBe(0)
})

test('a port that is taken, and a setting that is none, are said before anything is made', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const cwd = await mkdtemp(join(dir, 'taken-'))
  const taken = await spawnCli(['hub', '--port', String(port), '--dir', 'x'], { cwd })
  server.close()
  expect(taken).toMatchObject({ code: 1, stdout: '' })
  expect(taken.stderr).toContain(`Cannot listen on 127.0.0.1:${port}`)
  expect(taken.stderr).toContain('hint Choose another port')

  const empty = await mkdtemp(join(dir, 'wrong-'))
  const wrong = await spawnCli(['hub', '--port', 'many'], { cwd: empty })
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toContain('port must be')
  expect(await readdir(empty)).toEqual([])
})

async function answered(hub: { saw(text: RegExp): Promise<string> }, url: string): Promise<string> {
  await fetch(url)
  return hub.saw(/"path":"\/v1\/nothing"/)
}
