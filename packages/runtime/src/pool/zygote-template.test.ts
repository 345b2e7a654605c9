import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSkill } from '@skillwright/skill'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runChild } from '../answer/run-child.ts'
import { createRuntime } from '../index.ts'
import { BOTH_WAYS, containedTest, openWay } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { Launch } from '../launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { manualClock } from './fixtures/manual-clock.ts'
import { poolLaunch } from './pool-launch.ts'
import type { PoolChoice, PoolSpec } from './pool-spec.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'zygote-template-')))
const plain = createSpawnLaunch()
// Waits long for a lane, so that no call falls back to plain spawn.
const zygote = { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 }
let python = ''

beforeAll(async () => {
  ;[python = ''] = await findInterpreters().commandFor('python')
})
afterAll(() => {
  plain[Symbol.dispose]()
  rmSync(dir, { recursive: true, force: true })
})

const MAIN = 'import beside, sys\nsys.stdout.write(beside.answer())'
const CHOICE = { tier: 'zygote', prestart: true, principal: 'ann', stamp: '1' } as const

function script(
  beside: string,
  { main = MAIN, choice = {}, way = 'uncontained' }: { main?: string; choice?: Partial<PoolChoice>; way?: string } = {},
): PoolSpec {
  const folder = mkdtempSync(join(dir, 'skill-'))
  writeFileSync(join(folder, 'main.py'), main)
  writeFileSync(join(folder, 'beside.py'), beside)
  writeFileSync(join(folder, 'imports'), '')
  mkdirSync(join(folder, 'tmp'))
  return {
    command: [python, join(folder, 'main.py')],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', TMPDIR: join(folder, 'tmp') },
    limits: {},
    containment: way === 'uncontained' ? undefined : { skillDir: folder, read: [], write: [], network: [] },
    pool: { ...CHOICE, ...choice },
  }
}

/** Notes down each time that it is imported. */
const COUNTED = `
with open('imports', 'a') as file:
    file.write('x')
`

const importsOf = ({ cwd }: PoolSpec) => readFileSync(join(cwd, 'imports'), 'utf8').length

async function call(launch: Launch, spec: PoolSpec, { input = '{}', timeoutMs = 10_000 } = {}) {
  const child = await launch(spec)
  const { stdout, stderrTail, exit, ended } = await runChild(child, { input, timeoutMs })
  return { text: Buffer.from(stdout).toString(), stderrTail, exit, ended }
}

