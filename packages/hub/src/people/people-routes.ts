import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { accountRoutes } from './account-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { ownAccountRoutes } from './own-account-routes.ts'
import { scopeRoutes } from './scope-routes.ts'
import { tokenRoutes } from './token-routes.ts'

/** Accounts, organisations, scopes, tokens and signing in over HTTP. */
export function peopleRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    for (const register of [tokenRoutes, scopeRoutes, accountRoutes, ownAccountRoutes, deviceRoutes, loginRoutes])
      register(app, hub)
  }
}
