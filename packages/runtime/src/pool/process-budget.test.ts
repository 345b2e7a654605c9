import { expect, test } from 'vitest'
import { processBudget } from './process-budget.ts'

test('of many skills with warm processes the least used one is evicted, however the others are used', () => {
  const budget = processBudget({ now: () => 0 }, { maxProcesses: 4, minFreeBytes: 0 })
  const evicted: string[] = []
  const open = (name: string, calls: number, processes: number) => {
    const share = budget.share(() => {
      evicted.push(name)
      share.release()
      return true
    })
    for (let i = 0; i < calls; i++) share.noteCall()
    for (let i = 0; i < processes; i++) expect(share.reserve()).toBe(true)
    return share
  }
  open('often', 20, 1)
  open('seldom', 2, 1)
  // Six calls, but only three for each process.
  open('twice', 6, 2)
  const next = open('next', 40, 0)
  for (let i = 0; i < 3; i++) expect([next.reserve(), budget.used]).toEqual([true, 4])
  expect(evicted).toEqual(['seldom', 'twice', 'twice'])
  // A fourth of its own would have ten calls, and no other skill has half as many.
  expect([next.reserve(), evicted.length]).toEqual([false, 3])
})
