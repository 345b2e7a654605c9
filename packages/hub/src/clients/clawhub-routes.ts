import { CLAWDHUB_CONFIG, CLAWHUB_CONFIG } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { urlFor } from '../server/url-for.ts'
import { answerInText } from './clawhub/answer-in-text.ts'
import { contentRoutes } from './clawhub/content-routes.ts'
import { deviceRoutes } from './clawhub/device-routes.ts'
import { listRoutes } from './clawhub/list-routes.ts'
import { manageRoutes } from './clawhub/manage-routes.ts'
import { publishRoutes } from './clawhub/publish-routes.ts'
import { skillRoutes } from './clawhub/skill-routes.ts'
import { CLAWHUB_PREFIX } from './clawhub/under-prefix.ts'

/** ClawHub's HTTP API, so that its clients work with this hub unchanged. Permissions are checked in the same place as for every other route. */
export function clawhubRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const whereItIs = (request: FastifyRequest) => ({ apiBase: urlFor(hub, request), authBase: urlFor(hub, request) })
    app.route({ ...CLAWHUB_CONFIG, handler: whereItIs })
    app.route({ ...CLAWDHUB_CONFIG, handler: whereItIs })
    deviceRoutes(app, hub)
    void app.register(
      async (api) => {
        answerInText(api, hub)
        listRoutes(api, hub)
        skillRoutes(api, hub)
        contentRoutes(api, hub)
        publishRoutes(api, hub)
        await api.register(async (managed) => manageRoutes(managed, hub))
      },
      { prefix: CLAWHUB_PREFIX },
    )
  }
}
