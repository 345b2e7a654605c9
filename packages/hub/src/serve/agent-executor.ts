import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { type JobExecutor, jobExecutor } from '@skillwright/jobs'
import { isRepeatable } from '../calls/accept-call.ts'
import { callsOf } from '../calls/calls-of.ts'
import type { HubContext } from '../hub-context.ts'
import { type ServedFolders, slug } from './served-folders.ts'

/** Document B's JobExecutor for served agents: `executeSkill({ agentRole, skillName, action, params })`. */
export async function agentExecutor(hub: HubContext, folders: ServedFolders): Promise<JobExecutor> {
  const { jobs } = await callsOf(hub)
  return jobExecutor({
    jobs,
    async findSkill(agentRole, skillName, action) {
      const served = await folders.find({ scope: slug(agentRole), name: slug(skillName) })
      if (served === undefined)
        throw new SkillError('DATA_NOT_FOUND', `No agent ${agentRole} with a skill ${skillName} is served here`)
      return { skill: fullName(served), isIdempotent: isRepeatable(served.skill, { action }) }
    },
  })
}
