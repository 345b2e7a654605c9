import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runChild } from '../answer/run-child.ts'
import { CONTAINERS } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { Launch, LaunchSpec } from '../launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { chooseTier } from '../plan/launch-place.ts'
import { manualClock } from './fixtures/manual-clock.ts'
import { poolLaunch } from './pool-launch.ts'
import type { PoolChoice, PoolSpec } from './pool-spec.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'pool-')))
const plain = createSpawnLaunch()
const canary = `canary-${process.pid}`
let python = ''

beforeAll(async () => {
  ;[python = ''] = await findInterpreters().commandFor('python')
})
afterAll(() => {
  plain[Symbol.dispose]()
  rmSync(dir, { recursive: true, force: true })
})

const ENDINGS = { python: 'py', node: 'mjs', sh: 'sh' }

function script(language: keyof typeof ENDINGS, source: string, choice: Partial<PoolChoice> = {}): PoolSpec {
  const folder = mkdtempSync(join(dir, 'skill-'))
  const file = join(folder, `main.${ENDINGS[language]}`)
  writeFileSync(file, source)
  return {
    command: [{ python, node: process.execPath, sh: '/bin/sh' }[language], file],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    limits: {},
    containment: undefined,
    pool: { tier: 'auto', prestart: true, principal: 'ann', ...choice },
  }
}

async function call(launch: Launch, spec: LaunchSpec, { input = '{}', timeoutMs = 10_000 } = {}) {
  const result = await runChild(await launch(spec), { input, timeoutMs, signal: undefined, onEvent: () => undefined })
  return { ...result, text: Buffer.from(result.stdout).toString() }
}

/** Counts what was really started. */
function counted(): Launch & { count: number } {
  const launch: Launch = (spec) => {
    counter.count++
    return plain(spec)
  }
  const counter = Object.assign(launch, { count: 0 })
  return counter
}

