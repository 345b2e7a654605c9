import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { createRuntime, type RunEvent, type Runtime } from '@skillwright/runtime'
import { lintSkill, readSkill, writeSkill } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportedServer, importServer } from '../index.ts'

const fixture = (name: string, ...words: readonly string[]) => ({
  command: process.execPath,
  args: [join(import.meta.dirname, '../fixtures', name), ...words],
})
const dir = mkdtempSync(join(tmpdir(), 'skillwright-import-'))
let runtime: Runtime
let notes: ImportedServer

beforeAll(async () => {
  runtime = await createRuntime({ contain: false, cacheDir: join(dir, 'cache') })
  notes = await importServer(fixture('foreign-server.mjs'), { id: 'notes', timeoutMs: 600_000 })
  await writeSkill(join(dir, 'notes'), notes.files)
})
afterAll(async () => {
  await runtime[Symbol.asyncDispose]()
  rmSync(dir, { recursive: true, force: true })
})

test('the tools of a server are the actions of a skill that scans clean, and lacks examples alone', async () => {
  expect([...notes.contract.actions.keys()]).toEqual(['add', 'say', 'fail'])
  expect(notes.contract.action('add').idempotent).toBe(true)
  expect([notes.findings, notes.scan.verdict]).toEqual([[], 'pass'])
  const errors = (await lintSkill(join(dir, 'notes'))).filter(({ severity }) => severity === 'error')
  expect(errors.map(({ rule }) => rule)).toEqual(['skill/two-examples', 'skill/complete-example'])
})

test('its calls are checked, repaired and answered', async () => {
  const skill = await readSkill(join(dir, 'notes'))
  expect(await runtime.run(skill, { action: 'add', params: { text: 'abc', tags: 'x' } })).toMatchObject({
    status: 'success',
    data: { count: 4 },
    metadata: { coercions: [{ path: '/tags' }] },
  })
  expect(await runtime.run(skill, { action: 'say' })).toMatchObject({ data: 'hello' })
  expect(await runtime.run(skill, { action: 'fail' })).toMatchObject({
    errors: [{ code: 'TOOL_EXECUTION_FAILED', message: 'no such note' }],
  })
  expect(await runtime.run(skill, { action: 'add', params: { text: 5.5, other: 1 } })).toMatchObject({
    errors: [{ code: 'INVALID_INPUT' }],
  })
})

test('what broke in an update of the server is shown by an input', async () => {
  const options = { id: 'notes', timeoutMs: 600_000, before: notes.contract }
  const { version, comparison } = await importServer(fixture('foreign-server.mjs', 'new'), options)
  expect([version, comparison?.bump]).toEqual(['2.0.0', 'major'])
  const broken = comparison?.changes.find(({ breaking }) => breaking)
  expect(broken).toMatchObject({ action: 'add', reason: expect.stringContaining('maxLength') })
  const { text = '' } = (broken?.witness ?? {}) as { text?: string }
  expect([text.length > 10, text.length <= 100]).toEqual([true, true])
})

describe('a hostile server', () => {
  const imported = (kind: string, timeoutMs = 600_000) =>
    importServer(fixture('hostile-server.mjs', kind), { id: 'hostile', timeoutMs })

  test.each(['garbage', 'crash', 'huge', 'endless', 'root', 'nothing', 'wide'])(
    'that answers with %s gets a typed answer',
    async (kind) => {
      await expect(imported(kind)).rejects.toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR' })
    },
  )

  test('that never answers is given up', async () => {
    await expect(imported('silent', 300)).rejects.toMatchObject({ code: 'EXTERNAL_SERVICE_ERROR' })
  })

  test('cannot shadow a tool by a name that looks like it', async () => {
    const { contract, findings } = await imported('names')
    expect([...contract.actions.keys()]).toEqual(['send-email', 'fine'])
    expect(findings).toHaveLength(3)
  })

  test('with schemas that are none loses those tools', async () => {
    const { contract, findings } = await imported('schemas')
    expect([...contract.actions.keys()]).toEqual(['fine'])
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('"remote"'),
      expect.stringContaining('"broken"'),
    ])
  })

  test('that lies about its output is caught in the act', async () => {
    const { files } = await imported('lying')
    await writeSkill(join(dir, 'lying'), files)
    expect(await runtime.run(await readSkill(join(dir, 'lying')), { action: 'count' })).toMatchObject({
      errors: [{ code: 'INVALID_OUTPUT' }],
    })
  })

  test('that prints what is no message, and asks back, is answered', async () => {
    const { files } = await imported('asking')
    await writeSkill(join(dir, 'asking'), files)
    expect(await runtime.run(await readSkill(join(dir, 'asking')), { action: 'count' })).toMatchObject({
      status: 'success',
      data: { count: 2 },
    })
  })

  test('whose descriptions instruct the model is noticed by the scanner', async () => {
    const { scan } = await imported('injection')
    expect(scan.verdict).not.toBe('pass')
  })
})

test('a server over HTTP is imported and called, with its token', async () => {
  const seen: (string | undefined)[] = []
  const pinged = Promise.withResolvers<void>()
  const service = createServer(async (request, answer) => {
    if (request.method !== 'POST') return void answer.writeHead(405).end()
    const { id, method, params } = (await json(request)) as {
      id?: number | string
      method?: string
      params?: { arguments?: object }
    }
    seen.push(request.headers.authorization)
    if (id === 'q') pinged.resolve()
    if (id === undefined || method === undefined) return void answer.writeHead(202).end()
    const results: Record<string, object> = {
      initialize: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'far', version: '1' },
      },
      'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [], structuredContent: params?.arguments ?? {} },
    }
    const event = (message: object) => `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`
    answer.setHeader('mcp-session-id', 's-1').setHeader('content-type', 'text/event-stream')
    if (method !== 'tools/call') return void answer.end(event({ id, result: results[method] }))
    // Asks back before it answers, and does not hang up behind its answer.
    const progress = { progressToken: 1, progress: 1, total: 2 }
    answer.write(event({ id: 'q', method: 'ping' }) + event({ method: 'notifications/progress', params: progress }))
    await pinged.promise
    answer.write(event({ id, result: results[method] }))
  })
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/mcp`
  try {
    const options = { id: 'far', timeoutMs: 600_000, token: 'secret-1' }
    await expect(importServer({ url }, options)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    const { files } = await importServer({ url }, { ...options, allow: [new URL(url).host] })
    await writeSkill(join(dir, 'far'), files)
    const skill = await readSkill(join(dir, 'far'))
    expect(skill.permissions.network).toEqual([new URL(url).host])
    const events: RunEvent[] = []
    const response = await runtime.run(
      skill,
      { params: { a: 1 } },
      { env: { MCP_TOKEN: 'secret-2' }, onEvent: (event) => void events.push(event) },
    )
    expect(response).toMatchObject({ status: 'success', data: { a: 1 } })
    expect(events).toContainEqual(expect.objectContaining({ type: 'progress', done: 0.5 }))
    expect(new Set(seen)).toEqual(new Set(['Bearer secret-1', 'Bearer secret-2']))
  } finally {
    service.closeAllConnections()
    service.close()
  }
})
