import { SkillError, succeeded } from '@skillwright/contract'
import { expect, test } from 'vitest'
import { openTestJobs, sqliteEngine } from './fixtures/test-engines.ts'
import { jobExecutor } from './index.ts'

test("document B's daily briefing is executed with its own words, and recorded", async () => {
  await using jobs = await openTestJobs(await sqliteEngine().fresh(), {
    perform: async (run) => succeeded(run.request),
  })
  const { executeSkill } = jobExecutor({
    jobs,
    findSkill: async (agentRole, skillName) => {
      if (skillName !== 'build_analysis') throw new SkillError('DATA_NOT_FOUND', `${agentRole} has no ${skillName}`)
      return { skill: `${agentRole}/${skillName}`, isIdempotent: true }
    },
  })
  const call = {
    agentRole: 'dev_efficiency_analyst',
    skillName: 'build_analysis',
    action: 'daily_briefing',
    params: {},
  }
  expect(await executeSkill(call)).toMatchObject({
    status: 'success',
    data: { action: 'daily_briefing', params: {}, context: { agent_id: 'dev_efficiency_analyst' } },
  })
  await expect
    .poll(() => jobs.list({ limit: 9 }))
    .toMatchObject([
      { skill: 'dev_efficiency_analyst/build_analysis', state: 'succeeded', via: 'job', isIdempotent: true },
    ])
  expect(await executeSkill({ ...call, skillName: 'nothing' })).toMatchObject({
    status: 'failed',
    errors: [{ code: 'DATA_NOT_FOUND' }],
  })
})
