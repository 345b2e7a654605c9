import { closeSync, writeFileSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  BOTH_WAYS,
  containedTest,
  EVERY_WAY,
  offer,
  openWay,
  processesWith,
  tempFolder,
  tryProgram,
} from './fixtures/try-program.ts'
import { createSpawnLaunch, settleStream } from './spawn-launch.ts'
import { PipePool } from './spawn-plan.ts'

const launch = createSpawnLaunch({ tmpBytes: 32 * 1024 ** 2 })
const folder = tempFolder()
const dir = folder.path
const MB = 1024 ** 2
const python = (source: string): ['/usr/bin/python3', ...string[]] => ['/usr/bin/python3', '-c', source]
afterAll(() => {
  launch[Symbol.dispose]()
  folder[Symbol.dispose]()
})

describe.for(EVERY_WAY)('%s', (way) => {
  const options = { ...openWay(way), dir }
  afterAll(() => options.launch[Symbol.dispose]())

  test.for([
    ['one large block', 'a = bytearray(4 << 30)'],
    ['many small pieces', 'a = []\nwhile True: a.append("x" * 100000)'],
    [
      'shared memory of one process',
      'import mmap\nm = mmap.mmap(-1, 4 << 30)\nfor i in range(0, 4 << 30, 4096): m[i] = 1',
    ],
    [
      'shared memory of one process, released with MADV_DONTNEED',
      'import mmap\nheld = []\nfor n in range(64):\n  m = mmap.mmap(-1, 64 << 20); held.append(m)\n  for i in range(0, 64 << 20, 4096): m[i] = 1\n  m.madvise(mmap.MADV_DONTNEED)',
    ],
    [
      'memory shared with children that are gone',
      'import mmap, os\nm = mmap.mmap(-1, 4 << 30)\nfor start in range(0, 4 << 30, 64 << 20):\n  if os.fork() == 0:\n    for i in range(start, start + (64 << 20), 4096): m[i] = 1\n    os._exit(0)\n  os.wait()',
    ],
    [
      'tables of pages that are only read',
      'import ctypes\nc = ctypes.CDLL(None); c.mmap.restype = ctypes.c_void_p; size = 64 << 30\nwhile True:\n  p = c.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, 0); c.madvise(ctypes.c_void_p(p), ctypes.c_size_t(size), 15)\n  for at in range(p, p + size, 2 << 20): ctypes.c_char.from_address(at).value',
    ],
    [
      'a little in each of many processes',
      'import os, time\nfor i in range(30):\n  if os.fork() == 0:\n    a = b"x" * (30 << 20); time.sleep(30)\ntime.sleep(30)',
    ],
  ] as const)('4 GB of memory cannot be allocated: %s', async ([, source]) => {
    const { exit, timedOut } = await tryProgram(python(source), { ...options, limits: { memoryBytes: 256 * MB } })
    expect(exit.exceeded === 'memoryBytes' || exit.code === 1).toBe(true)
    expect(timedOut).toBe(false)
  })

  test('Node starts under a small memory limit and is ended when it takes more', async () => {
    const limits = { memoryBytes: 128 * MB }
    const small = await tryProgram([process.execPath, '-p', '1 + 1'], { ...options, limits })
    expect(small.stdout).toBe('2\n')
    const greedy = 'const a = []; setInterval(() => a.push(Buffer.alloc(20 << 20, 1)), 5)'
    const { exit } = await tryProgram([process.execPath, '-e', greedy], { ...options, limits })
    expect(exit.exceeded).toBe('memoryBytes')
  })

  // A group has no part in it, and it takes a second of the processor.
  if (BOTH_WAYS.includes(way))
    test('a spinning process is ended after its CPU seconds', async () => {
      const spin = ['/bin/sh', '-c', 'while :; do :; done'] as const
      const { exit } = await tryProgram(spin, { ...options, limits: { cpuSeconds: 1 } })
      expect(exit.exceeded).toBe('cpuSeconds')
    })

  test('a file stops growing at its limit', async () => {
    const target = options.contained ? '/tmp/big' : join(dir, 'big')
    const script = `dd if=/dev/zero of=${target} bs=1M count=20 2>/dev/null; stat -c %s ${target}`
    const { stdout } = await tryProgram(['/bin/sh', '-c', script], { ...options, limits: { fileBytes: 3 * MB } })
    expect(stdout).toBe(`${3 * MB}\n`)
  })

  test('starting far too many processes ends all of them', async () => {
    const token = `7${Math.floor(Math.random() * 1e9)}`
    const script = `for i in $(seq 100); do sleep ${token} & done; wait`
    const { timedOut } = await tryProgram(['/bin/sh', '-c', script], { ...options, limits: { processes: 40 } })
    expect(timedOut).toBe(false)
    expect(await processesWith(token)).toEqual([])
  })

  test('endless output costs us no memory', async () => {
    const before = process.memoryUsage().rss
    const stdout = await tryProgram(['/usr/bin/yes'], { ...options, maxBytes: 10 * MB })
    const stderr = await tryProgram(['/bin/sh', '-c', 'head -c 300000000 /dev/zero >&2'], options)
    expect([stdout.timedOut, stderr.timedOut]).toEqual([false, false])
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MB)
  })
})

