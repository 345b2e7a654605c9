import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { openRateLimiter, type RateLimiter } from '../server/rate-limiter.ts'

// One address alone, which has a limit of its own, must not be able to keep the owner of an account from signing in.
const ADDRESSES = 5
const LONGEST_HANDLE = 100

const limiters = new WeakMap<HubContext, RateLimiter>()

/**
 * Counts one more password that was given for an account, from whichever address, whether there is such an account or not.
 * Who is signed in already stays so. Throws RATE_LIMIT_EXCEEDED.
 */
export function countGuess(hub: HubContext, handle: string): void {
  const limiter =
    limiters.get(hub) ??
    openRateLimiter({ read: 0, write: 0, login: hub.config.rate.login * ADDRESSES, call: 0 }, hub.clock)
  limiters.set(hub, limiter)
  const allowance = limiter(handle.slice(0, LONGEST_HANDLE), 'login')
  if (allowance === undefined || allowance.allowed) return
  throw new SkillError(
    'RATE_LIMIT_EXCEEDED',
    `At most ${allowance.limit} passwords a minute are tried for one account`,
    {
      hint: 'Wait a moment. Sessions and tokens that you have still work',
      details: { retry_after_seconds: allowance.resetSeconds },
    },
  )
}
