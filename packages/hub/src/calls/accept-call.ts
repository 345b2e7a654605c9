import { randomUUID } from 'node:crypto'
import { type Contract, inputError, readRequest, SkillError, type SkillRequest } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { NewRun } from '@skillwright/jobs'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { isMemberOf } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import { type FoundVersion, findVersion, type VersionPlace } from '../registry/find-version.ts'
import { requirePolicy } from './call-policy.ts'
import { requireInvoke } from './call-principal.ts'
import type { Calls } from './calls-of.ts'
import { type FoundSkill, isTask, requireReleased } from './perform-run.ts'
import { checkWebhook } from './webhooks.ts'

/** What is called, by whom, with what. */
export interface AskedCall {
  readonly place: VersionPlace
  /** The action that the address names. */
  readonly action?: string | undefined
  readonly body: unknown
  /** On whose behalf. */
  readonly caller: string
  readonly idempotencyKey?: string | undefined
  /** Told when it has ended. */
  readonly webhook?: string | undefined
}

/** A call that may be made: the run it becomes, and the version it is of. */
export interface AcceptedCall extends FoundSkill {
  readonly run: NewRun & { readonly id: string }
  /** Whether a person answers it, which no caller waits for on the line. */
  readonly isTask: boolean
}

/** Finds what is called and makes sure that it may be, by this caller and on this hub. Throws when not. */
export async function acceptCall(
  hub: HubContext,
  { skills }: Calls,
  principal: Principal,
  { place, action, body, caller, idempotencyKey, webhook }: AskedCall,
): Promise<AcceptedCall> {
  const version = await findVersion(hub, principal, place)
  requireInvoke(hub, version, principal)
  requireReleased(version)
  const name = fullName(version)
  const isOwn = await isOwnSkill(hub, principal, version)
  requirePolicy(name, { tier: version.tier, permissions: NOTHING, isOwn }, hub.config.calls)
  const laidOut = await skills.open(version)
  const { skill, statedAuth } = laidOut
  if (principal.guest !== undefined && statedAuth !== 'oauth2')
    throw new SkillError('PERMISSION_DENIED', `${name} is called with a token of the hub, and not of another issuer`)
  requirePolicy(name, { tier: version.tier, permissions: skill.permissions, isOwn }, hub.config.calls)
  requireRunHere(name, skill)
  const request = readRequest(body, { contract: skill.contract, action })
  if (webhook !== undefined) checkWebhook(hub, webhook)
  const isForPerson = isTask(skill)
  const run = {
    id: randomUUID(),
    skill: name,
    version: version.version,
    request,
    principal: caller,
    via: 'http',
    // Doing a task again is to wait on for the same one.
    isIdempotent: isForPerson || isIdempotent(skill, request),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(webhook === undefined ? {} : { webhook }),
  }
  return { run, version, laidOut, isTask: isForPerson }
}

const NOTHING = { network: [], read: [], write: [] }

/** Throws for what this hub could only pass on: to a service of its author, whose address its descriptor names, or to a model. */
function requireRunHere(name: string, { entry, capabilityType }: Skill): void {
  if (entry !== undefined || capabilityType === 'task' || capabilityType === 'knowledge') return
  throw new SkillError(
    'TOOL_NOT_AVAILABLE',
    capabilityType === 'api' ? `A service of its author answers for ${name}` : `${name} has nothing to run`,
    {
      hint:
        capabilityType === 'api' ? 'Call the endpoint that its descriptor names' : 'Install it and let a model read it',
    },
  )
}

/** Whether the caller belongs to the scope; only asked where it makes a difference. */
export async function isOwnSkill(
  hub: HubContext,
  { person }: Principal,
  { tier, scope }: Pick<FoundVersion, 'tier' | 'scope'>,
): Promise<boolean> {
  return person !== undefined && !hub.config.calls.tiers.includes(tier) && (await isMemberOf(hub.db, person.id, scope))
}

/** Throws when the input does not fit: what is only done later is refused now. */
export function checkInput(contract: Contract | undefined, { action, params = {} }: SkillRequest): void {
  const accepted = contract?.accept(params, action === undefined ? {} : { action })
  if (accepted?.ok === false) throw inputError(accepted.issues)
}

function isIdempotent({ contract }: Skill, { action }: SkillRequest): boolean {
  const [only] = contract?.actions.values() ?? []
  return (action === undefined ? only : contract?.actions.get(action))?.idempotent ?? false
}
