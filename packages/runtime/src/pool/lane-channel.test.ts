import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runChild } from '../answer/run-child.ts'
import { BOTH_WAYS, openWay } from '../launch/fixtures/try-program.ts'
import { createSpawnLaunch } from '../launch/spawn-launch.ts'
import type { Child, Launch } from '../launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { manualClock } from './fixtures/manual-clock.ts'
import { FRAME_KINDS, LaneChannel, TOKEN_BYTES } from './lane-frames.ts'
import { type PoolClock, systemClock } from './pool-clock.ts'
import { poolLaunch } from './pool-launch.ts'
import type { PoolSpec } from './pool-spec.ts'
import { processBudget } from './process-budget.ts'
import { laneCommand } from './zygote-command.ts'
import { ZygoteLane } from './zygote-lane.ts'

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'lane-channel-')))
const plain = createSpawnLaunch()
const [python = ''] = await findInterpreters().commandFor('python')
afterAll(() => {
  plain[Symbol.dispose]()
  rmSync(dir, { recursive: true, force: true })
})

const HOST = ' with a declared host'

function script(source: string, way: string = 'uncontained'): PoolSpec {
  const folder = mkdtempSync(join(dir, 'skill-'))
  writeFileSync(join(folder, 'main.py'), source)
  writeFileSync(join(folder, 'beside.py'), '')
  return {
    command: [python, join(folder, 'main.py')],
    cwd: folder,
    env: { PATH: '/usr/bin:/bin' },
    limits: {},
    containment:
      way === 'uncontained'
        ? undefined
        : { skillDir: folder, read: [], write: [], network: way.endsWith(HOST) ? ['api.example.com'] : [] },
    pool: { tier: 'zygote', prestart: true, principal: 'tester', stamp: '1' },
  }
}

async function call(child: Child, input: string) {
  const run = { input, timeoutMs: 600_000, signal: undefined, onEvent: () => undefined }
  const result = await runChild(child, run)
  return { ...result, text: Buffer.from(result.stdout).toString() }
}

// Tries to get hold of every pipe and socket of the processes around the script, and to look into them.
const BURGLAR = `
import ctypes, json, os, sys
request = json.load(sys.stdin)
libc = ctypes.CDLL(None)
PTRACE_ATTACH, PIDFD_GETFD = 16, 438
pids = [int(name) for name in os.listdir('/proc') if name.isdigit()] if request['everywhere'] else [os.getppid()]
taken = []

def link(path):
    try:
        return os.readlink(path)
    except OSError:
        return ''

def attempt(what, trick):
    try:
        if trick() >= 0:
            taken.append(what)
    except OSError:
        pass

own = {link(f'/proc/self/fd/{fd}') for fd in range(256)}
for pid in pids:
    if pid == os.getpid():
        continue
    for fd in range(256):
        path = f'/proc/{pid}/fd/{fd}'
        if link(path) not in own and link(path).startswith(('pipe:', 'socket:')):
            for mode in (os.O_RDONLY, os.O_WRONLY):
                attempt(f'{path} {mode}', lambda: os.open(path, mode | os.O_NONBLOCK))
        if request['everywhere']:
            attempt(f'pidfd_getfd {pid} {fd}', lambda: libc.syscall(PIDFD_GETFD, os.pidfd_open(pid), fd, 0))
    if request['everywhere']:
        attempt(f'ptrace {pid}', lambda: libc.ptrace(PTRACE_ATTACH, pid, None, None))
        attempt(f'memory of {pid}', lambda: os.open(f'/proc/{pid}/mem', os.O_RDWR))
        attempt(f'environment of {pid}', lambda: os.open(f'/proc/{pid}/environ', os.O_RDONLY))
print(json.dumps({'success': True, 'data': taken}))
`

const WAYS = BOTH_WAYS.flatMap((way) => (way === 'uncontained' ? [way] : [way, way + HOST]))

