import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startChild } from '../packages/cli/src/child-under-test.ts'

const START = join(import.meta.dirname, 'start.ts')
const env = { SKILLWRIGHT_HUB_VERIFY: 'off', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
vi.setConfig({ testTimeout: 120_000 })

let cwd: string
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'skillwright-start-'))
})
afterAll(() => rm(cwd, { recursive: true, force: true }))

test('npm start is a hub with the example skills and two collections, and finds them again later', async () => {
  await using first = startChild(START, ['--port', '0'], { cwd, env })
  const said = await first.saw('Ctrl-C stops it.\n')
  expect(said).toMatch(/shown this once: skw_\S+\n/)
  expect(said).toMatch(/^10 skills: @official\/csv-insight, /m)
  expect(said).toContain('2 collections: @official/developer-toolkit, @official/research-suite\n')
  const [, url = ''] = /hub at (http:\S+),/.exec(said) ?? []
  const suite = await fetch(`${url}/v1/collections/@official/research-suite`)
  expect(await suite.json()).toMatchObject({ version: '1.0.0', skills: { length: 4 } })
  expect(await first.end('SIGINT')).toBe(0)

  // The second time its port is taken, and it takes the next.
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  await writeFile(join(cwd, 'skillwright-hub.json'), JSON.stringify({ port }))
  await using second = startChild(START, [], { cwd, env })
  const later = await second.saw('Ctrl-C stops it.\n')
  expect(later).toMatch(new RegExp(`^Port ${port} is taken, so another is used: \\d+\n`))
  expect(later).not.toContain('skw_')
  expect(later).toContain('10 skills: ')
  expect(later).toContain('2 collections: ')
  expect(await second.end('SIGTERM')).toBe(0)

  await using third = startChild(START, ['--port', String(port)], { cwd, env })
  await expect(third.saw('Ctrl-C stops it.\n')).rejects.toThrow(
    /ended with 1 and said: error Cannot listen on .*\nhint /,
  )
  server.close()
})
