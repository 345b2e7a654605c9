import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { BOTH_WAYS, groupedTest, openWay, processesWith, tempFolder, tryProgram } from './fixtures/try-program.ts'
import { findGroupHost, groupPlaces } from './group-host.ts'
import { createSpawnLaunch } from './spawn-launch.ts'

const launch = createSpawnLaunch()
const places = findGroupHost()?.places ?? []
const folder = tempFolder()
const dir = folder.path
afterAll(() => {
  launch[Symbol.dispose]()
  folder[Symbol.dispose]()
})

groupedTest.for(BOTH_WAYS)('the kernel lets a fork bomb have its processes and no more: %s', async (way) => {
  const bomb = `import os
while True:
    try:
        if os.fork() == 0: continue
    except OSError: os.abort()`
  const { launch, contained } = openWay(way)
  using _ = launch
  const options = { launch, dir, contained, limits: { processes: 30 } }
  const { exit } = await tryProgram(['/usr/bin/python3', '-c', bomb], options)
  expect(exit.exceeded).toBe('processes')
  await expect.poll(() => groupsOf(process.pid)).toEqual([])
})

groupedTest.for(BOTH_WAYS)('threads count, and an honest number of them is let through: %s', async (way) => {
  const source = `import threading, sys
try:
    for i in range(int(sys.argv[1])): threading.Thread(target=threading.Event().wait, daemon=True).start()
    print("all")
except RuntimeError: print("refused")`
  const { launch, contained } = openWay(way)
  using _ = launch
  const options = { launch, dir, contained, limits: { processes: 30 } }
  const run = (count: number) => tryProgram(['/usr/bin/python3', '-c', source, String(count)], options)
  expect(await run(20)).toMatchObject({ stdout: 'all\n', exit: { code: 0 } })
  expect((await run(60)).exit.exceeded).toBe('processes')
})

groupedTest('a program that uses groups itself is ended with them', async () => {
  const token = `7${Math.floor(Math.random() * 1e9)}`
  const script = `
    import { createSpawnLaunch } from ${JSON.stringify(join(import.meta.dirname, 'spawn-launch.ts'))}
    const launch = createSpawnLaunch()
    const spec = { command: ['/bin/sleep', '${token}'], cwd: '/', env: {}, limits: {}, containment: undefined }
    await Promise.all([launch(spec), launch(spec)])
    process.stdout.write('both run')
    setInterval(() => undefined, 1_000)`
  writeFileSync(join(dir, 'nested.mts'), script)
  const command = [process.execPath, '--conditions=@skillwright/source', join(dir, 'nested.mts')] as const
  const child = await launch({ command, cwd: dir, env: {}, limits: {}, containment: undefined })
  await once(child.stdout, 'data')
  // A process in the middle of its exec has no command line.
  await expect.poll(async () => (await processesWith(token, 0)).length).toBe(2)
  child.kill()
  await child.exited
  expect(await processesWith(token)).toEqual([])
  await expect.poll(() => groupsOf(process.pid)).toEqual([])
})

groupedTest('what an owner that was killed left behind is ended and removed by the next one', async () => {
  const token = `7${Math.floor(Math.random() * 1e9)}`
  const script = `
    import { createSpawnLaunch } from ${JSON.stringify(join(import.meta.dirname, 'spawn-launch.ts'))}
    await createSpawnLaunch()({ command: ['/bin/sleep', '${token}'], cwd: '/', env: {}, limits: {}, containment: undefined })
    process.stdout.write('started', () => process.kill(process.pid, 'SIGKILL'))`
  writeFileSync(join(dir, 'owner.mts'), script)
  const owner = spawn(process.execPath, ['--conditions=@skillwright/source', join(dir, 'owner.mts')])
  const [said] = await Promise.all([text(owner.stdout), once(owner, 'exit')])
  expect(said).toBe('started')
  findGroupHost()
  await expect.poll(() => groupsOf(owner.pid ?? 0)).toEqual([])
  expect(await processesWith(token)).toEqual([])
})

test('without the right to make groups there are none, and nothing is thrown', () => {
  expect(groupPlaces('', '', () => [])).toEqual([])
})

test.for([
  [
    'version 1, a controller each, in our own group',
    '35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n39 31 0:36 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset',
    '8:pids:/\n4:memory:/box/1\n3:cpuset:/',
    {},
    [
      { dir: '/sys/fs/cgroup/memory/box/1', controllers: ['memory'] },
      { dir: '/sys/fs/cgroup/pids', controllers: ['pids'] },
    ],
  ],
  [
    'version 1 in a container, which sees its own part',
    '39 31 0:36 /docker/abc /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n40 31 0:36 /docker/abc /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct',
    '8:pids:/docker/abc\n2:cpu,cpuacct:/docker/abc/inner',
    {},
    [
      { dir: '/sys/fs/cgroup/pids', controllers: ['pids'] },
      { dir: '/sys/fs/cgroup/cpu,cpuacct/inner', controllers: ['cpu'] },
    ],
  ],
  [
    'version 2, where the group above is given to us',
    '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate',
    '0::/system.slice/hub.service/main',
    { '/sys/fs/cgroup/system.slice/hub.service': ['cpu', 'memory', 'pids'] },
    [{ dir: '/sys/fs/cgroup/system.slice/hub.service', controllers: ['pids', 'memory', 'cpu'] }],
  ],
  [
    "version 2, where the group above is systemd's",
    '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate',
    '0::/system.slice/hub.service',
    { '/sys/fs/cgroup/system.slice': ['cpu', 'memory', 'pids'] },
    [],
  ],
] as const)('groups are made in the right place: %s', ([, mounts, own, enabled, expected]) => {
  const lookUp: Record<string, readonly string[]> = enabled
  expect(groupPlaces(mounts, own, (place) => lookUp[place] ?? [])).toEqual(expected)
})

/** The groups a process made that are still there. */
function groupsOf(pid: number): string[] {
  return places
    .flatMap(({ dir: place }) => readdirSync(place))
    .filter((name) => new RegExp(`^skillwright-\\d+-${pid}-`).test(name))
}
