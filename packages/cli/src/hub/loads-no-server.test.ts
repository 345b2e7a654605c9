import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RunningHub } from '@skillwright/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk, startQuietHub, type TestDesk } from './fixtures/test-desk.ts'

const run = promisify(execFile)
const SOURCE = join(import.meta.dirname, '..')
/** Types lines of words one after the other, and tells which modules were loaded, by hooks that see every one of them. */
const TYPE_LINES = `
import { registerHooks } from 'node:module'
const seen = new Set()
registerHooks({ load(url, context, next) { seen.add(url); return next(url, context) } })
const { runCli } = await import(${JSON.stringify(join(SOURCE, 'run-cli.ts'))})
const { processTerminal } = await import(${JSON.stringify(join(SOURCE, 'terminal.ts'))})
const codes = []
for (const words of JSON.parse(process.argv[1])) {
  const terminal = processTerminal()
  await runCli(words, terminal)
  codes.push(terminal.exitCode)
}
process.stderr.write('\\nLOADED ' + JSON.stringify({ codes, modules: [...seen] }) + '\\n')`

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

const LINES = [
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
]

test(`what talks to a hub loads nothing of a server: ${LINES.join(', ')}`, async () => {
  const { codes, modules } = await type(LINES)
  expect(codes).toEqual(LINES.map(() => 0))
  expect(modules.some((url) => url.includes('/packages/hub-api/src/client/'))).toBe(true)
  const server = /\/packages\/hub\/|\/node_modules\/(?:fastify|@fastify|pg|piscina|kysely|prom-client)\//
  expect(modules.filter((url) => server.test(url))).toEqual([])
})

/** All in one process: what none of them may load, it has not loaded in the end. */
async function type(lines: readonly string[]): Promise<{ codes: readonly number[]; modules: readonly string[] }> {
  const path = (word: string) => word.replace(/^\{(.*)\}$/, (_, name: string) => join(desk.dir, name))
  const words = lines.map((line) => line.split(' ').map(path))
  const { stderr } = await run(
    process.execPath,
    ['--conditions=@skillwright/source', '--input-type=module', '--eval', TYPE_LINES, JSON.stringify(words)],
    { env: { ...process.env, XDG_CONFIG_HOME: join(desk.dir, 'config', 'ada') }, maxBuffer: 2 ** 26 },
  )
  return JSON.parse(/^LOADED (.*)$/m.exec(stderr)?.[1] ?? '{}')
}
