import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { manageRoutes } from './manage-routes.ts'
import { packageRoutes } from './package-routes.ts'
import { publishRoutes } from './publish-routes.ts'
import { closeRegistry } from './registry-of.ts'
import { skillRoutes } from './skill-routes.ts'

/** Everything the registry serves: skills, versions, packages, publishing and what may be done with it afterwards. */
export function registryRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    skillRoutes(app, hub)
    packageRoutes(app, hub)
    publishRoutes(app, hub)
    manageRoutes(app, hub)
    app.addHook('onClose', () => closeRegistry(hub))
  }
}
