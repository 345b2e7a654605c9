import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { consentPage } from '../oauth/consent-page.ts'
import { accountPage } from './account-page.ts'
import { devicePage } from './device-page.ts'
import { loginPage } from './login-page.ts'
import { acceptForms } from './page-form.ts'

/** The few pages that people need to sign in, to sign programs in, and to manage their account: plain forms, no scripts. */
export function pageRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    acceptForms(app)
    for (const page of [loginPage, devicePage, accountPage, consentPage]) page(app, hub)
  }
}