/** Waits for something to happen; the test's own limit says when it does not. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1)
}

const PID = {
  python: 'import os, sys; sys.stdin.read(); print(os.getpid(), os.getppid())',
  node: 'let all = ""; process.stdin.on("data", (part) => { all += part }).on("end", () => console.log(process.pid, process.ppid, all))',
  sh: 'read line; echo $$ $PPID $line',
}

describe('a pool of warm processes', () => {
  test('starts a plain process for the first call and keeps a skill warm that is called again', async () => {
    const launch = counted()
    await using pool = poolLaunch({ launch, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 } })
    const spec = script('python', PID.python)
    await call(pool, spec)
    expect([launch.count, pool.warm]).toEqual([1, 0])
    for (let i = 0; i < 3; i++) await call(pool, spec)
    expect([launch.count, pool.warm]).toEqual([2, 1])
  })

  test('never serves two principals, environments or limits from one process', async () => {
    await using pool = poolLaunch({
      launch: plain,
      zygote: { waitMs: 5_000, startWaitMs: 5_000, maxLanes: 1 },
      maxProcesses: 50,
    })
    const base = script('python', PID.python, { tier: 'zygote' })
    const choice = { tier: 'zygote', prestart: true, principal: 'ann' } as const
    const variants: PoolSpec[] = [
      base,
      { ...base, pool: { ...choice, principal: 'bob' } },
      { ...base, pool: { ...choice, digest: 'sha256:1' } },
      { ...base, env: { ...base.env, TOKEN: 'a' } },
      { ...base, env: { ...base.env, TOKEN: 'b' } },
      { ...base, limits: { cpuSeconds: 9 } },
      { ...base, cwd: '/' },
    ]
    for (const spec of variants) await call(pool, spec)
    await until(() => pool.warm === variants.length)
    const parents = new Set<string>()
    for (const spec of variants) {
      const [first, second] = [await call(pool, spec), await call(pool, spec)]
      const parent = first.text.trim().split(' ')[1] ?? ''
      expect(second.text.trim().split(' ')[1]).toBe(parent)
      parents.add(parent)
    }
    expect(parents.size).toBe(variants.length)
    expect(parents).not.toContain(String(process.pid))
  })

  test('shrinks to nothing when it is not used', async () => {
    const clock = manualClock()
    await using pool = poolLaunch({ launch: plain, clock, idleMs: 60_000 })
    const specs = [script('python', PID.python), script('node', PID.node), script('sh', PID.sh)]
    for (const spec of [...specs, ...specs]) await call(pool, spec)
    await until(() => {
      clock.forward(10)
      return pool.warm === 3
    })
    await until(() => {
      clock.forward(60_000)
      return pool.warm === 0
    })
  })

  test('keeps no more processes than it may, and none when memory is short', async () => {
    const clock = manualClock()
    await using few = poolLaunch({ launch: plain, clock, maxProcesses: 1 })
    await using none = poolLaunch({ launch: plain, clock, minFreeBytes: 1_000, freeBytes: () => 999 })
    for (const spec of [script('sh', PID.sh), script('node', PID.node)]) {
      for (let i = 0; i < 3; i++) await call(few, spec)
      for (let i = 0; i < 3; i++) expect((await call(none, spec)).exit.code).toBe(0)
    }
    // A place is reserved when the clock says that it is time for the next spare.
    for (let i = 0; i < 20; i++) {
      clock.forward(10)
      expect(few.warm).toBeLessThanOrEqual(1)
      expect(none.warm).toBe(0)
    }
    await until(() => few.warm === 1)
  })

  test('gives the place of a skill that is used less to one that is used more', async () => {
    const clock = manualClock()
    const zygote = { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 }
    const launch = counted()
    await using pool = poolLaunch({ launch, clock, maxProcesses: 1, idleMs: 3_600_000, zygote })
    const [first, second] = [script('python', PID.python), script('python', PID.python)]
    /** Whether a call was served by a lane: a plain process is a child of ours. */
    const isWarm = async (spec: PoolSpec) => !(await call(pool, spec)).text.trim().endsWith(` ${process.pid}`)
    await isWarm(first)
    expect(await isWarm(first)).toBe(true)
    // As long as both are used alike, the first keeps its place: nothing is started again and again.
    for (let i = 0; i < 4; i++) expect([await isWarm(second), await isWarm(first)]).toEqual([false, true])
    expect(launch.count).toBe(6)
    clock.forward(60_000)
    expect([await isWarm(second), pool.warm]).toEqual([true, 1])
    expect(await isWarm(first)).toBe(false)
  })

  test('ends every process when it is disposed of', async () => {
    const pool = poolLaunch({ launch: plain })
    const pids: string[] = []
    for (const spec of [
      script('python', PID.python, { tier: 'zygote' }),
      script('python', WORKER, { tier: 'worker' }),
    ]) {
      await call(pool, spec)
      await until(() => pool.warm > 0)
      pids.push(...(await call(pool, spec)).text.matchAll(/\d{3,}/g).map(([pid]) => pid))
    }
    await pool[Symbol.asyncDispose]()
    expect(pids.filter((pid) => pid !== String(process.pid) && existsSync(`/proc/${pid}`))).toEqual([])
    expect(pool.warm).toBe(0)
  })
})

describe('a spare', () => {
  test.each(['node', 'sh', 'python'] as const)(
    'in %s was started before its call and serves only one',
    async (language) => {
      await using pool = poolLaunch({ launch: plain })
      const spec = script(language, PID[language], { tier: 'spare' })
      const seen = new Set<string>()
      for (let i = 0; i < 4; i++) {
        const { text, exit } = await call(pool, spec)
        expect(exit.code).toBe(0)
        seen.add(text.split(' ')[0] ?? '')
        await until(() => pool.warm === 1)
      }
      expect(seen.size).toBe(4)
    },
  )

  test('that died is noticed, and a script that does not wait is not started ahead forever', async () => {
    const launch = counted()
    const clock = manualClock()
    await using pool = poolLaunch({ launch, clock })
    const spec = script('sh', 'echo early', { tier: 'spare' })
    for (let i = 0; i < 8; i++) {
      expect((await call(pool, spec)).text).toBe('early\n')
      clock.forward(10)
      await until(() => pool.warm === 0)
    }
    expect(launch.count).toBeLessThanOrEqual(8 + 2)
  })

  test('is not started for a skill that opts out', async () => {
    const launch = counted()
    const clock = manualClock()
    await using pool = poolLaunch({ launch, clock })
    const spec = script('sh', PID.sh, { prestart: false })
    for (let i = 0; i < 3; i++) await call(pool, spec)
    clock.forward(1_000)
    expect([launch.count, pool.warm]).toEqual([3, 0])
  })
})

