import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HubConfig } from '../hub-config.ts'

const LEAST_BUDGET = 256 * 1024 * 1024
const PACKAGES_AT_ONCE = 8

/** Bounds what all bodies together may take of the memory: whoever comes when it is used up is asked to come again. */
export function budgetBodies(app: FastifyInstance, { maxPackageBytes }: HubConfig): void {
  const budget = Math.max(LEAST_BUDGET, PACKAGES_AT_ONCE * maxPackageBytes)
  let used = 0
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const size = sizeOf(request)
    if (size === 0) return done()
    if (used + size > budget)
      return done(
        new SkillError('SERVICE_UNAVAILABLE', 'Too much is being sent at once', {
          details: { retry_after_seconds: 5 },
        }),
      )
    used += size
    reply.raw.once('close', () => {
      used -= size
    })
    done()
  })
}

/** What a body will take: as long as it says, or as long as it may be. */
function sizeOf({ headers, routeOptions }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return routeOptions.bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0) || 0, routeOptions.bodyLimit)
}
