import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { spawnCli } from '../fixtures/call-cli.ts'
import { canContain, openSkillRuns, skill } from '../fixtures/skill-runs.ts'

const runs = openSkillRuns()

test('doctor says what this machine offers', async () => {
  const { code, stdout } = await spawnCli(['doctor'])
  expect(code).toBe(canContain ? 0 : 1)
  expect(stdout).toMatch(/sandbox/)
  expect(JSON.parse((await spawnCli(['doctor', '--json'])).stdout)).toContainEqual(
    expect.objectContaining({ name: 'sandbox', ok: canContain }),
  )
})

test('call asks a service as its descriptor says, wherever the descriptor is', async () => {
  const template = JSON.parse(await readFile(join(skill('translator'), 'descriptor.json'), 'utf8'))
  const server = createServer(async (request, response) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const answer =
      request.method === 'GET'
        ? { ...template, endpoint: { url: `${url}/invoke`, method: 'POST' } }
        : { translated_text: `${request.headers['x-api-key']}:${((await json(request)) as { text: string }).text}` }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/descriptor`
    const file = join(runs.here, 'descriptor.json')
    await writeFile(file, await (await fetch(url)).text())
    const params = ['-p', 'text=hello', '-p', 'target_language=zh', '--credential', 'MY_KEY']
    const env = { MY_KEY: 'hunter2hunter2' }
    for (const place of [url, file]) {
      const answer = await spawnCli(['call', place, ...params, '--allow', '127.0.0.1'], { env })
      expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('"***:hello"') })
      const refused = await spawnCli(['call', place, ...params], { env })
      expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('PERMISSION_DENIED') })
      expect(refused.stderr).toContain('hint Use a public address, or allow this one: --allow 127.0.0.1')
      const unset = await spawnCli(['call', file, ...params, '--allow', '127.0.0.1'])
      expect(unset.stderr).toContain('hint Set it first: export MY_KEY=…')
    }
  } finally {
    server.close()
  }
})

test('call keeps a refresh token that the service replaced', async () => {
  const template = JSON.parse(await readFile(join(skill('translator'), 'descriptor.json'), 'utf8'))
  const seen: string[] = []
  const server = createServer(async (request, response) => {
    const sent = new URLSearchParams(await text(request))
    if (request.url === '/token') seen.push(sent.get('refresh_token') ?? '')
    const token = { access_token: 'access-token', token_type: 'Bearer', refresh_token: `refresh-${seen.length}` }
    const answer = request.url === '/token' ? token : { translated_text: 'x' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const oauth2 = { authorization_url: `${url}/authorize`, token_url: `${url}/token`, scopes: {} }
    const descriptor = { ...template, endpoint: { url, method: 'POST' }, auth: { type: 'oauth2', oauth2 } }
    const file = join(runs.here, 'oauth-descriptor.json')
    await writeFile(file, JSON.stringify(descriptor))
    const env = {
      CLIENT: '{"clientId": "me", "refreshToken": "refresh-0"}',
      XDG_CONFIG_HOME: join(runs.here, 'config'),
    }
    const words = ['-p', 'text=a', '-p', 'target_language=zh', '--credential', 'CLIENT', '--allow', '127.0.0.1']
    for (let i = 0; i < 2; i++) expect(await spawnCli(['call', file, ...words], { env })).toMatchObject({ code: 0 })
    expect(seen).toEqual(['refresh-0', 'refresh-1'])
  } finally {
    server.close()
  }
})
