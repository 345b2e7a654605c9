import { SkillError } from '@skillwright/contract'
import { BEGIN_OPEN_ID, FINISH_OPEN_ID, LOG_IN, LOG_OUT, REGISTER, WHO_AM_I } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { SESSION_COOKIE } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { localPath } from './local-path.ts'
import { logIn } from './log-in.ts'
import { beginOpenId, finishOpenId } from './open-id.ts'
import { accountOf, linkAccount } from './open-id-account.ts'
import { keepPending, readPending } from './pending-cookie.ts'
import { signOut } from './revoke-token.ts'
import { startSession } from './session.ts'
import { boundText } from './token-bound.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken, DAY_MS, isoTime, LOGIN_DAYS } from './tokens.ts'

/** Signing in and out, by password or by a provider, for browsers (a cookie) and programs (a token). */
export function loginRoutes(server: FastifyInstance, hub: HubContext): void {
  passwordRoutes(server, hub)
  openIdRoutes(server, hub)
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...WHO_AM_I,
    handler: ({ principal: { person, scopes, token } }) => ({
      handle: person?.handle ?? null,
      role: person?.role ?? null,
      scopes: [...scopes],
      bound_to: token?.boundTo === undefined ? null : boundText(token.boundTo),
      expires_at: isoTime(token?.expiresAt ?? null),
    }),
  })
  app.route({
    ...LOG_OUT,
    handler: async ({ principal }, reply) => {
      await signOut(hub, principal)
      return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send()
    },
  })
}

function passwordRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LOG_IN,
    handler: async ({ body }, reply) => {
      const person = await logIn(hub, body)
      const { handle, role } = person
      if (body.token_name === undefined) {
        await startSession(hub, reply, person)
        return { handle, role }
      }
      const made = await createToken(hub, person, {
        name: body.token_name,
        scopes: scopesOfRole(role),
        expiresAt: hub.clock() + LOGIN_DAYS * DAY_MS,
      })
      return { handle, role, ...made }
    },
  })
  app.route({
    ...REGISTER,
    handler: async ({ body: { handle, password, display_name } }, reply) => {
      if (hub.config.registration !== 'open')
        throw new SkillError('PERMISSION_DENIED', 'This hub takes no new accounts', {
          hint: 'Ask an administrator for one',
        })
      const person = await createPerson(
        hub,
        { handle, password, ...(display_name === undefined ? {} : { displayName: display_name }) },
        { by: handle },
      )
      await startSession(hub, reply, person)
      return reply.code(201).send({ handle, role: person.role })
    },
  })
}

function openIdRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...BEGIN_OPEN_ID,
    handler: async ({ query }, reply) => {
      const { url, pending } = await beginOpenId(hub)
      keepPending(hub, reply, { ...pending, next: localPath(query.next) })
      return reply.redirect(url)
    },
  })
  app.route({
    ...FINISH_OPEN_ID,
    handler: async (request, reply) => {
      const { next = '/', isLink = false, ...pending } = readPending(request, reply)
      const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
      const claims = await finishOpenId(hub, { query, pending })
      if (isLink) await linkAccount(hub, request.principal, claims)
      else await startSession(hub, reply, await accountOf(hub, claims))
      return reply.redirect(next)
    },
  })
}
