import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { afterAll, expect } from 'vitest'
import type { LaunchSpec } from '../launch.ts'
import { CONTAINERS, groupedTest, offer, tempFolder, tryProgram } from './fixtures/try-program.ts'
import { readProc } from './run-group.ts'
import { createSpawnLaunch } from './spawn-launch.ts'

const launch = createSpawnLaunch()
const folder = tempFolder()
const dir = folder.path
afterAll(() => {
  launch[Symbol.dispose]()
  folder[Symbol.dispose]()
})

const SPINNERS = 60
// All on one processor, so that each gets only what another does not.
const ON_ONE = 'import os, time\nos.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n'
const GREEDY = `${ON_ONE}
for _ in range(${SPINNERS}):
    if os.fork() == 0: break
else: print("up", flush=True)
while True: pass`
const MODEST = `${ON_ONE}
while time.process_time() < 1: pass
print(time.process_time())`

const sharesOut = offer.groups?.places.some(({ controllers }) => controllers.includes('cpu')) ?? false
const sharedTest = sharesOut ? groupedTest : groupedTest.skip

sharedTest('one that takes all it can gets no more of a processor than another', async () => {
  const contained = CONTAINERS.length > 0
  const mark = `greedy-${process.pid}`
  const spec: LaunchSpec = {
    command: ['/usr/bin/python3', '-c', GREEDY, mark],
    cwd: dir,
    env: {},
    limits: { processes: 80 },
    containment: contained ? { skillDir: dir, read: [], write: [], network: [] } : undefined,
  }
  const greedy = await launch(spec)
  await once(greedy.stdout, 'data')
  const before = ticksOf(mark)
  const { stdout } = await tryProgram(['/usr/bin/python3', '-c', MODEST], { launch, dir, contained })
  const taken = (ticksOf(mark) - before) / TICKS_A_SECOND
  greedy.kill()
  await greedy.exited
  // Shared out by process it would be as many times as there are spinners.
  expect(taken / Number(stdout)).toBeLessThan(SPINNERS / 10)
})

// The kernel's unit in /proc, the same on every Linux that people use.
const TICKS_A_SECOND = 100

/** The processor time of all processes whose command line holds a word. */
function ticksOf(word: string): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readProc(`/proc/${name}/cmdline`).includes(word))
    .map((pid) => readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [])
    .reduce((sum, fields) => sum + Number(fields[11] ?? 0) + Number(fields[12] ?? 0), 0)
}
