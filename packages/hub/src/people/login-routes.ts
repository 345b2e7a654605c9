import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { BEGIN_OPEN_ID, FINISH_OPEN_ID, LOG_IN, LOG_OUT, REGISTER, WHO_AM_I } from '../api/login.ts'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { SESSION_COOKIE } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { logIn, openSession } from './log-in.ts'
import { beginOpenId, finishOpenId, type PendingLogin } from './open-id.ts'
import { signOut } from './revoke-token.ts'
import { boundText } from './token-bound.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken, DAY_MS, isoTime } from './tokens.ts'

const PENDING_COOKIE = 'skw_oidc'
const PENDING_SECONDS = 600
const LOGIN_DAYS = 90

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

function openIdRoutes(app: FastifyInstance, hub: HubContext): void {
  app.route({
    ...BEGIN_OPEN_ID,
    handler: async (_request, reply) => {
      const { url, pending } = await beginOpenId(hub)
      return reply
        .setCookie(PENDING_COOKIE, Buffer.from(JSON.stringify(pending)).toString('base64url'), {
          ...cookieOptions(hub),
          path: '/v1/oidc',
          maxAge: PENDING_SECONDS,
        })
        .redirect(url)
    },
  })
  app.route({
    ...FINISH_OPEN_ID,
    handler: async (request, reply) => {
      const pending = readPending(request.cookies[PENDING_COOKIE])
      const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
      const person = await finishOpenId(hub, { query, pending })
      await startSession(hub, reply, person)
      return reply.clearCookie(PENDING_COOKIE, { path: '/v1/oidc' }).redirect('/')
    },
  })
}

async function startSession(hub: HubContext, reply: Pick<FastifyReply, 'setCookie'>, person: SignedIn): Promise<void> {
  const { token, maxAgeSeconds } = await openSession(hub, person)
  reply.setCookie(SESSION_COOKIE, token, { ...cookieOptions(hub), maxAge: maxAgeSeconds })
}

function cookieOptions(hub: HubContext) {
  return { httpOnly: true, sameSite: 'lax', secure: hub.url().startsWith('https:'), path: '/' } as const
}

function readPending(cookie: string | undefined): PendingLogin {
  try {
    const { state, nonce, verifier } = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString('utf8')) as Record<
      string,
      unknown
    >
    if (typeof state === 'string' && typeof nonce === 'string' && typeof verifier === 'string')
      return { state, nonce, verifier }
  } catch {
    // Said below.
  }
  throw new SkillError('AUTHENTICATION_REQUIRED', 'This sign-in was not begun in this browser, or took too long', {
    hint: 'Begin again',
  })
}
