import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_OUTPUT_BYTES, runChild } from '../answer/run-child.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { Launch, LaunchSpec } from '../launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { NASTY_SCRIPTS } from './fixtures/nasty-scripts.ts'
import { poolLaunch } from './pool-launch.ts'
import type { PoolSpec } from './pool-spec.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'zygote-')))
const plain = createSpawnLaunch()
// Waits long for a lane, so that no call falls back to plain spawn.
const options = { launch: plain, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 2 } }
// Every call gets the lane of the one before.
const oneLane = { ...options, zygote: { ...options.zygote, maxLanes: 1 } }
// The system's: what a version manager's Python loads at each of hundreds of starts is nothing of ours.
const PATH = '/usr/bin:/bin'
let python = ''

beforeAll(async () => {
  ;[python = ''] = await findInterpreters({ path: PATH }).commandFor('python')
})
afterAll(() => {
  plain[Symbol.dispose]()
  rmSync(dir, { recursive: true, force: true })
})

function script(source: string, changes: Partial<PoolSpec> = {}): PoolSpec {
  const folder = mkdtempSync(join(dir, 'skill-'))
  writeFileSync(join(folder, 'main.py'), `${source.trimStart()}\n`)
  mkdirSync(join(folder, 'tmp'))
  return {
    command: [python, join(folder, 'main.py'), 'one', 'two words', '--three'],
    cwd: folder,
    env: { PATH, LANG: 'C.UTF-8', TMPDIR: join(folder, 'tmp'), OUT: 'a' },
    limits: {},
    containment: undefined,
    pool: { tier: 'zygote', prestart: true, principal: 'tester' },
    ...changes,
  }
}

/** For a script whose imports may run ahead of its calls. */
const AHEAD = { pool: { tier: 'zygote', prestart: true, principal: 'tester', stamp: '1' } } as const

/** Everything a caller can see of a run. */
async function see(launch: Launch, spec: LaunchSpec, { input = '{"a": "ü"}\nsecond\n', timeoutMs = 10_000 } = {}) {
  const child = await launch(spec)
  const errors: Buffer[] = []
  child.stderr.on('data', (bytes: Buffer) => errors.push(bytes))
  const { stdout, exit, ended } = await runChild(child, {
    input,
    timeoutMs,
    signal: undefined,
    onEvent: () => undefined,
  })
  return {
    stdout: Buffer.from(stdout).toString('latin1'),
    stderr: withoutAddresses(Buffer.concat(errors).toString()),
    exit,
    ended,
  }
}

const withoutAddresses = (text: string) => text.replace(/0x[0-9a-f]+/g, '0x')

describe.each([
  ['', ''],
  [' when its imports ran ahead', 'import beside\n'],
])('a script behaves in the zygote as in a process of its own%s: one that', (_, imports) => {
  for (const [title, source] of Object.entries(NASTY_SCRIPTS)) {
    test(title, async () => {
      await using own = poolLaunch(oneLane)
      const spec = script(imports + source.trimStart(), imports === '' ? {} : AHEAD)
      writeFileSync(join(spec.cwd, 'beside.py'), '')
      const expected = await see(plain, spec)
      for (let call = 0; call < 2; call++) expect(await see(own, spec)).toEqual(expected)
      expect(own.warm).toBeGreaterThan(0)
    })
  }
})

