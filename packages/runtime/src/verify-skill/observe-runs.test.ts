import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { failed, SkillError } from '@skillwright/contract'
import { readSkill } from '@skillwright/skill'
import { expect, test } from 'vitest'
import { observeRuns } from './observe-runs.ts'

test('a run that the host could not make, perhaps before the contract was asked, may name any action', async () => {
  const skill = await readSkill(join(import.meta.dirname, '../../../../skills/unit-converter'))
  const busy = { run: async () => failed(new SkillError('SERVICE_UNAVAILABLE', 'Too many calls are waiting')) }
  const { signal } = new AbortController()
  const runs = observeRuns(busy, { signal, deadline: signal, dataDir: tmpdir(), place: {} })
  expect((await runs.run(skill, { action: 'guess' })).outcome).toBe('unavailable')
  expect(runs.seen.calls).toMatchObject([{ action: 'guess', outcome: 'unavailable' }])
})