test.each(WAYS.flatMap((way) => [[way, ''] as const, [way, 'import beside'] as const]))(
  'no script gets hold of the channel of its lane: %s %s',
  async (way, imports) => {
    const { launch, contained: isContained } = openWay(way)
    using _ = launch
    await using pool = poolLaunch({ launch, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 } })
    const spec = script(`${imports}\n${BURGLAR}`, way)
    // Outside of a sandbox root may do anything to any process: there only what can be opened counts.
    const input = JSON.stringify({ everywhere: isContained })
    for (let i = 0; i < 2; i++) {
      const { text, stderrTail } = await call(await pool(spec), input)
      expect(text || stderrTail).toBe('{"success": true, "data": []}\n')
    }
    expect(pool.warm).toBe(1)
  },
)

test.each(WAYS)('nor does a module that is imported ahead of its calls: %s', async (way) => {
  const { launch, contained: isContained } = openWay(way)
  using _ = launch
  await using pool = poolLaunch({ launch, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 } })
  const spec = script('import beside, os\nprint(beside.taken, beside.pid != os.getpid())', way)
  const request = `{'everywhere': ${isContained ? 'True' : 'False'}}`
  const burglar = BURGLAR.replace('json.load(sys.stdin)', request).replace(
    /^print.*$/m,
    'pid = os.getpid()\nos.closerange(3, 254)\nos.closerange(256, 4096)',
  )
  writeFileSync(join(spec.cwd, 'beside.py'), burglar)
  const { text, stderrTail } = await call(await pool(spec), '')
  // One that may reach a host is imported by each call: what it finds there may change.
  const isAhead = !way.includes('declared host')
  expect(text || stderrTail).toBe(`[] ${isAhead ? 'True' : 'False'}\n`)
})

test.each(WAYS)('a script sees its own files in /proc as a plain process does: %s', async (way) => {
  const { launch } = openWay(way)
  using _ = launch
  await using pool = poolLaunch({ launch, zygote: { waitMs: 20_000, startWaitMs: 20_000, maxLanes: 1 } })
  const spec = script(
    `
for name in ('environ', 'limits', 'maps', 'auxv', 'io', 'mem'):
    try:
        with open(f'/proc/self/{name}', 'rb') as file:
            print(name, name != 'environ' or file.read())
    except OSError as problem:
        print(name, problem)`,
    way,
  )
  const expected = await call(await launch(spec), '')
  expect((await call(await pool(spec), '')).text).toBe(expected.text)
})

/** A lane that says what a test makes it say: Python that has `put(kind, payload)` and knows the call's `token` after `begin()`. */
function fakeLane(talk: string): Launch {
  const kinds = Object.entries(FRAME_KINDS).map(([name, number]) => `${name} = ${number}`)
  const source = `
import os, struct, time
${kinds.join('\n')}
token, sent = bytes(${TOKEN_BYTES}), 0
def put(kind, payload=b'', skip=0, length=None):
    global sent
    sent += skip
    os.write(1, struct.pack('<BII', kind, len(payload) if length is None else length, sent) + token + payload)
    sent += 1
def begin():
    global token
    frames = b''
    while len(frames) < ${9 + TOKEN_BYTES + 1 + TOKEN_BYTES}:
        frames += os.read(0, 1000)
    token = frames[${9 + TOKEN_BYTES + 1}:${9 + TOKEN_BYTES + 1 + TOKEN_BYTES}]
def answer(text):
    put(stdout, text)
    for kind in (stdoutEnd, stderrEnd):
        put(kind)
    put(exit, bytes([0, 0]))
${talk}
time.sleep(600)`
  return (spec) => plain({ ...spec, command: [python, '-c', source] })
}

/** The first call of a lane that talks like this; the lane must end by itself afterwards. */
async function callLane(talk: string, clock: PoolClock = systemClock) {
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const setup = { launch: fakeLane(talk), spec: script(''), clock, budget: processBudget(clock).share(() => false) }
  const lane = await ZygoteLane.start(setup, { onReady: () => ready.resolve(), onEnd: () => ended.resolve() })
  await Promise.race([ready.promise, ended.promise])
  const result = lane.isReady ? await call(lane.take({ isBusy: false }), '{}') : undefined
  return { lane, result, ended: ended.promise }
}

