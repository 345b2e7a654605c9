import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** Queues work that ends on demand, and records the order in which it begins. */
function observe(queue: FairQueue) {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (caller: string, name = caller) =>
    queue.run(caller, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const endNext = async () => {
    ends.shift()?.()
    await settled()
  }
  return { begun, ask, endNext }
}

test('callers take turns, however much each asked for', async () => {
  const { begun, ask, endNext } = observe(new FairQueue({ atOnce: 1, mostWaiting: 100 }))
  for (let i = 0; i < 5; i++) void ask('much', `much ${i}`)
  void ask('little')
  void ask('other')
  for (let i = 0; i < 7; i++) await endNext()
  expect(begun).toEqual(['much 0', 'much 1', 'little', 'other', 'much 2', 'much 3', 'much 4'])
})

test('only so much runs at once, and a place that failed is free again', async () => {
  const queue = new FairQueue({ atOnce: 2, mostWaiting: 2 })
  const { begun, ask, endNext } = observe(queue)
  void ask('a')
  const failing = queue.run('b', () => Promise.reject(new Error('no')))
  void ask('c')
  await expect(failing).rejects.toThrow('no')
  await settled()
  expect(begun).toEqual(['a', 'c'])
  void ask('d')
  expect(queue.isFull).toBe(false)
  void ask('e')
  expect(queue.isFull).toBe(true)
  for (let i = 0; i < 4; i++) await endNext()
  expect(begun).toEqual(['a', 'c', 'd', 'e'])
  expect(queue.isFull).toBe(false)
})
