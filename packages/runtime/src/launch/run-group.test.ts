import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { processesWith, tempFolder } from './fixtures/try-program.ts'

const ROUNDS = 50

test('slow: a process that forks and exits faster than we list is found, however often we are interrupted', async () => {
  using folder = tempFolder()
  const token = `hopper-${Math.random()}`
  // Each process is the child of one that has just ended, in a session of its own; the last one stays.
  const hopper = `import os, time
os.setsid()
for _ in range(30):
    if os.fork(): os._exit(0)
time.sleep(300)`
  const script = `
    import { spawn } from 'node:child_process'
    import { once } from 'node:events'
    import { endMarked, killMarked, newRunMark } from ${JSON.stringify(join(import.meta.dirname, 'run-group.ts'))}
    for (let round = 0; round < ${ROUNDS}; round++) {
      const mark = newRunMark()
      const args = ['--rttime=' + mark, '/usr/bin/python3', '-c', ${JSON.stringify(hopper)}, '${token}']
      const child = spawn('prlimit', args, { stdio: 'ignore' })
      await once(child, 'exit')
      if (!killMarked(mark, { since: child.pid })) await endMarked(mark)
    }
    console.log('done')`
  writeFileSync(join(folder.path, 'kill.mts'), script)
  const killer = spawn(process.execPath, ['--conditions=@skillwright/source', join(folder.path, 'kill.mts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = text(killer.stdout)
  // What a loaded machine does to a process, without the load: it stops at any point, for any time.
  while (killer.exitCode === null && killer.signalCode === null) {
    await wait(Math.random() * 4)
    killer.kill('SIGSTOP')
    await wait(Math.random() * 6)
    killer.kill('SIGCONT')
  }
  expect(await said).toBe('done\n')
  expect(await processesWith(token)).toEqual([])
})
