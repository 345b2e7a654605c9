import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { urlFor } from '../server/url-for.ts'
import { answerInText } from './clawhub/answer-in-text.ts'
import { contentRoutes } from './clawhub/content-routes.ts'
import { listRoutes } from './clawhub/list-routes.ts'
import { publishRoutes } from './clawhub/publish-routes.ts'
import { skillRoutes } from './clawhub/skill-routes.ts'

/** ClawHub's HTTP API, so that its clients work with this hub as they are. Who may see and do what is decided where it always is. */
export function clawhubRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    for (const file of ['clawhub.json', 'clawdhub.json'])
      app.get(
        `/.well-known/${file}`,
        { config: { needs: 'anyone' }, schema: { tags: ['clawhub'], summary: 'Where the API is' } },
        async (request) => ({ apiBase: urlFor(hub, request), authBase: urlFor(hub, request) }),
      )
    void app.register(
      async (api) => {
        answerInText(api, hub)
        listRoutes(api, hub)
        skillRoutes(api, hub)
        contentRoutes(api, hub)
        publishRoutes(api, hub)
      },
      { prefix: '/api/v1' },
    )
  }
}
