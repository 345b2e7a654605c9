import {
  DECIDE,
  FILE_REPORT,
  LIST_AUDIT,
  LIST_QUEUE,
  LIST_REPORTS,
  READ_EVIDENCE,
  RESOLVE_REPORT,
  VERIFY_AGAIN,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { findSkill } from '../registry/find-skill.ts'
import { placeOf } from '../registry/place-of.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { auditLog } from './audit-log.ts'
import { fileReport, listReports, resolveReport } from './reports.ts'
import { reviewQueue } from './review-queue.ts'
import { decide, verifyAgain } from './sign-off.ts'
import { evidenceOf } from './tier-of.ts'
import { verificationRoutes } from './verification-routes.ts'

/** Evidence, the review queue, decisions, reports, appeals and the audit log over HTTP. */
export function reviewRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (server) => {
    verificationRoutes(server, hub)
    decisionRoutes(server, hub)
    reportRoutes(server, hub)
    const app = server.withTypeProvider<SchemaTypes>()
    app.route({
      ...READ_EVIDENCE,
      handler: async ({ principal, params }) => {
        const skill = await findSkill(hub, principal, placeOf(params))
        return evidenceOf(hub.db, skill.id)
      },
    })
    app.route({ ...LIST_AUDIT, handler: ({ query }) => auditLog(hub, query) })
  }
}

function decisionRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({ ...LIST_QUEUE, handler: ({ query }) => reviewQueue(hub, query) })
  app.route({
    ...DECIDE,
    handler: ({ principal, params, body }) => decide(hub, principal, placeOf(params), body),
  })
  app.route({
    ...VERIFY_AGAIN,
    handler: async ({ principal, params }, reply) => {
      await verifyAgain(hub, principal, placeOf(params))
      return reply.code(202).send({ state: 'pending' })
    },
  })
}

function reportRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...FILE_REPORT,
    handler: async ({ principal, params, body }, reply) =>
      reply.code(201).send(await fileReport(hub, principal, { place: placeOf(params), ...body })),
  })
  app.route({ ...LIST_REPORTS, handler: ({ principal, query }) => listReports(hub, principal, query) })
  app.route({
    ...RESOLVE_REPORT,
    handler: async ({ principal, params, body }, reply) => {
      await resolveReport(hub, principal, params.id, body)
      return reply.code(204).send()
    },
  })
}