describe('a lane that sends an invalid message is killed at once:', () => {
  test.each([
    ['a frame is left out', 'put(ready); begin(); put(stdout, b"forged", skip=1)'],
    ['a frame comes again', 'put(ready); begin(); put(stdoutEnd); sent -= 1; put(stderrEnd)'],
    ['a frame carries another token', `put(ready); begin(); token = bytes(${TOKEN_BYTES}); answer(b"forged")`],
    ['a kind is unknown', 'put(ready); begin(); put(99)'],
    ['a kind is one of ours', 'put(ready); begin(); put(start)'],
    ['a payload is too long', 'put(ready); begin(); put(stdout, b"x", length=1 << 30)'],
    ['output comes after its end', 'put(ready); begin(); put(stdoutEnd); put(stdout, b"forged")'],
    ['an end comes twice', 'put(ready); begin(); put(stderrEnd); put(stderrEnd)'],
    ['an exit comes twice', 'put(ready); begin(); put(exit, bytes([0, 0])); put(exit, bytes([0, 0]))'],
    ['an exit says nothing', 'put(ready); begin(); put(exit)'],
    ['the next child waits before the call is over', 'put(ready); begin(); put(ready)'],
    ['an answer comes before the question', 'put(ready); answer(b"forged")'],
    ['an answer comes before the lane is ready', 'answer(b"forged")'],
    ['an answer comes after the call', 'put(ready); begin(); answer(b"{}"); put(stdout, b"forged")'],
  ])('%s', async (_, talk) => {
    const { lane, result, ended } = await callLane(talk)
    await ended
    expect(lane.isReady).toBe(false)
    expect(result?.text ?? '').not.toContain('forged')
  })

  test('one that keeps to the order is not', async () => {
    const { lane, result } = await callLane('put(ready); begin(); answer(b"fine")')
    expect(result).toMatchObject({ text: 'fine', exit: { code: 0 } })
    lane.close()
  })
})

describe('a lane that does not answer is ended in time:', () => {
  test('after a call, when it was stopped before the next child waits', async () => {
    const clock = manualClock()
    const { lane, ended } = await callLane('put(ready); begin(); answer(b"{}")', clock)
    clock.forward(10_000)
    await ended
    expect(lane.isReady).toBe(false)
  })

  test('at its start', async () => {
    const clock = manualClock()
    const budget = processBudget(clock).share(() => false)
    const ended = Promise.withResolvers<void>()
    const setup = { launch: fakeLane(''), spec: script(''), clock, budget }
    await ZygoteLane.start(setup, { onReady: () => undefined, onEnd: () => ended.resolve() })
    clock.forward(60_000)
    await ended.promise
  })
})

describe('a lane ends when it gets a message that the runtime cannot have sent:', () => {
  const token = Buffer.alloc(TOKEN_BYTES, 7)
  const started = Buffer.concat([Buffer.from([0]), token])
  const begin = (channel: LaneChannel) => {
    const start = channel.write('start', started)
    channel.useToken(token)
    return start
  }
  test.each([
    ['a frame was left out', (channel: LaneChannel) => [channel.write('kill'), begin(channel)].slice(1)],
    ['a frame with another token', (channel: LaneChannel) => [channel.write('start', started), channel.write('kill')]],
    ['a second start', (channel: LaneChannel) => [begin(channel), channel.write('start', started)]],
    ['what only a lane says', (channel: LaneChannel) => [channel.write('ready')]],
  ])('%s', async (_, say) => {
    const spec = script('import sys; print(sys.stdin.read())')
    const lane = await plain({ ...spec, command: laneCommand(spec), streams: 'sockets' })
    await once(lane.stdout, 'data')
    lane.stdin.write(Buffer.concat(say(new LaneChannel())))
    expect(await lane.exited).toMatchObject({ code: 5 })
  })
})
