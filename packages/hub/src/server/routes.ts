import type { FastifyInstance } from 'fastify'
import { a2aRoutes } from '../a2a/a2a-routes.ts'
import { callRoutes } from '../calls/call-routes.ts'
import { clawhubRoutes } from '../clients/clawhub-routes.ts'
import { wellKnownRoutes } from '../clients/well-known-routes.ts'
import { collectionRoutes } from '../collections/collection-routes.ts'
import type { HubContext } from '../hub-context.ts'
import { logRoutes } from '../log/log-routes.ts'
import { mcpRoutes } from '../mcp/mcp-routes.ts'
import { mirrorRoutes } from '../mirror/mirror-routes.ts'
import { oauthRoutes } from '../oauth/oauth-routes.ts'
import { skillsDocumentRoutes } from '../openapi/skills-document-routes.ts'
import { pageRoutes } from '../people/page-routes.ts'
import { peopleRoutes } from '../people/people-routes.ts'
import { registryRoutes } from '../registry/registry-routes.ts'
import { reviewRoutes } from '../review/review-routes.ts'
import { searchRoutes } from '../search/search-routes.ts'
import { healthRoutes } from './health-routes.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { webRoutes } from './web-routes.ts'

/** Adds the routes of one folder to the server. */
type Routes = (hub: HubContext) => (app: FastifyInstance) => void

/** Routes, and what they take besides JSON; it costs every request of theirs, so the others do without. */
export interface RouteGroup {
  readonly routes: Routes
  readonly cookies?: boolean
  readonly forms?: boolean
}

/** Everything that is served. */
export const ROUTES: readonly RouteGroup[] = [
  { routes: healthRoutes },
  { routes: metricsRoutes },
  { routes: webRoutes },
  { routes: settingsRoutes },
  { routes: peopleRoutes, cookies: true },
  { routes: pageRoutes, cookies: true },
  { routes: oauthRoutes },
  { routes: registryRoutes },
  { routes: callRoutes },
  { routes: mcpRoutes },
  { routes: a2aRoutes },
  { routes: skillsDocumentRoutes },
  { routes: searchRoutes },
  { routes: reviewRoutes },
  { routes: collectionRoutes },
  { routes: logRoutes },
  { routes: mirrorRoutes },
  { routes: clawhubRoutes, forms: true },
  { routes: wellKnownRoutes },
]
