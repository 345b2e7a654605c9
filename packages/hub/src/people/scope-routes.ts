import type { FastifyInstance } from 'fastify'
import { NAME_PATTERN } from '../api/names.ts'
import type { HubContext } from '../hub-context.ts'
import { scopeOf } from '../registry/skill-name.ts'
import { createOrganisation, listMembers, setMember } from './organisations.ts'
import type { ScopeRole } from './scope-role.ts'
import { proofText, proveByDomain, readScope, setOfficial, vouchForScope } from './scopes.ts'

const TAGS = ['people']
const NAME = { type: 'string', minLength: 2, maxLength: 64, pattern: NAME_PATTERN } as const
const SCOPE_PARAMS = {
  type: 'object',
  properties: { scope: { type: 'string', maxLength: 65 } },
  required: ['scope'],
} as const

type ScopeParams = { Params: { scope: string } }

/** Scopes, organisations and their members over HTTP. */
export function scopeRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<ScopeParams>(
    '/v1/scopes/:scope',
    {
      config: { needs: 'anyone' },
      schema: { tags: TAGS, summary: 'A scope', operationId: 'readScope', params: SCOPE_PARAMS },
    },
    async ({ params }) => readScope(hub, scopeOf(params.scope)),
  )
  app.post<{ Body: { handle: string; display_name?: string } }>(
    '/v1/organisations',
    {
      config: { needs: 'account' },
      schema: {
        tags: TAGS,
        summary: 'Make an organisation and its scope',
        operationId: 'createOrganisation',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['handle'],
          properties: { handle: NAME, display_name: { type: 'string', maxLength: 200 } },
        },
      },
    },
    async ({ principal, body: { handle, display_name } }, reply) =>
      reply.code(201).send(
        await createOrganisation(hub, principal, {
          handle,
          ...(display_name === undefined ? {} : { displayName: display_name }),
        }),
      ),
  )
  app.get<ScopeParams>(
    '/v1/scopes/:scope/members',
    {
      config: { needs: 'read' },
      schema: { tags: TAGS, summary: 'Who belongs to a scope', operationId: 'listMembers', params: SCOPE_PARAMS },
    },
    async ({ principal, params }) => ({ items: await listMembers(hub, principal, scopeOf(params.scope)) }),
  )
  app.put<{ Params: { scope: string; handle: string }; Body: { role: ScopeRole } }>(
    '/v1/scopes/:scope/members/:handle',
    {
      config: { needs: 'account' },
      schema: {
        tags: TAGS,
        summary: 'Add somebody to a scope',
        operationId: 'setMember',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['role'],
          properties: { role: { enum: ['owner', 'maintainer'] } },
        },
      },
    },
    async ({ principal, params, body: { role } }, reply) => {
      await setMember(hub, principal, { scope: scopeOf(params.scope), handle: params.handle, role })
      return reply.code(204).send()
    },
  )
  app.delete<{ Params: { scope: string; handle: string } }>(
    '/v1/scopes/:scope/members/:handle',
    {
      config: { needs: 'account' },
      schema: { tags: TAGS, summary: 'Take somebody out of a scope', operationId: 'removeMember' },
    },
    async ({ principal, params }, reply) => {
      await setMember(hub, principal, { scope: scopeOf(params.scope), handle: params.handle, role: undefined })
      return reply.code(204).send()
    },
  )
  app.get<ScopeParams>(
    '/v1/scopes/:scope/proof',
    {
      config: { needs: 'anyone' },
      schema: { tags: TAGS, summary: 'What proves a scope', operationId: 'proofText', params: SCOPE_PARAMS },
    },
    async ({ params }) => ({
      path: '/.well-known/skillwright-scope.txt',
      line: proofText(hub, scopeOf(params.scope)),
    }),
  )
  app.post<ScopeParams & { Body: { domain: string } }>(
    '/v1/scopes/:scope/proof',
    {
      config: { needs: 'account' },
      schema: {
        tags: TAGS,
        summary: 'Prove a scope by a domain of yours',
        operationId: 'proveScope',
        params: SCOPE_PARAMS,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['domain'],
          properties: { domain: { type: 'string', maxLength: 253 } },
        },
      },
    },
    async ({ principal, params, body }) =>
      proveByDomain(hub, principal, { scope: scopeOf(params.scope), domain: body.domain }),
  )
  app.post<ScopeParams & { Body: { note: string } }>(
    '/v1/scopes/:scope/vouch',
    {
      config: { needs: 'admin' },
      schema: {
        tags: TAGS,
        summary: 'Vouch for the owner of a scope',
        operationId: 'vouchForScope',
        params: SCOPE_PARAMS,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['note'],
          properties: { note: { type: 'string', minLength: 1, maxLength: 500 } },
        },
      },
    },
    async ({ principal, params, body }) =>
      vouchForScope(hub, principal, { scope: scopeOf(params.scope), note: body.note }),
  )
  app.put<ScopeParams & { Body: { official: boolean } }>(
    '/v1/scopes/:scope/official',
    {
      config: { needs: 'admin' },
      schema: {
        tags: TAGS,
        summary: 'Mark a scope as official, or not',
        operationId: 'setOfficial',
        params: SCOPE_PARAMS,
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['official'],
          properties: { official: { type: 'boolean' } },
        },
      },
    },
    async ({ principal, params, body }) =>
      setOfficial(hub, principal, { scope: scopeOf(params.scope), official: body.official }),
  )
}
