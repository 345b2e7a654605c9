import type { SkillResponse } from '@skillwright/contract'
import type { Run, UnderwayRun } from '@skillwright/jobs'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { type AskedCall, acceptCall, checkInput } from './accept-call.ts'
import { callsOf } from './calls-of.ts'
import type { Preference } from './read-preference.ts'

/** What a caller gets: the response, or a run to come back for. */
export type InvokeOutcome = { readonly response: SkillResponse } | { readonly run: Run }

/** How a call is waited for. */
export interface InvokeOptions extends Preference {
  /** Aborted when the caller is gone. */
  readonly gone: AbortSignal
  /** Called with the id of the run once it is under way. */
  readonly onUnderway?: (runId: string) => void
}

/** Calls a skill: waits for its response, but no longer than agreed; then the run goes on, and the caller may come back for it. */
export async function invokeSkill(
  hub: HubContext,
  principal: Principal,
  asked: AskedCall,
  { isAsync, waitMs, gone, onUnderway }: InvokeOptions,
): Promise<InvokeOutcome> {
  const calls = await callsOf(hub)
  const { run, isTask, called } = await acceptCall(hub, calls, principal, asked)
  if (isAsync || isTask) {
    // What was accepted before is the same run, whatever the skill takes by now and however much waits.
    const known = asked.idempotencyKey === undefined ? undefined : await calls.jobs.sameAs(run)
    if (known !== undefined) return { run: known }
    checkInput(called.skill.contract, run.request)
  }
  if (isAsync && !isTask) {
    const [submitted] = await calls.jobs.submit([run])
    if (submitted !== undefined) return { run: submitted }
  }
  calls.found.set(run.id, called)
  try {
    const underway = await calls.jobs.perform(run)
    onUnderway?.(underway.id)
    if (isTask) return { run: await underway.keep() }
    // No caller knows of a run without a key once its own is gone.
    const leave = () => void calls.jobs.cancel(underway.id).catch(() => undefined)
    if (asked.idempotencyKey === undefined) gone.addEventListener('abort', leave, { once: true })
    if (asked.idempotencyKey === undefined && gone.aborted) leave()
    const ended = await endWithin(underway, Math.min(waitMs ?? hub.config.calls.waitMs, hub.config.calls.waitMs))
    gone.removeEventListener('abort', leave)
    if (ended?.response !== undefined) return { response: ended.response }
    return { run: ended ?? (await underway.keep()) }
  } finally {
    calls.found.delete(run.id)
  }
}

/** The run when it has ended in time. */
async function endWithin({ ended }: UnderwayRun, ms: number): Promise<Run | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  try {
    return await Promise.race([ended, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
