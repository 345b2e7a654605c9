import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { WANTED_PARAMS } from '../registry/registry-schemas.ts'
import { scopeOf } from '../registry/skill-name.ts'
import { readVerification } from './verification.ts'

const NOTHING_OR_MORE = { type: ['object', 'null'], additionalProperties: true } as const

const VERIFICATION_SCHEMA = {
  type: 'object',
  required: ['full_name', 'version', 'digest', 'outcome', 'at', 'report', 'obstacle', 'again'],
  properties: {
    full_name: { type: 'string' },
    version: { type: 'string' },
    digest: { type: 'string' },
    outcome: { enum: ['pass', 'fail', 'unavailable', 'waiting', 'running', 'missing'] },
    at: { type: ['string', 'null'], format: 'date-time' },
    report: {
      ...NOTHING_OR_MORE,
      description: 'Every check, with the request and the answer of what failed; docs/verify.md.',
    },
    obstacle: { ...NOTHING_OR_MORE, description: 'Why it could not be done: code, message, hint.' },
    again: { type: 'boolean', description: 'Another run was asked for and has not ended.' },
  },
} as const

/** What the hub's own verify run of a version showed, over HTTP. */
export function verificationRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<{ Params: { scope: string; name: string; version: string } }>(
    '/v1/skills/:scope/:name/versions/:version/verification',
    {
      config: { needs: 'anyone' },
      schema: {
        tags: ['review'],
        summary: "What the hub's own verify run of a version showed",
        operationId: 'readVerification',
        params: WANTED_PARAMS,
        response: { 200: VERIFICATION_SCHEMA },
      },
    },
    ({ principal, params }) => readVerification(hub, principal, { ...params, scope: scopeOf(params.scope) }),
  )
}