describe('what a script imports', () => {
  test('is imported once for many calls, each of which finds it as it was then', async () => {
    const spec = script(
      `${COUNTED}
calls, log = 0, []
def answer():
    global calls
    calls += 1
    log.append(calls)
    return f'{calls} {log}'
`,
    )
    await using pool = poolLaunch({ launch: plain, zygote })
    for (let i = 0; i < 4; i++) expect((await call(pool, spec)).text).toBe('1 [1]')
    expect(importsOf(spec)).toBe(1)
  })

  test('is imported for each call, and not before it, when the skill may not be started ahead', async () => {
    const spec = script(`${COUNTED}\nanswer = str`, { choice: { prestart: false } })
    await using pool = poolLaunch({ launch: plain, zygote })
    for (let i = 1; i <= 3; i++) {
      await call(pool, spec)
      expect(importsOf(spec)).toBe(i)
    }
    expect(pool.warm).toBe(1)
  })

  test('is imported for each call when a change of its files would not be noticed', async () => {
    const { pool: _, ...spec } = script(`${COUNTED}\nanswer = str`)
    await using pool = poolLaunch({ launch: plain, zygote })
    const unpinned = { ...spec, pool: { tier: 'zygote', prestart: true, principal: 'ann' } } as const
    for (let i = 0; i < 3; i++) await call(pool, unpinned)
    expect(importsOf(unpinned)).toBe(3)
  })

  test('runs after what the script does before, with a path of its own and a failed attempt', async () => {
    const main = `'''About it.'''
from __future__ import annotations
import os, sys
sys.path.insert(0, os.path.join(os.path.dirname(__file__), 'deep'))
NAMES = [name for name in ('a', 'b')]
try:
    import not_there_at_all
except ImportError:
    not_there_at_all = None
import beside
'''Not about it.'''
def of(value: NotDefined): return value
print(of(beside.where), beside.imports == os.getpid(), NAMES, not_there_at_all, __doc__, __name__)`
    const spec = script('where = "beside the script"\nimports = 0', { main })
    mkdirSync(join(spec.cwd, 'deep'))
    writeFileSync(join(spec.cwd, 'deep', 'beside.py'), 'import os\nwhere = "deep"\nimports = os.getpid()')
    await using pool = poolLaunch({ launch: plain, zygote })
    for (let i = 0; i < 2; i++)
      expect(await call(pool, spec)).toMatchObject({
        text: "deep False ['a', 'b'] None About it. __main__\n",
        stderrTail: '',
      })
  })

  test('is ended with the call as plain Python ends it: files are written, finalizers run', async () => {
    const spec = script(`
import atexit, os, sys
kept = []
class Told:
    def __del__(self):
        os.write(1, b'ended ')
atexit.register(lambda: sys.stdout.write('at exit '))
def answer():
    global told
    told = Told()
    kept.append(open(os.path.join(os.environ['TMPDIR'], 'out'), 'w'))
    kept[0].write('kept')
    return 'called '
`)
    const expected = await call(plain, spec)
    await using pool = poolLaunch({ launch: plain, zygote })
    for (let i = 0; i < 2; i++) {
      writeFileSync(join(spec.cwd, 'tmp', 'out'), '')
      expect(await call(pool, spec)).toEqual(expected)
      expect(readFileSync(join(spec.cwd, 'tmp', 'out'), 'utf8')).toBe('kept')
    }
  })

  // A process of the lowest priority cannot be given a lower one.
  test.skipIf(getPriority() === 19)(
    'is found as it was then, whatever a call does to the process that imported it',
    async () => {
      const spec = script(
        `
import os
pid = os.getpid()
def answer():
    found = os.getpriority(os.PRIO_PROCESS, 0)
    os.setpriority(os.PRIO_PROCESS, pid, 19)
    return f'{found} {pid}'
`,
      )
      // A clock that stands still: the second call need not wait until its patience ends for a lane that is gone.
      await using pool = poolLaunch({ launch: plain, zygote, clock: manualClock() })
      const [first = [], second = []] = [await call(pool, spec), await call(pool, spec)].map(({ text }) =>
        text.split(' '),
      )
      expect(second[0]).toBe(first[0])
      expect(second[1]).not.toBe(first[1])
    },
  )

  test('is gone when its place is given to another skill, and with its pool', async () => {
    const beside = 'import os\npid = os.getpid()\ndef answer(): return f"{pid}"'
    const pool = poolLaunch({ launch: plain, zygote, maxProcesses: 1 })
    const importer = (await call(pool, script(beside))).text
    expect(existsSync(`/proc/${importer}`)).toBe(true)
    const other = script(beside)
    let next = ''
    for (let i = 0; i < 8; i++) next = (await call(pool, other)).text
    await expect.poll(() => existsSync(`/proc/${importer}`)).toBe(false)
    expect(existsSync(`/proc/${next}`)).toBe(true)
    await pool[Symbol.asyncDispose]()
    await expect.poll(() => existsSync(`/proc/${next}`)).toBe(false)
  })

  test('is never shared by two skills or two principals, and a change is seen', async () => {
    const beside = 'import os\npid = os.getpid()\nanswer = lambda: f"{pid}"'
    const first = script(beside)
    const variants = [first, script(beside), { ...first, pool: { ...CHOICE, principal: 'bob' } }]
    await using pool = poolLaunch({ launch: plain, zygote })
    const importers = new Set<string>()
    for (const spec of variants) importers.add((await call(pool, spec)).text)
    expect(importers.size).toBe(3)
    expect((await call(pool, first)).text).toBe((await call(pool, first)).text)
    writeFileSync(join(first.cwd, 'beside.py'), 'answer = lambda: "changed"')
    expect((await call(pool, { ...first, pool: { ...CHOICE, stamp: '2' } })).text).toBe('changed')
  })
})

