import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import { callPrincipal } from './call-principal.ts'
import { SharedAllowance } from './shared-allowance.ts'

const MINUTE_MS = 60_000

/**
 * Makes what holds a caller to the limits of calls that all nodes keep together. The rate of a single node is held before, in its memory;
 * on SQLite there is one node, and that is enough.
 */
export function limitCalls(
  hub: HubContext,
): ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined {
  const { rate, calls } = hub.config
  const limits = [
    ...(hub.database === 'postgres' && rate.call > 0
      ? [{ name: 'call', limit: rate.call, windowMs: MINUTE_MS, of: `${rate.call} calls a minute` }]
      : []),
    ...(calls.perDay > 0
      ? [{ name: 'day', limit: calls.perDay, windowMs: DAY_MS, of: `${calls.perDay} calls a day` }]
      : []),
  ].map(({ of, ...limit }) => ({ of, allowance: new SharedAllowance(hub, limit) }))
  if (limits.length === 0) return undefined
  return async ({ principal, ip }) => {
    for (const { allowance, of } of limits) {
      const seconds = await allowance.take(callPrincipal(principal, ip))
      if (seconds !== undefined)
        throw new SkillError('RATE_LIMIT_EXCEEDED', `At most ${of} for one caller`, {
          details: { retry_after_seconds: seconds },
        })
    }
  }
}
