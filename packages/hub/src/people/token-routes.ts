import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { TokenScope } from '../principal.ts'
import { deriveToken, requirePerson } from './derive-token.ts'
import { revokeToken } from './revoke-token.ts'
import { parseBound } from './token-bound.ts'
import { TOKEN_SCOPES } from './token-scopes.ts'
import { listTokens } from './tokens.ts'

const TAGS = ['people']
const ACCOUNT = { needs: 'account' } as const

/** Tokens over HTTP. A token cannot make one that may do more than itself. */
export function tokenRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get(
    '/v1/tokens',
    { config: ACCOUNT, schema: { tags: TAGS, summary: 'Your tokens', operationId: 'listTokens' } },
    async ({ principal }) => ({ items: await listTokens(hub, requirePerson(principal)) }),
  )
  app.post<{ Body: { name: string; scopes: TokenScope[]; expires_in_days?: number; bound_to?: string } }>(
    '/v1/tokens',
    {
      config: ACCOUNT,
      schema: {
        tags: TAGS,
        summary: 'Make a token',
        operationId: 'createToken',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'scopes'],
          properties: {
            name: { type: 'string', minLength: 1, maxLength: 100 },
            scopes: { type: 'array', minItems: 1, uniqueItems: true, items: { enum: Object.keys(TOKEN_SCOPES) } },
            expires_in_days: { type: 'number', exclusiveMinimum: 0, maximum: 3650 },
            bound_to: { type: 'string', maxLength: 140, description: 'The @scope or @scope/skill it is good for.' },
          },
        },
      },
    },
    async ({ principal, body: { name, scopes, expires_in_days, bound_to } }, reply) => {
      const made = await deriveToken(hub, principal, {
        name,
        scopes,
        ...(expires_in_days === undefined ? {} : { expiresInDays: expires_in_days }),
        ...(bound_to === undefined ? {} : { boundTo: parseBound(bound_to) }),
      })
      return reply.code(201).send({ ...made, name, scopes, bound_to: bound_to ?? null })
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/v1/tokens/:id',
    {
      config: ACCOUNT,
      schema: { tags: TAGS, summary: 'Revoke a token and those it made', operationId: 'revokeToken' },
    },
    async ({ principal, params }, reply) => {
      await revokeToken(hub, principal, params.id)
      return reply.code(204).send()
    },
  )
}
