import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChild, startProgram } from '../packages/cli/src/fixtures/start-child.ts'
import { programOf } from './program-of.ts'

const START = join(import.meta.dirname, 'start.ts')
const env = { SKILLWRIGHT_HUB_VERIFY: 'off', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillwright-start-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

test('npm start is a hub with the example skills and two collections, and finds them again later', async () => {
  await using first = await startChild(START, ['--port', '0'], { cwd, env })
  const said = await first.saw('Ctrl-C stops it.\n')
  expect(said).toMatch(/shown this once: skw_\S+\n/)
  expect(said).toMatch(/^10 skills: @official\/csv-insight, /m)
  expect(said).toContain('2 collections: @official/developer-toolkit, @official/research-suite\n')
  const [, url = ''] = /hub at (http:\S+),/.exec(said) ?? []
  expect(said).toContain(` -- login ${url} --token\n`)
  const suite = await fetch(`${url}/v1/collections/@official/research-suite`)
  expect(await suite.json()).toMatchObject({ version: '1.0.0', skills: { length: 4 } })
  expect(await first.end('SIGINT')).toBe(0)

  // The second time its port is taken, and it takes the next.
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await writeFile(join(cwd, 'skillwright-hub.json'), JSON.stringify({ port }))
  await using second = await startChild(START, [], { cwd, env })
  const later = await second.saw('Ctrl-C stops it.\n')
  expect(later).toMatch(new RegExp(`^Port ${port} is taken, so another is used: \\d+\n`))
  expect(later).not.toContain('skw_')
  expect(later).toMatch(/ -- login http:\S+\n/)
  expect(later).toContain('10 skills: ')
  expect(later).toContain('2 collections: ')
  expect(await second.end('SIGTERM')).toBe(0)

  await using third = await startChild(START, ['--port', String(port)], { cwd, env })
  await expect(third.saw('Ctrl-C stops it.\n')).rejects.toThrow(
    /ended with 1 and said: error Cannot listen on .*\nhint /,
  )
  server.close()
})

test('a signal to npm start lets requests under way end, and ends the hub before npm', async () => {
  const { scripts } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as Manifest
  const program = await programOf(START)
  const start = scripts.start.replace('scripts/start.ts', program.file)
  // In the folder of the test before, whose hub has the examples already.
  await writeFile(join(cwd, 'package.json'), JSON.stringify({ name: 'started', scripts: { start } }))
  await using npm = startProgram('npm', ['start', '--', '--port', '0'], { cwd, env: { ...env, ...program.env } })
  const [, host = '', port] = /hub at http:\/\/([^:]+):(\d+),/.exec(await npm.saw('Ctrl-C stops it.\n')) ?? []
  const socket = connect({ host, port: Number(port) })
  const answer = new Promise<string>((resolve) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  const body = JSON.stringify({ handle: 'nobody', password: 'wrong password' })
  const head = `POST /v1/login HTTP/1.1\r\nhost: hub\r\nexpect: 100-continue\r\ncontent-type: application/json\r\n`
  socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
  // Asked to go on, it has begun with the request.
  await new Promise((resolve) => socket.once('data', resolve))
  const ended = npm.end('SIGTERM')
  await npm.saw('stopping;')
  socket.write(body)
  expect(await answer).toMatch(/ 401 Unauthorized\r\n[\s\S]*"AUTHENTICATION_REQUIRED"/)
  expect(await ended).toBe(0)
  await expect(fetch(`http://${host}:${port}/healthz`)).rejects.toThrow('fetch failed')
})

interface Manifest {
  readonly scripts: { readonly start: string }
}