describe('a call in the zygote', () => {
  test('is a process of its own, one after the other', async () => {
    const spec = script('import os; print(os.getpid(), os.getppid())')
    // With two lanes the next call may well get the other one, which has another parent.
    await using pool = poolLaunch(oneLane)
    const seen = [await see(pool, spec), await see(pool, spec), await see(pool, spec)].map(({ stdout }) =>
      stdout.split(' '),
    )
    expect(new Set(seen.map(([pid]) => pid)).size).toBe(3)
    expect(new Set(seen.map(([, parent]) => parent)).size).toBe(1)
  })

  test('finds nothing of the one before', async () => {
    const spec = script(`
import builtins, json, os, random, sys, uuid
found = [getattr(builtins, 'left', None), getattr(json, 'left', None), 'made_up' in sys.modules, os.environ.get('LEFT'), os.getcwd()]
builtins.left = json.left = 1
sys.modules['made_up'] = json
sys.path.append('/left')
os.environ['LEFT'] = '1'
os.chdir('/')
print(json.dumps([found, len(sys.path), len(sys.modules)]))
print(random.random(), uuid.uuid4(), os.urandom(8).hex(), file=sys.stderr)`)
    await using pool = poolLaunch(options)
    const calls = [await see(pool, spec), await see(pool, spec), await see(pool, spec)]
    expect(new Set(calls.map(({ stdout }) => stdout)).size).toBe(1)
    expect(JSON.parse(calls[0]?.stdout ?? '')[0]).toEqual([null, null, false, null, spec.cwd])
    expect(new Set(calls.map(({ stderr }) => stderr)).size).toBe(3)
  })

  test('finds the limits and the priority of a plain process, whatever the one before did to its zygote', async () => {
    const spec = script(`
import os, resource, sys
print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0), os.sched_getaffinity(0), resource.getrlimit(resource.RLIMIT_NOFILE))
if sys.stdin.read() == 'spoil':
    os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)
    os.sched_setaffinity(os.getppid(), [min(os.sched_getaffinity(0))])
    resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (64, 64))`)
    await using pool = poolLaunch(options)
    const first = await see(pool, spec, { input: 'spoil' })
    expect(first).toMatchObject({ stderr: '', exit: { code: 0 } })
    expect((await see(pool, spec, { input: 'look' })).stdout).toBe(first.stdout)
  })

  test('keeps what a script wrote to a file it did not close', async () => {
    const spec = script(NASTY_SCRIPTS['writes a file it never closes'] ?? '')
    await using pool = poolLaunch(options)
    await see(pool, spec)
    expect(readFileSync(join(spec.cwd, 'tmp', 'left-open'), 'utf8')).toBe('kept')
  })

  test('imports the modules beside the script, standard names included', async () => {
    const spec = script('import json, helper; print(json.mine, helper.value)')
    writeFileSync(join(spec.cwd, 'json.py'), 'mine = "my own json"')
    writeFileSync(join(spec.cwd, 'helper.py'), 'value = 1')
    await using pool = poolLaunch(options)
    expect(await see(pool, spec)).toMatchObject({ stdout: 'my own json 1\n', exit: { code: 0 } })
    writeFileSync(join(spec.cwd, 'helper.py'), 'value = 22')
    expect(await see(pool, spec)).toMatchObject({ stdout: 'my own json 22\n' })
  })

  test('runs the script as it is now, not as it was', async () => {
    const spec = script('print("before")')
    await using pool = poolLaunch(options)
    expect((await see(pool, spec)).stdout).toBe('before\n')
    writeFileSync(join(spec.cwd, 'main.py'), 'print("afterwards")')
    expect((await see(pool, spec)).stdout).toBe('afterwards\n')
  })

  test('moves 8 MB in and 8 MB out', async () => {
    const spec = script('import sys; sys.stdout.write(sys.stdin.read()[::-1])')
    await using pool = poolLaunch(options)
    const input = 'abc'.repeat(2_700_000)
    const { stdout, exit } = await see(pool, spec, { input })
    expect(exit.code).toBe(0)
    expect(stdout === 'cba'.repeat(2_700_000)).toBe(true)
  })

  test('may print exactly as much as a plain process, and not a byte more', async () => {
    const spec = script('import sys; n = int(sys.stdin.read()); sys.stdout.write("x" * n)')
    await using pool = poolLaunch(options)
    const exact = await see(pool, spec, { input: `${MAX_OUTPUT_BYTES}` })
    expect([exact.ended, exact.stdout.length]).toEqual(['exit', MAX_OUTPUT_BYTES])
    expect((await see(pool, spec, { input: `${MAX_OUTPUT_BYTES + 1}` })).ended).toBe('output')
  })

  test.each([
    ['', {}],
    [', when its imports ran ahead', AHEAD],
  ])('ends in time with everything it started, however it hides%s', async (_, changes) => {
    const mark = `mark-${Math.random()}`
    const spec = script(
      `
import beside, os, subprocess, sys, time
for _ in range(3):
    subprocess.Popen(['/bin/sh', '-c', 'trap "" TERM; while :; do sleep 1; done', '${mark}'], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
print('started', flush=True)
if 'stay' in sys.stdin.read():
    time.sleep(60)`,
      changes,
    )
    writeFileSync(join(spec.cwd, 'beside.py'), '')
    await using pool = poolLaunch(options)
    for (const input of ['stay', 'go']) {
      const { stdout, ended } = await see(pool, spec, { input, timeoutMs: 500 })
      expect([stdout, ended]).toEqual(['started\n', input === 'stay' ? 'timeout' : 'exit'])
      await expect.poll(() => processesWith(mark)).toBe(0)
    }
    expect((await see(pool, spec, { input: 'go' })).stdout).toBe('started\n')
  })

  test('may claim any exit code, and is still ended with its claim', async () => {
    const spec = script(`
import os, time
os.write(1, b'claimed')
os.write(255, bytes([5]))
time.sleep(60)`)
    await using pool = poolLaunch(options)
    expect(await see(pool, spec)).toMatchObject({ stdout: 'claimed', exit: { code: 5 } })
    expect(await see(pool, spec)).toMatchObject({ stdout: 'claimed', exit: { code: 5 } })
  })

  test('that kills its zygote is answered, and so is the next one', async () => {
    const spec = script(`
import os, sys
if sys.stdin.read() == 'kill':
    assert os.getppid() != ${process.pid}
    os.kill(os.getppid(), 9)
print('alive')`)
    await using pool = poolLaunch(options)
    const killed = await see(pool, spec, { input: 'kill' })
    expect(killed.ended).toBe('exit')
    expect(await see(pool, spec, { input: 'go' })).toMatchObject({ stdout: 'alive\n', exit: { code: 0 } })
  })

  test('is held to its limits', async () => {
    const limits = { memoryBytes: 200 * 1024 * 1024, cpuSeconds: 1, fileBytes: 1_000 }
    const spec = script(
      `
import os, sys
what = sys.stdin.read()
if what == 'memory':
    bytearray(400 * 1024 * 1024)
if what == 'cpu':
    while True: pass
if what == 'file':
    with open(os.path.join(os.environ['TMPDIR'], 'f'), 'w') as file:
        file.write('x' * 5000)
print('fine')`,
      { limits },
    )
    await using pool = poolLaunch(options)
    expect(await see(pool, spec, { input: '' })).toMatchObject({ stdout: 'fine\n', exit: { code: 0 } })
    expect((await see(pool, spec, { input: 'memory' })).exit).not.toMatchObject({ code: 0 })
    expect((await see(pool, spec, { input: 'cpu' })).exit).toEqual({
      code: null,
      signal: 'SIGXCPU',
      exceeded: 'cpuSeconds',
    })
    expect((await see(pool, spec, { input: 'file' })).exit).not.toMatchObject({ code: 0 })
    expect((await see(pool, spec, { input: 'file' })).stderr).toContain('File too large')
  })

  test.each([
    ['processes', { processes: 20 }, 'time.sleep(20)', 60],
    ['memoryBytes', { memoryBytes: 300 * 1024 * 1024 }, 'x = b"x" * (90 * 1024 * 1024); time.sleep(20)', 6],
  ] as const)(
    'is held to its limit of %s over all it starts, as a plain process is',
    async (limit, limits, work, count) => {
      const spec = script(
        `
import os, time
for _ in range(${count}):
    if os.fork() == 0:
        ${work}
        os._exit(0)
time.sleep(600)`,
        { limits },
      )
      await using pool = poolLaunch(options)
      for (const launch of [plain, pool, pool]) {
        const { exit } = await see(launch, spec, { timeoutMs: 600_000 })
        expect(exit.exceeded).toBe(limit)
      }
      await expect.poll(() => processesWith(spec.cwd)).toBe(0)
    },
  )
})

function processesWith(mark: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  }).length
}