const WORKER = `
import json, os, sys, time
count = 0
for line in sys.stdin:
    request = json.loads(line)
    count += 1
    ask = request.get('ask')
    if ask == 'hang': time.sleep(60)
    if ask == 'die': os._exit(3)
    answer = {'success': True, 'count': count, 'pid': os.getpid(), 'ask': ask, 'id': request.get('id')}
    if ask == 'forge': answer['id'] = 'other'
    print(json.dumps(answer), flush=True)
    if ask == 'twice':
        print(json.dumps(answer), flush=True)
`

describe('a worker', () => {
  const ask = (word: string | number) => ({ input: JSON.stringify({ ask: word }) })
  const read = (text: string) => JSON.parse(text) as { count: number; pid: number; ask: unknown }

  test('answers many calls from one process', async () => {
    const launch = counted()
    await using pool = poolLaunch({ launch })
    const spec = script('python', WORKER, { tier: 'worker' })
    for (let i = 1; i <= 20; i++) {
      const { text } = await call(pool, spec, ask(i))
      expect(read(text)).toMatchObject({ count: i, ask: i })
      // What pairs request and answer is between the pool and the worker.
      expect(text).not.toContain('"id"')
    }
    expect(launch.count).toBe(1)
  })

  test('never gives one call the answer of another', async () => {
    await using pool = poolLaunch({ launch: plain })
    const spec = script('python', WORKER, { tier: 'worker' })
    const words = Array.from({ length: 40 }, (_, i) => (i % 5 === 3 ? 'twice' : i))
    await Promise.all(
      words.map(async (word) => {
        const { text } = await call(pool, spec, ask(word))
        for (const line of text.trim().split('\n')) expect(read(line).ask).toBe(word)
      }),
    )
    const forged = await call(pool, spec, ask('forge'))
    expect(forged.exit.signal).toBe('SIGKILL')
    expect(read((await call(pool, spec, ask('after'))).text)).toMatchObject({ ask: 'after' })
  })

  test('that was still starting when its pool was closed ends its call', async () => {
    const started = Promise.withResolvers<void>()
    const pool = poolLaunch({
      launch: async (spec) => {
        await started.promise
        return plain(spec)
      },
    })
    const calling = pool(script('node', PID.node, { tier: 'worker' }))
    const closed = pool[Symbol.asyncDispose]()
    started.resolve()
    const child = await calling
    child.kill()
    expect(await child.exited).toMatchObject({ signal: 'SIGKILL' })
    await closed
  })

  test('that hangs or dies is replaced', async () => {
    await using pool = poolLaunch({ launch: plain })
    const spec = script('python', WORKER, { tier: 'worker' })
    expect((await call(pool, spec, { ...ask('hang'), timeoutMs: 300 })).ended).toBe('timeout')
    expect((await call(pool, spec, ask('die'))).exit).toMatchObject({ code: 3 })
    expect(read((await call(pool, spec, ask('again'))).text)).toMatchObject({ ask: 'again', count: 1 })
  })

  test('is replaced by a fresh one after so many calls', async () => {
    await using pool = poolLaunch({ launch: plain, worker: { maxCalls: 3 } })
    const spec = script('python', WORKER, { tier: 'worker' })
    const counts: number[] = []
    for (let i = 0; i < 7; i++) counts.push(read((await call(pool, spec, ask(i))).text).count)
    expect(counts).toEqual([1, 2, 3, 1, 2, 3, 1])
  })
})

