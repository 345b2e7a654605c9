import type { AgentTask, AskedCall } from '@skillwright/bridges'
import { SkillError } from '@skillwright/contract'
import { fullName, parseScoped } from '@skillwright/hub-api'
import type { Run } from '@skillwright/jobs'
import type { Skill } from '@skillwright/skill'
import { callsOf } from '../calls/calls-of.ts'
import { type InvokeOutcome, invokeSkill } from '../calls/invoke-skill.ts'
import type { HubContext } from '../hub-context.ts'
import { isWithinToken } from '../people/token-bound.ts'
import type { Principal } from '../principal.ts'

/** Where the context of a caller stands in the request of a run. */
const CONTEXT_ID = 'a2a_context_id'

const STATES = {
  queued: 'submitted',
  running: 'working',
  succeeded: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
} as const satisfies Record<Run['state'], AgentTask['state']>

/** A run as a task. */
export function taskOfRun({ id, state, skill, request, progress, response, ...times }: Run): AgentTask {
  const contextId = request.context?.[CONTEXT_ID]
  return {
    id,
    contextId: typeof contextId === 'string' ? contextId : id,
    state: STATES[state],
    at: times.finishedAt ?? times.startedAt ?? times.createdAt,
    skill,
    ...(progress === undefined ? {} : { progress }),
    ...(response === undefined ? {} : { response }),
  }
}

/** A run that was asked for: its id once it is under way, and what its caller gets in the time that they wait. */
export interface AgentRun {
  readonly id: Promise<string>
  readonly outcome: Promise<InvokeOutcome>
}

/** Asks for the run that a message means, as a call over HTTP would. Throws where the caller may not, and where what is meant is not certain. */
export async function startAgentRun(
  hub: HubContext,
  {
    principal,
    name: caller,
    gone,
  }: { readonly principal: Principal; readonly name: string; readonly gone: AbortSignal },
  call: AskedCall,
  { isAsync }: { readonly isAsync: boolean },
): Promise<AgentRun> {
  const place = placeOf(principal, call)
  const { source } = await callsOf(hub)
  const { skill } = await source.open(principal, place)
  const underway = Promise.withResolvers<string>()
  const asked = { place, body: await bodyOf(skill, call), caller, via: 'a2a' }
  const outcome = invokeSkill(hub, principal, asked, { isAsync, gone, onUnderway: underway.resolve })
  outcome.then((found) => 'run' in found && underway.resolve(found.run.id), underway.reject)
  // Callers may look at either; none has to.
  underway.promise.catch(() => undefined)
  return { id: underway.promise, outcome }
}

function placeOf(principal: Principal, { skill: id }: AskedCall) {
  const { boundTo } = principal.token ?? {}
  // A token for one skill says which one is meant.
  const meant =
    id ?? (boundTo?.skill === undefined ? undefined : fullName({ scope: boundTo.scope, name: boundTo.skill }))
  if (meant === undefined)
    throw new SkillError('MISSING_REQUIRED_PARAM', 'The message does not say which skill it is for', {
      hint: 'Name one of the card, in metadata.skill or as "skill" of a data part',
    })
  const { scope, skill: name } = parseScoped(meant)
  // As absent as everything else that a caller may not know of.
  if (!isWithinToken(principal, { scope, skill: name }))
    throw new SkillError('DATA_NOT_FOUND', `There is no skill ${fullName({ scope, name })}`)
  return { scope, name, version: 'latest' }
}

/** The body of the same call over HTTP. */
async function bodyOf({ contract }: Skill, { action: named, input, contextId }: AskedCall): Promise<unknown> {
  const { textParams } = await import('@skillwright/bridges')
  const [only, ...others] = contract?.actions.keys() ?? []
  const action = named ?? (others.length === 0 ? only : undefined)
  const schema = action === undefined ? undefined : contract?.action(action).input.schema
  const params = 'text' in input ? textParams(schema ?? true, input.text) : input.params
  if (action === undefined) return params
  return { action, params, ...(contextId === undefined ? {} : { context: { [CONTEXT_ID]: contextId } }) }
}
