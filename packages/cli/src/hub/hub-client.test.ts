import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callCli } from '../fixtures/call-cli.ts'
import { startChild } from '../fixtures/start-child.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'skillwright-hub-client-'))
  process.env.XDG_CONFIG_HOME = join(dir, 'config')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('what is no hub', () => {
  test.each<[string, number, string]>([
    ['search x --hub http://127.0.0.1:1', 1, 'FETCH_FAILED: The hub at http://127.0.0.1:1 does not answer'],
    ['search x --hub ftp://hub', 2, 'Expected the address of a hub'],
    ['search x --hub https://user:secret@hub', 2, 'Expected the address of a hub'],
    ['search x --limit 0', 2, 'Expected a whole number'],
    ['token create ci --scopes everything', 2, 'Expected some of read,invoke,publish,account,review,admin'],
    ['access @a/b hidden', 2, 'Allowed choices are public, restricted, private'],
    ['review approve @a/b@1.0.0', 2, "required option '-n, --note <text>' not specified"],
    ['people promote ada', 2, "unknown command 'promote'"],
  ])('%s', async (line, code, message) => {
    const answer = await callCli(line.split(' '))
    expect(answer).toMatchObject({ code, stdout: '' })
    expect(answer.stderr).toContain(message)
    expect(answer.stderr).toMatch(/hint|--help/)
  })

  test.each<[string, number, Record<string, string>, string, string]>([
    ['a page', 200, {}, '<html>', 'answered with something that is not JSON'],
    ['an error page', 500, {}, '<html>', 'answered 500 without a reason'],
    [
      'other JSON',
      200,
      {},
      '{"hello":1}',
      'answered searchSkills with something else than its API says: it must have required properties items',
    ],
    ['a redirect', 302, { location: 'https://elsewhere.example/' }, '', 'sends us on to https://elsewhere.example/'],
    ['a code of its own', 400, {}, '{"code":"OOPS","detail":"x"}', 'answered 400 without a reason'],
  ])('%s is distinguished from an answer of a hub', async (_what, status, headers, body, message) => {
    await using server = await serve((_request, answer) => answer.writeHead(status, headers).end(body))
    const answer = await callCli(['search', 'x', '--hub', server.url])
    expect(answer).toMatchObject({ code: 1, stdout: '' })
    expect(answer.stderr).toContain(`EXTERNAL_SERVICE_ERROR: ${server.url} ${message}`)
  })

  test('a failure of the hub is not taken for one of ours', async () => {
    const problem = { code: 'INTERNAL_ERROR', detail: 'Something failed', request_id: 'abc-1' }
    await using server = await serve((_request, answer) => answer.writeHead(500).end(JSON.stringify(problem)))
    const answer = await callCli(['search', 'x', '--hub', server.url])
    expect(answer).toMatchObject({ code: 1 })
    expect(answer.stderr).toBe(
      `error EXTERNAL_SERVICE_ERROR: ${server.url} failed: Something failed\nhint Tell its operator the number of the request: abc-1\n`,
    )
  })
})

test('what a hub says cannot move the cursor or change the colours', async () => {
  const at = '2026-01-01T00:00:00.000Z'
  const found = {
    ...{ name: '@a/b\u001b[2J', scope: 'a', skill: 'b', latest: '1\u009b', tier: 'official', access: 'public' },
    ...{ description: 'd\r\u202e', deprecated: '\u0007', created_at: at, updated_at: at, latest_version: null },
    ...{ downloads: 0, score: 1, why: [] },
  }
  await using server = await serve((_request, answer) => answer.end(JSON.stringify({ items: [found] })))
  const { stdout } = await callCli(['search', 'x', '--hub', server.url])
  expect(stdout).toBe('@a/b\\u{1b}[2J 1\\u{9b}  official\n  d\\u{d}\\u{202e}\n  deprecated: \\u{7}\n')
})

test('an upload that is interrupted ends at once with exit code 130', async () => {
  await callCli(['new', 'digest', '--out', join(dir, 'digest')])
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  await using server = await serve(() => isAsked())
  const words = ['publish', 'digest', '--scope', 'ada', '--hub', server.url]
  await using child = await startChild(join(import.meta.dirname, '../main.ts'), words, { cwd: dir })
  await Promise.race([asked, child.saw('rror')])
  expect(await child.end('SIGINT')).toBe(130)
  expect(child.said()).toContain('error CANCELLED: Interrupted\n')
})

test.each([
  ...['search', 'info', 'login', 'logout', 'whoami', 'publish', 'yank', 'deprecate', 'access', 'hub'],
  ...['scope info', 'scope create', 'scope members', 'scope add', 'scope remove', 'scope prove', 'scope vouch'],
  ...['scope official', 'token create', 'token list', 'token revoke', 'collection list', 'collection info'],
  ...['collection publish', 'review queue', 'review approve', 'review reject', 'review verify', 'review report'],
  ...['review appeal', 'review reports', 'review resolve', 'review audit', 'people list', 'people add'],
  ...['people set-role', 'people set-password', 'people disable', 'people enable'],
  ...['mirror list', 'mirror add', 'mirror sync', 'mirror remove'],
])('%s --help has examples and --json', async (verb) => {
  const { code, stdout } = await callCli([...verb.split(' '), '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('--json')
  expect(stdout).toContain(`Examples:\n  $ skillwright ${verb}`)
})

async function serve(listener: RequestListener): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
