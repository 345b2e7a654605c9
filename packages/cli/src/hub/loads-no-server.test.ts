import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk, startQuietHub, type TestDesk } from './fixtures/test-desk.ts'

const run = promisify(execFile)
const MAIN = join(import.meta.dirname, '../main.ts')
/** Tells on its way out which modules were loaded, by hooks that see every one of them. */
const LIST_MODULES = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
const seen = new Set()
registerHooks({ load(url, context, next) { seen.add(url); return next(url, context) } })
process.on('exit', () => process.stderr.write('\\nLOADED ' + JSON.stringify([...seen]) + '\\n'))
`)}`

let desk: TestDesk
let hub: RunningHub

beforeAll(async () => {
  desk = await openDesk()
  hub = await startQuietHub({ registration: 'open', dir: join(desk.dir, 'hub') })
  await desk.skill('digest', { version: '1.0.0' })
  await desk.type('ada', `login ${hub.url} --handle ada --register`, 'correct horse battery')
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  await desk[Symbol.asyncDispose]()
})

test.each([
  'publish {digest}',
  'info @ada/digest',
  'search digest',
  'yank @ada/digest@1.0.0',
  'whoami',
  'token list',
  'jobs list',
  'runs',
  'tasks list',
  'secrets list @ada',
])('%s talks to a hub and loads nothing of a server', async (line) => {
  const loaded = await modulesOf(line)
  expect(loaded.some((url) => url.includes('/packages/hub-api/src/client/'))).toBe(true)
  const server = /\/packages\/hub\/|\/node_modules\/(?:fastify|@fastify|pg|piscina|kysely|prom-client)\//
  expect(loaded.filter((url) => server.test(url))).toEqual([])
})

async function modulesOf(line: string): Promise<readonly string[]> {
  const words = line.split(' ').map((word) => word.replace(/^\{(.*)\}$/, (_, path: string) => join(desk.dir, path)))
  const { stderr } = await run(
    process.execPath,
    ['--conditions=@skillwright/source', '--import', LIST_MODULES, MAIN, ...words],
    { env: { ...process.env, XDG_CONFIG_HOME: join(desk.dir, 'config', 'ada') }, maxBuffer: 2 ** 26 },
  )
  const loaded: unknown = JSON.parse(/^LOADED (.*)$/m.exec(stderr)?.[1] ?? '[]')
  return Array.isArray(loaded) ? loaded.map(String) : []
}
