import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInterpreters } from '../interpreters.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { Child, Launch, LaunchSpec } from '../launch.ts'
import { MAX_OUTPUT_BYTES, runChild } from '../run-child.ts'
import { NASTY_SCRIPTS } from './fixtures/nasty-scripts.ts'
import { type PoolLaunch, poolLaunch } from './pool-launch.ts'
import type { PoolSpec } from './pool-spec.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'zygote-')))
const plain = createSpawnLaunch()
// Waits long for a lane, so that no call is quietly answered by plain spawn.
const options = { launch: plain, zygote: { waitMs: 20_000, maxLanes: 2 } }
let pool: PoolLaunch
let python = ''

beforeAll(async () => {
  ;[python = ''] = await findInterpreters().commandFor('python')
  pool = poolLaunch(options)
})
afterAll(async () => {
  await pool[Symbol.asyncDispose]()
  plain[Symbol.dispose]()
  rmSync(dir, { recursive: true, force: true })
})

function script(source: string, changes: Partial<LaunchSpec> = {}): PoolSpec {
  const folder = mkdtempSync(join(dir, 'skill-'))
  writeFileSync(join(folder, 'main.py'), `${source.trimStart()}\n`)
  mkdirSync(join(folder, 'tmp'))
  return {
    command: [python, join(folder, 'main.py'), 'one', 'two words', '--three'],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', TMPDIR: join(folder, 'tmp'), OUT: 'a' },
    limits: {},
    containment: undefined,
    pool: { tier: 'zygote', prestart: true, principal: 'tester' },
    ...changes,
  }
}

/** Everything a caller can see of a run. */
async function see(launch: Launch, spec: LaunchSpec, { input = '{"a": "ü"}\nsecond\n', timeoutMs = 10_000 } = {}) {
  const child = await launch(spec)
  const errors: Buffer[] = []
  child.stderr.on('data', (bytes: Buffer) => errors.push(bytes))
  const { stdout, exit, ended } = await runChild(child, { input, timeoutMs, signal: undefined, onEvent: () => undefined })
  return { stdout: Buffer.from(stdout).toString('latin1'), stderr: withoutAddresses(Buffer.concat(errors).toString()), exit, ended }
}

const withoutAddresses = (text: string) => text.replace(/0x[0-9a-f]+/g, '0x')

/** A call that surely goes through the zygote: the first ones start it. */
async function seeWarm(spec: PoolSpec, how?: Parameters<typeof see>[2]) {
  await warmUp(spec)
  return see(pool, spec, how)
}

async function warmUp(spec: PoolSpec): Promise<void> {
  const before = pool.warm
  void (await pool(spec)).kill()
  while (pool.warm === before) await new Promise((resolve) => setTimeout(resolve, 10))
}

describe('a script behaves in the zygote as in a process of its own: one that', () => {
  for (const [title, source] of Object.entries(NASTY_SCRIPTS)) {
    test(title, async () => {
      await using own = poolLaunch(options)
      const spec = script(source)
      const expected = await see(plain, spec)
      void (await own(spec)).kill()
      const first = await see(own, spec)
      expect(first).toEqual(expected)
      expect(await see(own, spec)).toEqual(expected)
      expect(own.warm).toBeGreaterThan(0)
    })
  }
})
