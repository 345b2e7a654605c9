import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { healthRoutes } from './health-routes.ts'
import { landingRoutes } from './landing-page.ts'
import { metricsRoutes } from './metrics-routes.ts'

/** Adds the routes of one folder to the server. */
export type Routes = (hub: HubContext) => (app: FastifyInstance) => void

// While the folders are being written: whatever exists and loads is served; becomes plain imports when all are there.
const FOLDERS: readonly (readonly [string, string])[] = [
  ['../people/people-routes.ts', 'peopleRoutes'],
  ['../registry/registry-routes.ts', 'registryRoutes'],
  ['../log/log-routes.ts', 'logRoutes'],
  ['../mirror/mirror-routes.ts', 'mirrorRoutes'],
  ['../search/search-routes.ts', 'searchRoutes'],
  ['../review/review-routes.ts', 'reviewRoutes'],
  ['../collections/collection-routes.ts', 'collectionRoutes'],
  ['../clients/clawhub-routes.ts', 'clawhubRoutes'],
  ['../clients/well-known-routes.ts', 'wellKnownRoutes'],
]

/** Routes, and what they take besides JSON; it costs every request of theirs, so the others do without. */
export interface RouteGroup {
  readonly routes: Routes
  readonly cookies?: boolean
  readonly forms?: boolean
}

/** Everything that is served. */
export async function loadRoutes(_hub: HubContext): Promise<readonly RouteGroup[]> {
  const found: RouteGroup[] = [{ routes: healthRoutes }, { routes: metricsRoutes }, { routes: landingRoutes }]
  for (const [file, name] of FOLDERS) {
    try {
      const module = (await import(/* @vite-ignore */ file)) as Record<string, unknown>
      if (typeof module[name] === 'function')
        found.push({
          routes: module[name] as Routes,
          cookies: name === 'peopleRoutes',
          forms: name === 'clawhubRoutes',
        })
      else process.stderr.write(`hub: ${file} has no ${name}\n`)
    } catch (error) {
      if (!String(error).includes(file.slice(3)))
        process.stderr.write(`hub: ${file} is not served: ${String(error).slice(0, 200)}\n`)
    }
  }
  return found
}
