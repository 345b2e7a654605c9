import { SkillError } from '@skillwright/contract'
import { CHECK_HEALTH, CHECK_READINESS } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from './schema-types.ts'

const CHECK_LIMIT_MS = 5_000
/** How long an answer holds, so that asking often costs nothing. */
const CHECK_KEPT_MS = 1_000

/** Serves `/healthz` (the process runs) and `/readyz` (the database and the packages can be used). */
export function healthRoutes(hub: HubContext): (app: FastifyInstance) => void {
  let checked: { at: number; result: Promise<Record<string, string>> } | undefined
  const check = () => {
    if (checked === undefined || hub.clock() - checked.at > CHECK_KEPT_MS)
      checked = { at: hub.clock(), result: checkParts(hub) }
    return checked.result
  }
  return (server) => {
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({ ...CHECK_HEALTH, handler: () => ({ status: 'ok' as const }) })
    app.route({
      ...CHECK_READINESS,
      handler: async () => {
        const parts = await check()
        const broken = Object.entries(parts).filter(([, state]) => state !== 'ok')
        const words = broken.map(([part, state]) => `${part} ${state}`).join('; ')
        if (words !== '')
          throw new SkillError('SERVICE_UNAVAILABLE', `Not ready: ${words}`, { details: { checks: parts } })
        return { status: 'ok' as const, checks: parts }
      },
    })
  }
}

async function checkParts(hub: HubContext): Promise<Record<string, string>> {
  const [database, packages] = await Promise.all([
    outcome(hub, 'database', sql`select 1`.execute(hub.db)),
    outcome(hub, 'packages', hub.blobs.check()),
  ])
  return { database, packages }
}

async function outcome(hub: HubContext, part: string, work: Promise<unknown>): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(resolve, CHECK_LIMIT_MS, `did not answer within ${CHECK_LIMIT_MS / 1000} s`)
  const done = work.then(
    () => 'ok',
    (error: unknown) => {
      hub.log.warn({ err: error }, `${part} cannot be used`)
      return 'cannot be used; the log says why'
    },
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
