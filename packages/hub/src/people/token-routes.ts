import { SkillError } from '@skillwright/contract'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn, TokenScope } from '../principal.ts'
import { createToken, listTokens, revokeToken, TOKEN_SCOPES } from './tokens.ts'

const TAGS = ['people']

/** Tokens over HTTP. A token cannot make one that may do more than itself. */
export function tokenRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get(
    '/v1/tokens',
    { config: { needs: 'signed-in' }, schema: { tags: TAGS, summary: 'Your tokens', operationId: 'listTokens' } },
    async ({ principal }) => ({ items: await listTokens(hub, signedIn(principal.person)) }),
  )
  app.post<{ Body: { name: string; scopes: TokenScope[]; expires_in_days?: number } }>(
    '/v1/tokens',
    {
      config: { needs: 'signed-in' },
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
          },
        },
      },
    },
    async ({ principal, body: { name, scopes, expires_in_days } }, reply) => {
      const person = signedIn(principal.person)
      const refused = scopes.filter((scope) => !principal.scopes.has(scope))
      if (refused.length > 0)
        throw new SkillError(
          'PERMISSION_DENIED',
          `You may not ${refused.join(' or ')} yourself, so no token of yours may`,
        )
      const made = await createToken(hub, person, {
        name,
        scopes,
        ...(expires_in_days === undefined ? {} : { expiresInDays: expires_in_days }),
      })
      return reply.code(201).send({ ...made, name, scopes })
    },
  )
  app.delete<{ Params: { id: string } }>(
    '/v1/tokens/:id',
    { config: { needs: 'signed-in' }, schema: { tags: TAGS, summary: 'Revoke a token', operationId: 'revokeToken' } },
    async ({ principal, params }, reply) => {
      await revokeToken(hub, principal, params.id)
      return reply.code(204).send()
    },
  )
}

function signedIn(person: SignedIn | undefined): SignedIn {
  if (person === undefined) throw new TypeError('A route for people who are signed in was reached by nobody')
  return person
}
