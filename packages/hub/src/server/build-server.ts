import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { admitRequests } from './admit-request.ts'
import { handleErrors } from './handle-errors.ts'
import { measureRequests } from './metrics-routes.ts'
import { describeRoutes } from './openapi.ts'
import { loadRoutes, type Routes } from './routes.ts'
import { addSecurityHeaders } from './security-headers.ts'

const MAX_PARTS = 2_000

/** Gives the server everything it serves. */
export async function buildServer(
  app: FastifyInstance,
  hub: HubContext,
  { routes }: { readonly routes?: readonly Routes[] } = {},
): Promise<void> {
  handleErrors(app)
  addSecurityHeaders(app, hub)
  admitRequests(app, hub)
  requireStatedNeeds(app)
  measureRequests(app, hub)
  await app.register(cookie)
  await app.register(multipart, {
    limits: { fileSize: hub.config.maxPackageBytes, fieldSize: 1024 * 1024, files: MAX_PARTS, parts: MAX_PARTS },
  })
  await describeRoutes(app)
  for (const register of routes ?? (await loadRoutes(hub)))
    await app.register(async (scope) => {
      register(hub)(scope)
    })
  await app.ready()
}

/** Refuses to start with a route that does not say who may call it. */
function requireStatedNeeds(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // The documentation's own pages come from a plugin that cannot say it.
    if (route.config?.needs === undefined && /^\/docs(?:\/|$)/.test(route.url))
      route.config = { ...route.config, needs: 'anyone' }
    if (route.config?.needs === undefined)
      throw new SkillError('INTERNAL_ERROR', `The route ${route.method} ${route.url} does not say who may call it`, {
        hint: 'Add config.needs to the route',
      })
  })
}