describe('the tier of a skill', () => {
  const entry = { path: 'main.py', language: 'python' } as const
  test.each([
    [undefined, { tier: 'auto', prestart: true }],
    [{ runtime: { tier: 'spawn' } }, { tier: 'spawn', prestart: true }],
    [{ runtime: { tier: 'worker', prestart: false } }, { tier: 'worker', prestart: false }],
    [{ runtime: { tier: 'faster!' } }, { tier: 'auto', prestart: true }],
    [{ runtime: 'fast' }, { tier: 'auto', prestart: true }],
  ])('is what skill.json says: %j', (manifest, expected) => {
    expect(chooseTier({ manifest, entry }, { isClosed: true })).toEqual(expected)
  })

  test.each([
    [undefined, false],
    [{ runtime: { tier: 'spawn' } }, false],
    [{ runtime: { prestart: true } }, true],
    [{ runtime: { tier: 'spare' } }, true],
  ])('what can change something is started before its call only if it says so: %j', (manifest, prestart) => {
    expect(chooseTier({ manifest, entry }, { isClosed: false })).toMatchObject({ prestart })
  })

  test('is a spare where a zygote is asked for another language', () => {
    const shell = { path: 'main.sh', language: 'shell' } as const
    expect(chooseTier({ manifest: { runtime: { tier: 'zygote' } }, entry: shell }, { isClosed: true }).tier).toBe(
      'spare',
    )
  })
})

const ATTACK = `
import ctypes, json, os, socket, sys

libc = ctypes.CDLL(None)
MQ_OPEN, MQ_SEND, MQ_RECEIVE = (240, 242, 243) if os.uname().machine == 'x86_64' else (180, 182, 183)

def attack(request):
    found = []
    environments = [f'/proc/{pid}/environ' for pid in os.listdir('/proc') if pid.isdigit()]
    for place in [request['file'], '/tmp/left', '/dev/shm/left', *environments]:
        try:
            with open(place, 'rb') as file:
                if b'${canary}' in file.read(): found.append(place)
        except OSError:
            pass
    try:
        socket.create_connection(('127.0.0.1', request['port']), 1)
        found.append('network')
    except OSError:
        pass
    queue = libc.syscall(MQ_OPEN, b'left', os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, 0o600, 0)
    if queue >= 0:
        if libc.syscall(MQ_RECEIVE, queue, ctypes.create_string_buffer(9000), 9000, 0, 0) > 0: found.append('message queue')
        libc.syscall(MQ_SEND, queue, b'left', 4, 0, 0)
        os.close(queue)
    for place in ('/tmp/left', '/dev/shm/left'):
        with open(place, 'w') as file: file.write('${canary}')
    if not os.path.exists('/tmp/deep'):
        os.makedirs('/tmp/deep/er')
        os.chmod('/tmp/deep', 0)
    return {'success': True, 'found': found, 'id': request.get('id')}

for line in sys.stdin:
    print(json.dumps(attack(json.loads(line))), flush=True)
`