// Where the kernel does not count processes, a fork bomb may starve the test first.
const bombTest = offer.groups === undefined && !offer.countsProcesses ? test.skip : containedTest
bombTest('a fork bomb is over by itself and leaves nothing', async () => {
  const token = `t${Math.floor(Math.random() * 1e9)}`
  writeFileSync(join(dir, `${token}.sh`), 'b() { b | b & }; b; sleep 60')
  const bomb = ['/bin/bash', join(dir, `${token}.sh`)] as const
  const { timedOut } = await tryProgram(bomb, { launch, dir, limits: { processes: 64 } })
  expect(timedOut).toBe(false)
  expect(await processesWith(token)).toEqual([])
})

describe.for(EVERY_WAY.filter((way) => way.startsWith('contained')))('%s', (way) => {
  containedTest('a million empty files cannot be created', async () => {
    using launch = openWay(way, { tmpBytes: 32 * MB }).launch
    const source = `import os
for n in range(1000000):
    if n % 10000 == 0: os.mkdir(f"/tmp/{n}"); print(n, flush=True); folder = n
    os.close(os.open(f"/tmp/{folder}/{n}", os.O_CREAT))`
    const { exit, stdout } = await tryProgram(python(source), { launch, dir })
    expect(exit.exceeded).toBe('memoryBytes')
    expect(stdout).not.toContain('990000')
    // The number that fills a disk with small files is allowed.
    const some = source.replace('1000000', '5000')
    expect((await tryProgram(python(some), { launch, dir })).exit).toEqual({ code: 0, signal: null })
  })
})

