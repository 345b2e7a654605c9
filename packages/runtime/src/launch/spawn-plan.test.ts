import { closeSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { descriptorCount } from './fixtures/try-program.ts'
import { readProc } from './run-group.ts'
import { closePipes, PipePool } from './spawn-plan.ts'

test('what is written into a pipe of the pool is what is read from it', async () => {
  using pool = new PipePool()
  const pipes = (await pool.take(24)) ?? []
  for (const [i, { writer }] of pipes.entries()) writeSync(writer, `input ${i}`)
  const buffer = Buffer.alloc(100)
  const read = pipes.map(({ reader }) => buffer.toString('latin1', 0, readSync(reader, buffer)))
  expect(read).toEqual(pipes.map((_, i) => `input ${i}`))
  closePipes(pipes)
})

const READ_CALL = process.arch === 'arm64' ? '63' : '0'

// One that is slow to die would take the first byte of a skill's input with it.
test('no process that helps to make pipes ever waits to read from one', async () => {
  const calls: string[] = []
  for (let tries = 0; tries < 20 && calls.length < 20; tries++) {
    using pool = new PipePool()
    let isDone = false
    const taken = pool.take(12).finally(() => {
      isDone = true
    })
    while (!isDone) {
      calls.push(...grandchildren().flatMap((pid) => readProc(`/proc/${pid}/syscall`).split('\n', 1)))
      await wait(1)
    }
    closePipes((await taken) ?? [])
  }
  expect(calls.filter((call) => call !== '').length).toBeGreaterThan(0)
  expect(calls.filter((call) => call.startsWith(`${READ_CALL} 0x0 `))).toEqual([])
})

test('the pool of pipes gives back every descriptor', async () => {
  const before = descriptorCount()
  {
    using pool = new PipePool()
    const taken = await Promise.all([pool.take(3), pool.take(3), pool.take(30)])
    for (const { reader, writer } of taken.flatMap((pipes) => pipes ?? [])) {
      closeSync(reader)
      closeSync(writer)
    }
  }
  // A batch that is on its way is closed when it arrives.
  await expect.poll(descriptorCount).toBeLessThanOrEqual(before)
})

function grandchildren(): string[] {
  const childrenOf = (pid: string | number) => {
    try {
      return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
        readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
      )
    } catch {
      return []
    }
  }
  return childrenOf(process.pid).flatMap(childrenOf)
}
