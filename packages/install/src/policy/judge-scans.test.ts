import { expect, test } from 'vitest'
import type { LockedSkill } from '../lock/lock.ts'
import { judgeScans } from './judge-scans.ts'

const SKILL = { name: 'plain', id: '@acme/plain', version: '1.0.0', source: 'hub+http://127.0.0.1:9' } as LockedSkill

/** Judges what a hub said of its package; nothing is scanned here then. */
function judge(verdict: string, reason?: string) {
  const scan = { verdict, risk: 'low' } as never
  const lock = { skills: [SKILL] } as never
  return judgeScans({
    lock,
    policies: [],
    installer: {} as never,
    filesOf: () => Promise.reject(new Error('It was scanned again')),
    hubScanOf: () => scan,
    reason,
  })
}

test.each(['pass', 'review'])('what a hub says %s of is installed', async (verdict) => {
  expect((await judge(verdict)).lock.skills).toEqual([SKILL])
})

test.each(['block', 'condemn'])('what a hub says %s of, a word of a newer hub too, needs a reason', async (verdict) => {
  await expect(judge(verdict)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    message: expect.stringContaining(`the scan says ${verdict}`),
  })
  expect((await judge(verdict, 'known to us')).lock.skills).toEqual([{ ...SKILL, forced: 'known to us' }])
})