describe.for(EVERY_WAY.filter((way) => way.startsWith('contained')))('%s', (way) => {
  const options = { ...openWay(way), dir, limits: { memoryBytes: 256 * MB } }
  afterAll(() => options.launch[Symbol.dispose]())

  test.for([
    ['unix', 'a, b = socket.socketpair()', 'a.send(block)'],
    ['datagram', 'a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)', 'a.send(block)'],
    ['tcp', 'a = socket.create_connection(listener.getsockname()); b = listener.accept()[0]', 'a.send(block)'],
    [
      'udp',
      'a = socket.socket(type=2); b = socket.socket(type=2); b.bind(("127.0.0.1", 0)); left = iter(range(4))',
      'next(left); a.sendto(block, b.getsockname())',
    ],
    [
      'netlink',
      'a = socket.socket(16, 3, 2); b = socket.socket(16, 3, 2); b.bind((0, 0))',
      'a.sendto(block, b.getsockname())',
    ],
  ])('4 GB cannot be held in socket buffers: %s', async ([, open, send]) => {
    const source = `import resource, socket
resource.setrlimit(resource.RLIMIT_NOFILE, [resource.getrlimit(resource.RLIMIT_NOFILE)[1]] * 2)
listener = socket.create_server(("127.0.0.1", 0)); block = bytes(60000); held = []; sent = 0
while sent < 4 << 30:
    ${open}
    held += [a, b]
    a.setblocking(False)
    for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
        for s in (a, b): s.setsockopt(socket.SOL_SOCKET, option, 8 << 20)
    try:
        while True: ${send}; sent += len(block)
    except (BlockingIOError, StopIteration): pass
print("held", sent)`
    const { exit, stdout } = await tryProgram(python(source), options)
    expect([exit.exceeded, stdout]).toEqual(['memoryBytes', ''])
  })

  test.for([
    ['shmget', 'c.shmget(0, 4096, 0o1600)'],
    ['msgget', 'c.msgget(0, 0o1600)'],
    ['semget', 'c.semget(0, 1, 0o1600)'],
    ['mq_open', 'c.syscall({"x86_64": 240, "aarch64": 180}[os.uname().machine], b"left", 0o102, 0o600, 0)'],
    ...(way.includes('bubblewrap')
      ? [
          ['memfd_create', 'c.memfd_create(b"x", 0)'],
          ['memfd_secret', 'c.syscall(447, 0)'],
        ]
      : []),
  ] as [string, string][])('memory that belongs to no process cannot be allocated: %s', async ([, call]) => {
    const source = `import ctypes, os\nc = ctypes.CDLL(None)\nprint(${call})`
    expect((await tryProgram(python(source), options)).stdout).toBe('-1\n')
  })

  test('callbacks, shared memory of Python and idle sockets are fine', async () => {
    const source = `import ctypes, socket, multiprocessing.shared_memory as shared, mmap
held = [socket.socketpair() for _ in range(8)]
memory = shared.SharedMemory(create=True, size=1 << 20); memory.buf[0] = 7; memory.close(); memory.unlink()
mmap.mmap(-1, 1 << 20)[0] = 1
compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int))(lambda a, b: a[0] - b[0])
numbers = (ctypes.c_int * 3)(3, 1, 2); ctypes.CDLL(None).qsort(numbers, 3, 4, compare); print(list(numbers))`
    const { stdout, exit } = await tryProgram(python(source), options)
    expect([stdout, exit]).toEqual(['[1, 2, 3]\n', { code: 0, signal: null }])
  })
})

containedTest('the private disk has a size and is gone afterwards', async () => {
  const fill =
    'for d in /tmp /dev/shm; do dd if=/dev/zero of=$d/fill bs=1M count=200 2>/dev/null; stat -c %s $d/fill; done'
  const { stdout } = await tryProgram(['/bin/sh', '-c', fill], { launch, dir })
  expect(stdout).toBe(`${32 * MB}\n${64 * MB}\n`)
  const again = await tryProgram(['/bin/sh', '-c', 'ls -A /tmp /dev/shm | grep fill'], { launch, dir })
  expect(again.stdout).toBe('')
})

test('a stream that a survivor holds is closed, and what is in it can still be read', async () => {
  using pool = new PipePool()
  const [pipe] = (await pool.take(1)) ?? []
  if (pipe === undefined) return
  const stream = new Socket({ fd: pipe.reader, readable: true, writable: false })
  writeSync(pipe.writer, 'the last words')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const tick = async () => {
    vi.advanceTimersByTime(100)
    await new Promise(setImmediate)
  }
  settleStream(stream)
  while (stream.bytesRead === 0) await new Promise(setImmediate)
  for (let i = 0; i < 20; i++) await tick()
  expect(stream.destroyed).toBe(false)
  expect(await new Promise((resolve) => stream.once('data', resolve)).then(String)).toBe('the last words')
  while (!stream.closed) await tick()
  closeSync(pipe.writer)
})
