import { once } from 'node:events'
import { afterAll, expect, vi } from 'vitest'
import type { LaunchSpec } from '../launch.ts'
import { BOTH_WAYS, groupedTest, offer, tempFolder, tryProgram } from './launch-under-test.ts'
import { createSpawnLaunch } from './spawn-launch.ts'

vi.setConfig({ testTimeout: 300_000 })
const launch = createSpawnLaunch()
const folder = tempFolder()
const dir = folder.path
afterAll(() => {
  launch[Symbol.dispose]()
  folder[Symbol.dispose]()
})

const RUNS = 20
const ATTEMPTS = 5
const SPINNERS = `import os
for _ in range(60):
    if os.fork() == 0: break
print("up", flush=True)
while True: pass`

const sharesOut = offer.groups?.places.some(({ controllers }) => controllers.includes('cpu')) ?? false
const sharedTest = sharesOut ? groupedTest : groupedTest.skip

sharedTest('slow: one that takes all it can does not make others twice as slow', async () => {
  const contained = BOTH_WAYS.includes('contained')
  const quick = async () => {
    const { ms } = await tryProgram(['/usr/bin/python3', '-c', 'print(sum(range(100000)))'], { launch, dir, contained })
    return ms
  }
  const greedy: LaunchSpec = {
    command: ['/usr/bin/python3', '-c', SPINNERS],
    cwd: dir,
    env: {},
    limits: { processes: 80 },
    containment: contained ? { skillDir: dir, read: [], write: [], network: [] } : undefined,
  }
  await quick()
  const ratios: number[] = []
  // Other work on the machine comes and goes between the two halves of an attempt; what is unfair is so each time.
  while (ratios.length < ATTEMPTS && Math.min(...ratios, Infinity) >= 2) {
    const alone = await p95(quick)
    const abuser = await launch(greedy)
    await once(abuser.stdout, 'data')
    const beside = await p95(quick)
    abuser.kill()
    await abuser.exited
    ratios.push(beside / alone)
  }
  expect(Math.min(...ratios)).toBeLessThan(2)
})

async function p95(measure: () => Promise<number>): Promise<number> {
  const times: number[] = []
  while (times.length < RUNS) times.push(await measure())
  return times.sort((a, b) => a - b)[Math.floor(RUNS * 0.95) - 1] ?? 0
}