/** What a module may do when it is imported that calls would share, or lose, if they were forked from where it did it. */
const TRACES = {
  'opens a file': 'file = open(__file__)\ndef answer(): return file.readline(30)',
  'starts a thread':
    'import threading, time\nthread = threading.Thread(target=time.sleep, args=(60,), daemon=True)\nthread.start()\ndef answer(): return str(thread.is_alive())',
  'starts a process':
    'import subprocess\ncat = subprocess.Popen(["cat"], stdin=subprocess.PIPE)\ndef answer(): return str(cat.poll())',
  prints: 'print("imported")\ndef answer(): return "called"',
  complains: 'import sys\nsys.stderr.write("imported")\ndef answer(): return "called"',
  'reads the input': 'import sys\ntext = sys.stdin.read()\ndef answer(): return text',
  'sets a timer': 'import signal\nsignal.alarm(60)\ndef answer(): return str(signal.alarm(0) > 0)',
  'seeds what is random': 'import random\nrandom.seed(7)\ndef answer(): return str(random.random())',
  'shares memory': 'import mmap\npage = mmap.mmap(-1, 4)\ndef answer():\n    page[0] += 1\n    return str(page[0])',
  'has a finalizer':
    'import os\nclass Told:\n    def __del__(self): os.write(1, b"ended")\ntold = Told()\ndef answer(): return "called "',
  'hears a signal, which one call could send for the next':
    'import os, signal\nheard, importer = [], os.getpid()\nsignal.signal(signal.SIGUSR1, lambda *_: heard.append(1))\ndef answer():\n    if importer != os.getpid(): os.kill(importer, signal.SIGUSR1)\n    return str(len(heard))',
  'ignores a signal': 'import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\ndef answer(): return "called"',
  'knows the script': 'import __main__\ndef answer(): return str(__main__.sys is not None)',
  fails: 'raise ValueError("not today")',
  ends: 'import sys\nsys.exit(3)',
}

test.each(Object.entries(TRACES))(
  'a module that %s when it is imported is imported by each call',
  async (_, source) => {
    const spec = script(COUNTED + source)
    const expected = await call(plain, spec)
    await using pool = poolLaunch({ launch: plain, zygote })
    for (let i = 0; i < 3; i++) expect(await call(pool, spec)).toEqual(expected)
    // By plain Python, by the template, which is discarded, and by each call.
    expect(importsOf(spec)).toBe(5)
    expect(pool.warm).toBe(1)
  },
)

const RANDOM = [
  'os.urandom(4).hex()',
  'os.getrandom(4).hex()',
  'random.random()',
  'random.Random().random()',
  'random.Random(None).random()',
  'uuid.uuid4()',
  'secrets.token_hex(4)',
  'next(tempfile._get_candidate_names())',
]

test.each(RANDOM)('what is random when a module is imported is so in every call: %s', async (value) => {
  const source = `import os, random, secrets, tempfile, uuid\nvalue = ${value}\ndef answer(): return str(value)`
  await using pool = poolLaunch({ launch: plain, zygote })
  for (const standardName of ['', 'code.py']) {
    const spec = script(source)
    if (standardName !== '') writeFileSync(join(spec.cwd, standardName), '')
    expect((await call(pool, spec)).text).not.toBe((await call(pool, spec)).text)
  }
})

