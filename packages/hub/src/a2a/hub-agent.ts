import type { AgentTask, CallerAgent, CardSkill } from '@skillwright/bridges'
import { SkillError } from '@skillwright/contract'
import type { Run } from '@skillwright/jobs'
import { callsOf } from '../calls/calls-of.ts'
import { findRun } from '../calls/read-runs.ts'
import { placeOfRun } from '../calls/run-document.ts'
import { callOffTask } from '../calls/tasks.ts'
import type { HubContext } from '../hub-context.ts'
import { isStillValid } from '../people/authenticate.ts'
import { isWithinToken } from '../people/token-bound.ts'
import type { Principal } from '../principal.ts'
import { startAgentRun, taskOfRun } from './agent-run.ts'

/** On whose behalf an agent asks. */
export interface AgentCaller {
  readonly principal: Principal
  /** By which their runs are known. */
  readonly name: string
  /** The hub's own address in answers. */
  readonly url: string
  /** Aborted when the connection has ended. */
  readonly gone: AbortSignal
}

/** Where A2A is spoken. */
export const A2A_PATH = '/a2a'

const DESCRIPTION =
  'Runs published skills. A message names a skill and its parameters; its answer is a task with the result.'
// A card is read as a whole; those who want more search.
const MOST_LISTED = 1_000
const PAGE = 100

/** The hub as an agent whose skills are those that a caller may call: access, limits and records are those of every other call. */
export function hubAgent(hub: HubContext, caller: AgentCaller): CallerAgent {
  const read = async (id: string) => taskOfRun(await findOwn(hub, caller, id))
  return {
    card: async () => ({
      name: 'Skillwright hub',
      description: DESCRIPTION,
      url: `${caller.url}${A2A_PATH}`,
      documentationUrl: `${caller.url}/docs`,
      isOpen: hub.config.calls.anonymous,
      skills: await cardSkills(hub, caller),
    }),
    async send(call, options) {
      const { id, outcome } = await startAgentRun(hub, caller, call, options)
      await outcome
      return read(await id)
    },
    async *stream(call) {
      const { id } = await startAgentRun(hub, caller, call, { isAsync: false })
      yield* followTask(hub, caller, await id)
    },
    read,
    async cancel(id) {
      const run = await findOwn(hub, caller, id)
      const { jobs } = await callsOf(hub)
      await callOffTask(hub, run.id)
      return taskOfRun((await jobs.cancel(run.id)) ?? run)
    },
    follow: (id) => followTask(hub, caller, id),
  }
}

/** A run of the caller, if their token is good for its skill. */
async function findOwn(hub: HubContext, { principal, name }: AgentCaller, id: string): Promise<Run> {
  // As addresses of runs have it: nothing else can be one.
  if (!/^[\w-]{1,64}$/.test(id)) throw new SkillError('DATA_NOT_FOUND', 'There is no such run')
  const run = await findRun(hub, { principal, caller: name }, id)
  const { scope, name: skill } = placeOfRun(run)
  if (isWithinToken(principal, { scope, skill })) return run
  throw new SkillError('DATA_NOT_FOUND', `There is no run ${id}`)
}

/** A task as it is, as it goes on, and as it ends; no longer than the token of its caller is good. */
async function* followTask(hub: HubContext, caller: AgentCaller, id: string): AsyncGenerator<AgentTask> {
  const { jobs } = await callsOf(hub)
  const first = taskOfRun(await findOwn(hub, caller, id))
  yield first
  if (first.response !== undefined) return
  for await (const { event, at } of jobs.follow(id, { signal: caller.gone })) {
    if (!(await isStillValid(hub, caller.principal))) return
    if (event.type !== 'progress') continue
    const { type, ...progress } = event
    yield { ...first, state: 'working', at, progress }
  }
  const last = caller.gone.aborted ? undefined : taskOfRun(await findOwn(hub, caller, id))
  // Also this node may have ended before the task has.
  if (last?.response !== undefined) yield last
}

async function cardSkills(hub: HubContext, { principal, url }: AgentCaller): Promise<readonly CardSkill[]> {
  const { source } = await callsOf(hub)
  const skills: CardSkill[] = []
  let cursor: string | undefined
  do {
    const page = await source.list(principal, { limit: PAGE, cursor, url })
    for (const { name, scope, skill, action, description, capability_type: type } of page.items)
      if (isWithinToken(principal, { scope, skill }))
        skills.push({
          id: action === null ? name : `${name}#${action}`,
          name: action === null ? skill : `${skill}: ${action}`,
          description: description || skill,
          tags: [type],
        })
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined && skills.length < MOST_LISTED)
  return skills
}
