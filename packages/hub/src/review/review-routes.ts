import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { findSkill } from '../registry/find-skill.ts'
import { scopeOf } from '../registry/skill-name.ts'
import { auditLog } from './audit-log.ts'
import { fileReport, listReports, resolveReport } from './reports.ts'
import { reviewQueue } from './review-queue.ts'
import { type Decision, decide, verifyAgain } from './sign-off.ts'
import { evidenceOf } from './tier-of.ts'
import { verificationRoutes } from './verification-routes.ts'

const TAGS = ['review']
const NOTE = { type: 'string', minLength: 1, maxLength: 2_000 } as const
const PAGE = {
  limit: { type: 'integer', minimum: 1, maximum: 100 },
  cursor: { type: 'string', maxLength: 400 },
} as const

type SkillParams = { Params: { scope: string; name: string } }
type VersionParams = { Params: { scope: string; name: string; version: string } }

/** Evidence, the review queue, decisions, reports, appeals and the audit log over HTTP. */
export function reviewRoutes(hub: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    app.get<SkillParams>(
      '/v1/skills/:scope/:name/evidence',
      {
        config: { needs: 'anyone' },
        schema: { tags: TAGS, summary: 'What the tier of a skill rests on', operationId: 'readEvidence' },
      },
      async ({ principal, params }) => {
        const skill = await findSkill(hub, principal, { scope: scopeOf(params.scope), name: params.name })
        return evidenceOf(hub.db, skill.id)
      },
    )
    verificationRoutes(app, hub)
    decisionRoutes(app, hub)
    reportRoutes(app, hub)
    app.get<{ Querystring: { subject?: string; limit?: number; cursor?: string } }>(
      '/v1/audit',
      {
        config: { needs: 'review' },
        schema: {
          tags: TAGS,
          summary: 'Every decision there was',
          operationId: 'auditLog',
          querystring: {
            type: 'object',
            additionalProperties: false,
            properties: { subject: { type: 'string', maxLength: 300 }, ...PAGE },
          },
        },
      },
      async ({ query }) => auditLog(hub, query),
    )
  }
}

function decisionRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Querystring: { limit?: number; cursor?: string } }>(
    '/v1/review/queue',
    {
      config: { needs: 'review' },
      schema: {
        tags: TAGS,
        summary: 'What waits for a decision',
        operationId: 'reviewQueue',
        querystring: { type: 'object', additionalProperties: false, properties: PAGE },
      },
    },
    async ({ query }) => reviewQueue(hub, query),
  )
  app.post<VersionParams & { Body: Decision }>(
    '/v1/review/:scope/:name/:version',
    {
      config: { needs: 'review' },
      schema: {
        tags: TAGS,
        summary: 'Approve or reject a version',
        operationId: 'decide',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['decision', 'note'],
          properties: { decision: { enum: ['approve', 'reject'] }, note: NOTE },
        },
      },
    },
    async ({ principal, params, body }) => decide(hub, principal, { ...params, scope: scopeOf(params.scope) }, body),
  )
  app.post<VersionParams>(
    '/v1/review/:scope/:name/:version/verify',
    {
      config: { needs: 'review' },
      schema: { tags: TAGS, summary: 'Have the hub verify a version again', operationId: 'verifyAgain' },
    },
    async ({ principal, params }, reply) => {
      await verifyAgain(hub, principal, { ...params, scope: scopeOf(params.scope) })
      return reply.code(202).send({ state: 'pending' })
    },
  )
}

function reportRoutes(app: FastifyInstance, hub: HubContext): void {
  app.post<SkillParams & { Body: { kind: 'report' | 'appeal'; version?: string; reason: string } }>(
    '/v1/skills/:scope/:name/reports',
    {
      config: { needs: 'publish' },
      schema: {
        tags: TAGS,
        summary: 'Report a skill, or appeal against a decision about your own',
        operationId: 'fileReport',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['kind', 'reason'],
          properties: {
            kind: { enum: ['report', 'appeal'] },
            version: { type: 'string', maxLength: 100 },
            reason: NOTE,
          },
        },
      },
    },
    async ({ principal, params, body }, reply) => {
      const place = { scope: scopeOf(params.scope), name: params.name }
      return reply.code(201).send(await fileReport(hub, principal, { place, ...body }))
    },
  )
  app.get<{ Querystring: { state?: 'open' | 'upheld' | 'dismissed' } }>(
    '/v1/reports',
    {
      config: { needs: 'read' },
      schema: {
        tags: TAGS,
        summary: 'Your reports; all of them for a reviewer',
        operationId: 'listReports',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: { state: { enum: ['open', 'upheld', 'dismissed'] } },
        },
      },
    },
    async ({ principal, query }) => ({ items: await listReports(hub, principal, query) }),
  )
  app.post<{ Params: { id: string }; Body: { state: 'upheld' | 'dismissed'; resolution: string } }>(
    '/v1/reports/:id/resolution',
    {
      config: { needs: 'review' },
      schema: {
        tags: TAGS,
        summary: 'End a report or appeal',
        operationId: 'resolveReport',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['state', 'resolution'],
          properties: { state: { enum: ['upheld', 'dismissed'] }, resolution: NOTE },
        },
      },
    },
    async ({ principal, params, body }, reply) => {
      await resolveReport(hub, principal, params.id, body)
      return reply.code(204).send()
    },
  )
}
