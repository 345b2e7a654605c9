import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { admitRequests, byCredentials, type Identify } from './admit-request.ts'
import { cacheAnswers } from './cache-answers.ts'
import { compressAnswers } from './compress-answers.ts'
import { handleErrors } from './handle-errors.ts'
import { measureRequests } from './metrics-routes.ts'
import { describeRoutes } from './openapi.ts'
import { ROUTES, type RouteGroup } from './routes.ts'

const MAX_PARTS = 2_000
const MAX_FIELD_BYTES = 1024 * 1024

/** What of a hub is served, and to whom. */
export interface BuildServerOptions {
  readonly groups?: readonly RouteGroup[]
  readonly identify?: Identify
}

/** Gives the server everything it serves. */
export async function buildServer(
  app: FastifyInstance,
  hub: HubContext,
  { groups = ROUTES, identify = byCredentials(hub) }: BuildServerOptions = {},
): Promise<void> {
  handleErrors(app)
  admitRequests(app, hub, identify)
  requireStatedNeeds(app)
  measureRequests(app, hub)
  cacheAnswers(app)
  compressAnswers(app)
  await describeRoutes(app)
  for (const { routes, cookies, forms } of groups)
    await app.register(
      named(async (scope) => {
        if (cookies) await scope.register(cookie)
        if (forms) await scope.register(multipart, formLimits(hub))
        routes(hub)(scope)
      }),
    )
  await app.ready()
}

/** Fastify looks for a plugin without this name among all modules of the process, which takes longer than to add its routes. */
function named<Plugin extends object>(plugin: Plugin): Plugin {
  return Object.assign(plugin, { [Symbol.for('fastify.display-name')]: 'routes' })
}

function formLimits({ config }: HubContext) {
  return {
    limits: { fileSize: config.maxPackageBytes, fieldSize: MAX_FIELD_BYTES, files: MAX_PARTS, parts: MAX_PARTS },
  }
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
