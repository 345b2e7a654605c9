import {
  CREATE_ORGANISATION,
  LIST_MEMBERS,
  PROVE_SCOPE,
  READ_PROOF,
  READ_SCOPE,
  REMOVE_MEMBER,
  SET_MEMBER,
  SET_OFFICIAL,
  scopeOf,
  VOUCH_FOR_SCOPE,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { createOrganisation, listMembers, setMember } from './organisations.ts'
import { proofText, proveByDomain, readScope, setOfficial, vouchForScope } from './scopes.ts'

/** Scopes, organisations and their members over HTTP. */
export function scopeRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({ ...READ_SCOPE, handler: ({ params }) => readScope(hub, scopeOf(params.scope)) })
  app.route({
    ...READ_PROOF,
    handler: ({ params }) => ({
      path: '/.well-known/skillwright-scope.txt',
      line: proofText(hub, scopeOf(params.scope)),
    }),
  })
  app.route({
    ...PROVE_SCOPE,
    handler: ({ principal, params, body }) =>
      proveByDomain(hub, principal, { scope: scopeOf(params.scope), domain: body.domain }),
  })
  app.route({
    ...VOUCH_FOR_SCOPE,
    handler: ({ principal, params, body }) =>
      vouchForScope(hub, principal, { scope: scopeOf(params.scope), note: body.note }),
  })
  app.route({
    ...SET_OFFICIAL,
    handler: ({ principal, params, body }) =>
      setOfficial(hub, principal, { scope: scopeOf(params.scope), official: body.official }),
  })
  memberRoutes(server, hub)
}

function memberRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...CREATE_ORGANISATION,
    handler: async ({ principal, body: { handle, display_name, owner } }, reply) =>
      reply.code(201).send(
        await createOrganisation(hub, principal, {
          handle,
          ...(display_name === undefined ? {} : { displayName: display_name }),
          ...(owner === undefined ? {} : { owner }),
        }),
      ),
  })
  app.route({
    ...LIST_MEMBERS,
    handler: ({ principal, params, query }) => listMembers(hub, principal, scopeOf(params.scope), query),
  })
  app.route({
    ...SET_MEMBER,
    handler: async ({ principal, params: { scope, handle }, body: { role } }, reply) => {
      await setMember(hub, principal, { scope: scopeOf(scope), handle, role })
      return reply.code(204).send()
    },
  })
  app.route({
    ...REMOVE_MEMBER,
    handler: async ({ principal, params: { scope, handle } }, reply) => {
      await setMember(hub, principal, { scope: scopeOf(scope), handle, role: undefined })
      return reply.code(204).send()
    },
  })
}
