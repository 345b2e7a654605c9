import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callCli } from '../../fixtures/call-cli.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillwright-foreign-'))
let url: string
let host: string
const zone = { name: 'zone', in: 'path', required: true, schema: { type: 'string', maxLength: 20 } }
const clock = (parameter: object = zone) => ({
  openapi: '3.1.0',
  info: { title: 'World clock' },
  servers: [{ url: '/api' }],
  paths: {
    '/zones/{zone}': {
      get: {
        operationId: 'now',
        parameters: [parameter],
        responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
})
const card = () => ({
  name: 'Echo',
  url: `${url}/a2a`,
  skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: [] }],
})

const server = createServer((request, answer) => {
  answer.setHeader('content-type', 'application/json')
  if (request.url === '/openapi.json') answer.end(JSON.stringify(clock()))
  else if (request.url === '/.well-known/agent-card.json') answer.end(JSON.stringify(card()))
  else answer.end(JSON.stringify({ asked: request.url }))
})

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `http://${host}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(dir, { recursive: true, force: true })
})

test('a document is fetched behind the address guard, and its operations are run', async () => {
  const words = ['import', 'openapi', `${url}/openapi.json`, '--out', dir]
  expect(await callCli(words)).toMatchObject({ stderr: expect.stringContaining('PERMISSION_DENIED') })
  const imported = await callCli([...words, '--allow', host])
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringContaining('world-clock: 4 files, now')])
  const run = ['run', join(dir, 'world-clock'), '--allow', host, '--json']
  const { stdout } = await callCli([...run, '--param', 'zone=Asia/Tokyo'])
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: { asked: '/api/zones/Asia%2FTokyo' } })
  const wrong = await callCli([...run, '--param', `zone=${'x'.repeat(30)}`])
  expect(JSON.parse(wrong.stdout)).toMatchObject({
    status: 'failed',
    errors: [{ code: expect.stringMatching(/INVALID_INPUT|PARAM_OUT_OF_RANGE/) }],
  })
})

test('a document that changed is compared with what was imported before', async () => {
  const file = join(dir, 'clock.json')
  writeFileSync(file, JSON.stringify(clock({ ...zone, schema: { type: 'string', maxLength: 5 } })))
  const words = ['import', 'openapi', file, '--server', 'https://clock.example.com', '--out', dir]
  const checked = await callCli([...words, '--check'])
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringMatching(/^major {2}2\.0\.0\n[\s\S]*for example/)])
  // A service that moved is told of, whatever its schemas say.
  expect(checked.stderr).toContain(`Its service is at https://clock.example.com, and before ${url}/api`)
  expect(checked.stderr).toMatch(/Its permissions are .*clock\.example\.com.*, and before .*127\.0\.0\.1/)
  expect((await callCli([...words, '--update'])).code).toBe(0)
  expect((await callCli([...words, '--check'])).stderr).not.toContain('and before')
  const { version } = JSON.parse(readFileSync(join(dir, 'world-clock', 'contract.json'), 'utf8'))
  expect(version).toBe('2.0.0')
  expect(await callCli([...words, '--id', 'absent', '--check'])).toMatchObject({
    stderr: expect.stringContaining('DATA_NOT_FOUND'),
  })
})

test('the card of an agent is found at its well-known address', async () => {
  const words = ['import', 'a2a', url, '--out', dir]
  expect(await callCli(words)).toMatchObject({ stderr: expect.stringContaining('PERMISSION_DENIED') })
  expect(await callCli([...words, '--allow', host])).toMatchObject({
    stdout: expect.stringContaining('echo: 5 files, echo'),
  })
  const { stdout } = await callCli(['describe', join(dir, 'echo')])
  expect(JSON.parse(stdout)).toMatchObject({ id: 'echo', description: 'Says it again.', capability_type: 'api' })
})
