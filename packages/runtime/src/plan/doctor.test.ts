import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

test('a shim that starts no Python is not one, and the doctor says why', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-doctor-'))
  const shim = '#!/bin/sh\necho "pyenv: version 3.99 is not installed" >&2\nexit 1\n'
  await writeFile(join(dir, 'python3'), shim, { mode: 0o755 })
  const items = await doctor({ path: dir })
  await rm(dir, { recursive: true })
  expect(items.find(({ name }) => name === 'python3')).toMatchObject({
    ok: false,
    howToGet: expect.stringMatching(/version 3\.99 is not installed.*python3 --version/),
  })
})

test('the doctor says what counts processes', async () => {
  const { groups, countsProcesses } = await detectContainment()
  const who = groups !== undefined ? 'cgroups' : countsProcesses ? 'RLIMIT_NPROC' : 'counted by us'
  const items = await doctor()
  expect(items.find(({ name }) => name === 'process limit')).toMatchObject({ found: expect.stringContaining(who) })
})