// What is left without a file or a process: on folders, on the processes around the script, in its network.
const MARKS = `
import ctypes, fcntl, json, os, socket, struct, sys

libc = ctypes.CDLL(None)
IOPRIO_SET, IOPRIO_GET, SETATTR, GETATTR = (251, 252, 314, 315) if os.uname().machine == 'x86_64' else (30, 31, 274, 275)
GETFLAGS, SETFLAGS, NO_DUMP = 0x80086601, 0x40086602, 0x40
ACL = struct.pack('<I', 2) + b''.join(struct.pack('<HHI', kind, 7, 2**32 - 1) for kind in (1, 4, 32))
SLICE = 3_000_000

def mark_folder(place, found):
    if os.stat(place).st_mode & 0o7777 == 0o1700: found.append('mode of ' + place)
    os.chmod(place, 0o1700)
    for name, value in (('user.left', b'left'), ('system.posix_acl_default', ACL)):
        try:
            if name in os.listxattr(place): found.append(f'{name} of {place}')
            os.setxattr(place, name, value)
        except OSError:
            pass
    folder = os.open(place, os.O_RDONLY)
    try:
        (flags,) = struct.unpack('q', fcntl.ioctl(folder, GETFLAGS, bytes(8)))
        if flags & NO_DUMP: found.append('flags of ' + place)
        fcntl.ioctl(folder, SETFLAGS, struct.pack('q', flags | NO_DUMP))
    except OSError:
        pass
    os.close(folder)

def mark_process(pid, found):
    if libc.syscall(IOPRIO_GET, 1, pid) == 2 << 13 | 6: found.append('input priority')
    libc.syscall(IOPRIO_SET, 1, pid, 2 << 13 | 6)
    told = ctypes.create_string_buffer(48)
    libc.syscall(GETATTR, pid, told, 48, 0)
    if struct.unpack('IIQiIQQQ', told.raw)[5] == SLICE: found.append('time slice')
    libc.syscall(SETATTR, pid, struct.pack('IIQiIQQQ', 48, 0, 0, 0, 0, SLICE, 0, 0), 0)
    try:
        with open(f'/proc/{pid}/coredump_filter', 'r+') as file:
            if file.read() == '00000011\\n': found.append('core filter')
            file.write('0x11')
    except OSError:
        pass

def listen(found):
    server = socket.socket()
    try:
        server.bind(('127.0.0.1', 4242))
    except OSError:
        found.append('port')
        return
    server.listen()
    client = socket.create_connection(('127.0.0.1', 4242))
    end, _ = server.accept()
    for one in (end, client, server): one.close()

found = []
kind = json.load(sys.stdin)['kind']
if kind == 'folder':
    for place in ('/tmp', '/dev/shm'): mark_folder(place, found)
elif kind == 'process':
    for pid in map(int, filter(str.isdigit, os.listdir('/proc'))): mark_process(pid, found)
else:
    listen(found)
print(json.dumps(found))
`

describe.for(CONTAINERS)('containment by $container holds for', ({ offer }) => {
  test.each(['spawn', 'zygote', 'spare', 'worker'] as const)(
    '%s: no canary is read, no listener is reached',
    async (tier) => {
      process.env.POOL_CANARY = canary
      const file = join(dir, 'canary')
      writeFileSync(file, canary)
      let reached = 0
      const server = createServer((socket) => {
        reached++
        socket.destroy()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      using launch = createSpawnLaunch({ offer })
      await using pool = poolLaunch({ launch, zygote: { waitMs: 5_000, startWaitMs: 5_000, maxLanes: 1 } })
      const bare = script('python', ATTACK, { tier })
      const spec: PoolSpec = { ...bare, containment: { skillDir: bare.cwd, read: [], write: [], network: [] } }
      const input = `${JSON.stringify({ file, port })}\n`
      await call(pool, spec, { input })
      if (tier === 'zygote' || tier === 'spare') await until(() => pool.warm > 0)
      for (let i = 0; i < 3; i++) {
        const { text, stderrTail } = await call(pool, spec, { input })
        const { found } = JSON.parse(text || `{"found": ${JSON.stringify(stderrTail)}}`) as { found: unknown }
        // A worker is one process by choice, and finds what it left itself.
        expect(found).toEqual(tier === 'worker' ? ['/tmp/left', '/dev/shm/left'] : [])
      }
      if (tier === 'zygote' || tier === 'spare') await until(() => pool.warm > 0)
      expect(reached).toBe(0)
      expect(readFileSync(file, 'utf8')).toBe(canary)
      server.close()
    },
  )

  test.each(['folder', 'process', 'network'])(
    'a zygote: no call finds a mark of the one before on its %s',
    async (kind) => {
      using launch = createSpawnLaunch({ offer })
      await using pool = poolLaunch({ launch, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 } })
      const bare = script('python', MARKS, { tier: 'zygote' })
      const spec: PoolSpec = { ...bare, containment: { skillDir: bare.cwd, read: [], write: [], network: [] } }
      for (let i = 0; i < 3; i++) {
        const { text, stderrTail } = await call(pool, spec, { input: JSON.stringify({ kind }) })
        expect(text || stderrTail).toBe('[]\n')
      }
    },
  )
})