test('a module that goes on after it was imported is held to the time of a call', async () => {
  const endless = `
import os, sys
def endless(*_):
    with open('importer', 'w') as file: file.write(str(os.getpid()))
    while True: pass
def take_over(frame):
    while frame:
        if 'fork_child' in frame.f_globals: frame.f_globals['fork_child'] = endless
        frame = frame.f_back
take_over(sys._getframe())
def answer(): return 'called'`
  const spec = { ...script(endless), limits: { cpuSeconds: 1 } }
  await using pool = poolLaunch({ launch: plain, zygote: { ...zygote, startWaitMs: 0 } })
  await call(pool, spec)
  const importer = join(spec.cwd, 'importer')
  await expect.poll(() => existsSync(importer) && readFileSync(importer, 'utf8') !== '').toBe(true)
  await expect.poll(() => existsSync(`/proc/${readFileSync(importer, 'utf8')}`)).toBe(false)
})

const CONTAINED = BOTH_WAYS.filter((way) => way !== 'uncontained')

describe.each(CONTAINED)('%s', (way) => {
  test('a module is imported once for many calls', async () => {
    const { launch } = openWay(way)
    using _ = launch
    const spec = script('import os\npid = os.getpid()\ndef answer(): return f"{pid} {os.getpid()}"', { way })
    await using pool = poolLaunch({ launch, zygote })
    const [first = [], second = []] = [await call(pool, spec), await call(pool, spec)].map(({ text }) =>
      text.split(' '),
    )
    expect(first[0]).toBe(second[0])
    expect(new Set([...first, ...second]).size).toBe(3)
  })

  test('a module that leaves a file in the private folder is imported by each call', async () => {
    const { launch } = openWay(way)
    using _ = launch
    const beside = `
import os
pid = os.getpid()
was_there = os.path.exists('/tmp/left')
open('/tmp/left', 'w').close()
def answer(): return f'{was_there} {os.path.exists("/tmp/left")} {pid == os.getpid()}'`
    const spec = script(beside, { way })
    await using pool = poolLaunch({ launch, zygote })
    for (let i = 0; i < 2; i++) expect((await call(pool, spec)).text).toBe('False True True')
  })

  test.each(['read', 'write'] as const)(
    'a module is imported by each call when it may %s what may change',
    async (grant) => {
      const { launch } = openWay(way)
      using _ = launch
      const granted = mkdtempSync(join(dir, 'granted-'))
      writeFileSync(join(granted, 'note'), 'first')
      const { containment, ...spec } = script(
        `note = open('${join(granted, 'note')}').read()\ndef answer(): return note`,
        { way },
      )
      if (containment === undefined) throw new TypeError('not contained')
      const allowed = { ...spec, containment: { ...containment, [grant]: [granted] } }
      await using pool = poolLaunch({ launch, zygote })
      expect((await call(pool, allowed)).text).toBe('first')
      writeFileSync(join(granted, 'note'), 'second')
      expect((await call(pool, allowed)).text).toBe('second')
      expect(pool.warm).toBe(1)
    },
  )
})

containedTest('a skill of a folder gets warm imports from a runtime by itself, and a change is seen', async () => {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const files = {
    'SKILL.md': '---\nname: warm\ndescription: Answers.\n---\n',
    'skill.json': JSON.stringify({ id: 'warm', version: '1.0.0', entry: 'main.py' }),
    'main.py':
      'import json, os, beside\nprint(json.dumps({"success": True, "data": {"value": beside.value, "warm": beside.pid != os.getpid()}}))',
    'beside.py': 'import os\nvalue, pid = 1, os.getpid()',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  await using runtime = await createRuntime()
  const untilWarm = async () => {
    const skill = await readSkill(folder)
    for (;;) {
      const { data } = await runtime.run(skill)
      const { value, warm } = data as { value: number; warm: boolean }
      if (warm) return value
    }
  }
  expect(await untilWarm()).toBe(1)
  writeFileSync(join(folder, 'beside.py'), 'import os\nvalue, pid = 22, os.getpid()')
  expect(await untilWarm()).toBe(22)
})
