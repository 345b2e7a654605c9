import { expect, test } from 'vitest'
import { detectContainment } from '../contain/detect-containment.ts'
import { doctor } from './doctor.ts'

test('the doctor names what is there, with its version', async () => {
  const items = await doctor()
  expect(items.map(({ name }) => name)).toEqual([
    ...['bubblewrap', 'sandbox', 'prlimit', 'process limit', 'seccomp', 'node', 'python3', 'bash', 'jq', 'git'],
  ])
  expect(items.find(({ name }) => name === 'node')).toMatchObject({
    ok: true,
    found: expect.stringContaining(process.version),
  })
  for (const { ok, howToGet, found } of items) expect(ok ? found : howToGet).not.toBe('')
})

test('the doctor says how to get what is missing', async () => {
  const items = await doctor({ path: '/no/such' })
  const missing = items.filter(({ ok }) => !ok)
  expect(missing.map(({ name }) => name)).toEqual([
    'bubblewrap',
    'sandbox',
    'prlimit',
    'seccomp',
    'python3',
    'bash',
    'jq',
    'git',
  ])
  for (const { howToGet } of missing) expect(howToGet).toMatch(/install|bubblewrap/i)
})

test('the doctor says what counts processes', async () => {
  const { groups, countsProcesses } = await detectContainment()
  const who = groups !== undefined ? 'cgroups' : countsProcesses ? 'RLIMIT_NPROC' : 'counted by us'
  const items = await doctor()
  expect(items.find(({ name }) => name === 'process limit')).toMatchObject({ found: expect.stringContaining(who) })
})
