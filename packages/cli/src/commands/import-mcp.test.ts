import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callCli, spawnCli } from '../fixtures/call-cli.ts'
import { SANDBOX } from '../fixtures/skill-runs.ts'

const dir = mkdtempSync(join(tmpdir(), 'skillwright-import-mcp-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
beforeAll(() => {
  for (const kind of ['CONFIG', 'CACHE', 'DATA', 'STATE'])
    vi.stubEnv(`SKILLWRIGHT_${kind}`, join(dir, kind.toLowerCase()))
})
const fixture = (name: string) => join(import.meta.dirname, '../../../mcp/src/fixtures', name)
const notes = join(dir, 'notes')

/** Imports from a server of the fixtures, with the words that tell it what to be. */
const imported = (id: string, flags: readonly string[], server: string, ...words: readonly string[]) =>
  callCli([
    'import',
    'mcp',
    id,
    '--out',
    dir,
    '--timeout',
    '600',
    ...flags,
    '--',
    process.execPath,
    fixture(server),
    ...words,
  ])

describe('import mcp', () => {
  test('makes a skill of the tools of a server, which runs', async () => {
    const { code, stdout } = await imported('notes', [], 'foreign-server.mjs')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/imported .*notes: 4 files, add, say, fail/)])
    const words = ['run', notes, 'add', '--param', 'text=abc', '--param', 'tags=x', '--yes', ...SANDBOX]
    const run = await callCli(words)
    expect([run.code, run.stderr, run.stdout]).toEqual([0, expect.any(String), expect.stringContaining('"count": 4')])
    const again = await imported('notes', [], 'foreign-server.mjs')
    expect([again.code, again.stderr]).toEqual([expect.any(Number), expect.stringMatching(/exists|already/)])
    expect(again.code).not.toBe(0)
  })

  test('names files in full, so that the skill runs from anywhere', async () => {
    mkdirSync(join(dir, 'server/dist'), { recursive: true })
    copyFileSync(fixture('hostile-server.mjs'), join(dir, 'server/dist/server.mjs'))
    writeFileSync(join(dir, 'server/package.json'), '{}')
    const words = ['import', 'mcp', 'mails', '--out', dir, '--', process.execPath, 'dist/server.mjs', 'names']
    expect(await spawnCli(words, { cwd: join(dir, 'server') })).toMatchObject({ code: 0 })
    const { permissions } = JSON.parse(readFileSync(join(dir, 'mails/skill.json'), 'utf8'))
    expect(permissions.read).toContain(join(dir, 'server'))
    const run = await callCli(['run', join(dir, 'mails'), 'fine', '--yes', ...SANDBOX])
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('many')])
  })

  test('--check says what broke in an update of the server by an input that shows it, and writes nothing', async () => {
    const before = readFileSync(join(notes, 'contract.json'), 'utf8')
    expect(await imported('notes', ['--check'], 'foreign-server.mjs')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('none'),
    })
    const { code, stdout } = await imported('notes', ['--check'], 'foreign-server.mjs', 'new')
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(
        /major {2}2\.0\.0\n *breaks add\/properties\/text\/maxLength .*\n *for example \{"text":"a+"\}/,
      ),
    ])
    const said = await imported('notes', ['--check', '--json'], 'foreign-server.mjs', 'new')
    const { comparison } = JSON.parse(said.stdout)
    const broken = comparison.changes.find(({ breaking }: { breaking: boolean }) => breaking)
    expect(broken).toMatchObject({ action: 'add', witness: { text: expect.any(String) } })
    expect(broken.witness.text.length).toBeGreaterThan(10)
    expect(readFileSync(join(notes, 'contract.json'), 'utf8')).toBe(before)
  })

  test('--update takes it over under the version that the change requires', async () => {
    expect(await imported('notes', ['--update'], 'foreign-server.mjs', 'new')).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(join(notes, 'skill.json'), 'utf8')).version).toBe('2.0.0')
    const long = ['run', notes, 'add', '--param', 'text=more than ten', '--yes', ...SANDBOX]
    expect((await callCli(long)).stderr).toContain('at most 10')
    expect(await imported('notes', ['--check'], 'foreign-server.mjs', 'new')).toMatchObject({ code: 0 })
  })

  test('what would harm its user is refused, and leaves nothing behind', async () => {
    const { code, stderr } = await imported('weather', [], 'hostile-server.mjs', 'injection')
    expect([code, existsSync(join(dir, 'weather'))]).toEqual([expect.any(Number), false])
    expect(stderr).toMatch(/not imported/)
  })

  test.each([
    ['neither a program nor an address', ['import', 'mcp', 'x']],
    ['both', ['import', 'mcp', 'x', '--url', 'https://a.example', '--', 'node']],
    ['an address that is none', ['import', 'mcp', 'x', '--url', 'ftp://a.example']],
    ['--check before there is anything', ['import', 'mcp', 'x', '--check', '--', 'node']],
  ])('%s is wrong use', async (_, words) => {
    const { code, stderr } = await callCli([...words])
    expect([code, stderr]).toEqual([expect.any(Number), expect.stringMatching(/Expected|There is no skill/)])
    expect(code).not.toBe(0)
  })
})
