import type { SkillResponse } from '@skillwright/contract'
import { failed } from '@skillwright/contract'
import type { Jobs } from './jobs.ts'
import type { NewRun } from './run.ts'

/** What document B's JobExecutor is called with. */
export interface SkillCall {
  readonly agentRole: string
  readonly skillName: string
  readonly action: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** What is known of a skill of an agent. */
export type FoundSkill = Pick<NewRun, 'skill' | 'version' | 'isIdempotent'>

/** Document B's JobExecutor: does one action of an agent's skill at once, records it, and answers. */
export interface JobExecutor {
  executeSkill(call: SkillCall): Promise<SkillResponse>
}

/** A JobExecutor over some jobs; `findSkill` knows the skills of an agent, and throws when there is none of that name. */
export function jobExecutor({
  jobs,
  findSkill,
}: {
  readonly jobs: Pick<Jobs, 'perform'>
  readonly findSkill: (agentRole: string, skillName: string, action: string) => Promise<FoundSkill>
}): JobExecutor {
  return {
    async executeSkill({ agentRole, skillName, action, params = {} }) {
      try {
        const found = await findSkill(agentRole, skillName, action)
        const request = { action, params, context: { agent_id: agentRole } }
        const run = await jobs.perform({ ...found, request, principal: `agent:${agentRole}`, via: 'job' })
        const { response } = await run.ended
        return response ?? failed(new Error('The run ended without an answer'))
      } catch (error) {
        return failed(error)
      }
    },
  }
}
