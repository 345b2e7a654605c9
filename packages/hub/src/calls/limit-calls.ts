import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import { callPrincipal } from './call-principal.ts'
import { SharedAllowance } from './shared-allowance.ts'

const MINUTE_MS = 60_000

/** The limits of calls that all nodes keep together. */
export interface CallLimits {
  readonly isEmpty: boolean
  /** Throws RATE_LIMIT_EXCEEDED for a caller who has made as many calls as they may. */
  hold(caller: string): Promise<void>
}

/**
 * Opens the limits of calls. The rate of a single node is held before a request is let in, in its memory; with `isRateHeld` it is left
 * out here where there is only one node, that is on SQLite.
 */
export function openCallLimits(hub: HubContext, { isRateHeld = false } = {}): CallLimits {
  const { rate, calls } = hub.config
  const isCounted = rate.call > 0 && !(isRateHeld && hub.database === 'sqlite')
  const limits = [
    ...(isCounted ? [{ name: 'call', limit: rate.call, windowMs: MINUTE_MS, of: `${rate.call} calls a minute` }] : []),
    ...(calls.perDay > 0
      ? [{ name: 'day', limit: calls.perDay, windowMs: DAY_MS, of: `${calls.perDay} calls a day` }]
      : []),
  ].map(({ of, ...limit }) => ({ of, allowance: new SharedAllowance(hub, limit) }))
  return {
    isEmpty: limits.length === 0,
    async hold(caller) {
      for (const { allowance, of } of limits) {
        const seconds = await allowance.take(caller)
        if (seconds !== undefined)
          throw new SkillError('RATE_LIMIT_EXCEEDED', `At most ${of} for one caller`, {
            details: { retry_after_seconds: seconds },
          })
      }
    },
  }
}

/** Makes what holds the caller of a request to the limits of calls; undefined when there are none. */
export function limitCalls(
  hub: HubContext,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined {
  const limits = openCallLimits(hub, { isRateHeld: true })
  return limits.isEmpty ? undefined : ({ principal, ip }) => limits.hold(callPrincipal(principal, ip))
}
