import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programOf } from '../../../../scripts/program-of.ts'
import { type SkillHub, startSkillHub } from '../fixtures/skill-hub.ts'
import { openProject, type TestProject } from '../fixtures/test-project.ts'
import { listInstalled, verifyInstalled } from '../index.ts'

const NAMES = ['alpha', 'beta', 'gamma']
// Tests have little time: all of them run before a release.
const KILLS = process.env.SKILLWRIGHT_SLOW === '1' ? 300 : 4
const run = promisify(execFile)
let hub: SkillHub

beforeAll(async () => {
  hub = await startSkillHub()
  for (const name of NAMES)
    for (const version of ['1.0.0', '2.0.0'])
      await hub.publish({ name, version, files: { 'notes.md': `${name} ${version}\n` } })
})
afterAll(() => hub[Symbol.asyncDispose]())

function request(range: string) {
  return {
    title: range,
    add: NAMES.map((name) => ({ id: `@acme/${name}`, version: range })),
    agents: ['agents', 'claude-code', 'hermes'],
  }
}

async function inProcess({ dir, store }: TestProject, range: string, env: Record<string, string> = {}, umask = '022') {
  const { file, env: own } = await programOf(join(import.meta.dirname, '../fixtures/install-process.ts'))
  const words = [file, dir, store, hub.url, JSON.stringify(request(range))]
  const shell = ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, ...words]
  return run('sh', shell, { env: { ...process.env, ...own, ...env } }).then(
    ({ stdout }) => Number(stdout),
    (error: { signal?: string; stderr?: string }) => {
      // The shell has become the process, so that what ends it ends as a signal.
      expect(error.signal, error.stderr).toBe('SIGKILL')
      return undefined
    },
  )
}

test(`${KILLS} processes killed while they install or update leave the old state or the new one, whole`, async () => {
  await using project = await openProject({ hub: hub.url })
  await inProcess(project, '^1')
  const old = await project.tree()
  const operations = (await inProcess(project, '^2')) ?? 0
  const states = { '1.0.0': old, '2.0.0': await project.tree() }
  expect(operations).toBeGreaterThan(20)
  const seen: string[] = []
  for (let i = 0; i < KILLS; i++) {
    const before = (await listInstalled(project.installer.project))[0]?.version === '1.0.0' ? '1.0.0' : '2.0.0'
    // Spread over the whole of it, and another place each time.
    const at = 1 + Math.floor((((i + 0.5) * 0.618034) % 1) * operations)
    await inProcess(project, before === '1.0.0' ? '^2' : '^1', { KILL_AT: String(at) })
    const versions = new Set((await listInstalled(project.installer.project)).map(({ version }) => version))
    expect(versions.size, `killed at ${at}`).toBe(1)
    const [now = ''] = versions
    expect(await verifyInstalled(project.installer.project)).toEqual([])
    expect(await project.tree(), `killed at ${at} of ${operations}`).toEqual(states[now as keyof typeof states])
    seen.push(now === before ? 'old' : 'new')
  }
  expect(new Set(seen)).toEqual(new Set(['old', 'new']))
  // All of them take as long as hundreds of processes take to start.
}, 7_200_000)

test('another locale, time zone and umask give the same bytes', async () => {
  await using one = await openProject({ hub: hub.url })
  await inProcess(one, '*', { LC_ALL: 'sv_SE.UTF-8', LANG: 'sv_SE.UTF-8', TZ: 'Asia/Shanghai' }, '077')
  const first = await one.tree()
  await using two = await openProject({ hub: hub.url })
  await inProcess(two, '*', { LC_ALL: 'C', LANG: 'C', TZ: 'America/St_Johns' }, '000')
  expect(await two.tree()).toEqual(first)
  expect(Object.keys(first)).toContain('skillwright.lock')
})
