import { SkillError } from '@skillwright/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HubConfig } from '../hub-config.ts'

const LEAST_BUDGET = 256 * 1024 * 1024
const PACKAGES_AT_ONCE = 8

/** Sets memory aside for the body of a request until it is answered. Throws SERVICE_UNAVAILABLE when there is none left. */
export type BodyBudget = (request: FastifyRequest, reply: FastifyReply) => void

/** Bounds what all bodies together may take of the memory. */
export function openBodyBudget({ maxPackageBytes }: HubConfig): BodyBudget {
  const budget = Math.max(LEAST_BUDGET, PACKAGES_AT_ONCE * maxPackageBytes)
  let used = 0
  return (request, reply) => {
    const size = sizeOf(request)
    if (size === 0) return
    if (used + size > budget)
      throw new SkillError('SERVICE_UNAVAILABLE', 'Too much is being sent at once', {
        details: { retry_after_seconds: 5 },
      })
    used += size
    reply.raw.once('close', () => {
      used -= size
    })
  }
}

/** What a body will take: as much as it says, or as much as it may. */
function sizeOf(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  if (length === undefined && encoding === undefined) return 0
  const { bodyLimit } = request.routeOptions
  return encoding === undefined ? Math.min(Number(length) || 0, bodyLimit) : bodyLimit
}
