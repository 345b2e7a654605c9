import { randomUUID } from 'node:crypto'
import {
  type Contract,
  inputError,
  readRequest,
  SkillError,
  type SkillRequest,
  type TraceContext,
} from '@skillwright/contract'
import type { NewRun } from '@skillwright/jobs'
import type { Skill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { VersionPlace } from '../registry/find-version.ts'
import { authorityOf } from './call-principal.ts'
import type { Calls } from './calls-of.ts'
import { isService } from './is-service.ts'
import { isTask } from './perform-run.ts'
import type { CalledSkill } from './skill-source.ts'
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
  /** What its caller traces. */
  readonly trace?: TraceContext | undefined
  /** Which way it came; `http` when absent. */
  readonly via?: string
}

/** A call that may be made: the run it becomes, and what it is of. */
export interface AcceptedCall {
  readonly run: NewRun & { readonly id: string }
  readonly called: CalledSkill
  /** Whether a person answers it, which no caller waits for on the line. */
  readonly isTask: boolean
}

/** Finds what is called and makes sure that it may be, by this caller and on this hub. Throws when not. */
export async function acceptCall(
  hub: HubContext,
  { source }: Calls,
  principal: Principal,
  { place, action, body, caller, idempotencyKey, webhook, trace, via = 'http' }: AskedCall,
): Promise<AcceptedCall> {
  const called = await source.open(principal, place)
  const { name, version, skill } = called
  requireRunHere(name, skill)
  const request = readRequest(body, { contract: skill.contract, action })
  if (webhook !== undefined) checkWebhook(hub, webhook)
  const run = {
    id: randomUUID(),
    skill: name,
    version,
    askedVersion: place.version,
    request,
    principal: caller,
    ...authorityOf(principal),
    via,
    isIdempotent: isRepeatable(skill, request),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(trace === undefined ? {} : { trace }),
  }
  return { run, called, isTask: isTask(skill) }
}

/** Throws for what has neither a script, nor a service, nor a person that answers. */
export function requireRunHere(name: string, skill: Skill): void {
  const { entry, capabilityType } = skill
  if (entry !== undefined || capabilityType === 'task' || capabilityType === 'knowledge' || isService(skill)) return
  throw new SkillError('TOOL_NOT_AVAILABLE', `${name} has nothing to run`, {
    hint:
      capabilityType === 'api'
        ? 'Its author names its service in descriptor.json'
        : 'Install it and let a model read it',
  })
}

/** Throws when the input does not fit: what is only done later is refused now. */
export function checkInput(contract: Contract | undefined, { action, params = {} }: SkillRequest): void {
  const accepted = contract?.accept(params, action === undefined ? {} : { action })
  if (accepted?.ok === false) throw inputError(accepted.issues)
}

/** Whether a request may be done again when it is not known how far it came. */
export function isRepeatable(skill: Skill, { action }: SkillRequest): boolean {
  // Doing a task again is to wait on for the same one.
  if (isTask(skill)) return true
  const [only] = skill.contract?.actions.values() ?? []
  return (action === undefined ? only : skill.contract?.actions.get(action))?.idempotent ?? false
}
