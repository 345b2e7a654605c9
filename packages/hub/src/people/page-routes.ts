import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { consentPage } from '../oauth/consent-page.ts'
import { acceptForms } from './page-form.ts'

/** The page at which people let a program act for them: a plain form without scripts, since what it decides must be safe from every script. */
export function pageRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    acceptForms(app)
    consentPage(app, hub)
  }
}
