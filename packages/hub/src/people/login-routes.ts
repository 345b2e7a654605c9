import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { NAME_PATTERN } from '../api/names.ts'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { SESSION_COOKIE } from './authenticate.ts'
import { createPerson } from './create-person.ts'
import { logIn, openSession } from './log-in.ts'
import { beginOpenId, CALLBACK_PATH, finishOpenId, type PendingLogin } from './open-id.ts'
import { signOut } from './revoke-token.ts'
import { boundText } from './token-bound.ts'
import { scopesOfRole } from './token-scopes.ts'
import { createToken, DAY_MS, isoTime } from './tokens.ts'

const TAGS = ['people']
const PENDING_COOKIE = 'skw_oidc'
const PENDING_SECONDS = 600
const LOGIN_DAYS = 90
const CREDENTIALS = {
  handle: { type: 'string', maxLength: 64, pattern: NAME_PATTERN },
  password: { type: 'string', maxLength: 500 },
} as const

/** Signing in and out, by password or by a provider, for browsers (a cookie) and programs (a token). */
export function loginRoutes(app: FastifyInstance, hub: HubContext): void {
  passwordRoutes(app, hub)
  openIdRoutes(app, hub)
  app.get(
    '/v1/whoami',
    {
      config: { needs: 'anyone', isOfToken: true },
      schema: { tags: TAGS, summary: 'Who you are here', operationId: 'whoAmI' },
    },
    async ({ principal: { person, scopes, token } }) => ({
      handle: person?.handle ?? null,
      role: person?.role ?? null,
      scopes: [...scopes],
      bound_to: token?.boundTo === undefined ? null : boundText(token.boundTo),
      expires_at: isoTime(token?.expiresAt ?? null),
    }),
  )
  app.post(
    '/v1/logout',
    {
      config: { needs: 'signed-in', isOfToken: true },
      schema: { tags: TAGS, summary: 'Sign out', operationId: 'logOut' },
    },
    async ({ principal }, reply) => {
      await signOut(hub, principal)
      return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send()
    },
  )
}

function passwordRoutes(app: FastifyInstance, hub: HubContext): void {
  app.post<{ Body: { handle: string; password: string; token_name?: string } }>(
    '/v1/login',
    {
      config: { needs: 'anyone', rate: 'login' },
      schema: {
        tags: TAGS,
        summary: 'Sign in with a password; with token_name for a program, else a cookie for a browser',
        operationId: 'logIn',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['handle', 'password'],
          properties: { ...CREDENTIALS, token_name: { type: 'string', minLength: 1, maxLength: 100 } },
        },
      },
    },
    async ({ body }, reply) => {
      const person = await logIn(hub, body)
      if (body.token_name === undefined) return startSession(hub, reply, person)
      return createToken(hub, person, {
        name: body.token_name,
        scopes: scopesOfRole(person.role),
        expiresAt: hub.clock() + LOGIN_DAYS * DAY_MS,
      })
    },
  )
  app.post<{ Body: { handle: string; password: string; display_name?: string } }>(
    '/v1/accounts',
    {
      config: { needs: 'anyone', rate: 'login' },
      schema: {
        tags: TAGS,
        summary: 'Make an account, where the hub allows it',
        operationId: 'register',
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['handle', 'password'],
          properties: { ...CREDENTIALS, display_name: { type: 'string', maxLength: 200 } },
        },
      },
    },
    async ({ body: { handle, password, display_name } }, reply) => {
      if (hub.config.registration !== 'open')
        throw new SkillError('PERMISSION_DENIED', 'This hub takes no new accounts', {
          hint: 'Ask an administrator for one',
        })
      const person = await createPerson(
        hub,
        { handle, password, ...(display_name === undefined ? {} : { displayName: display_name }) },
        { by: handle },
      )
      return startSession(hub, reply.code(201), person)
    },
  )
}

function openIdRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get(
    '/v1/oidc/login',
    {
      config: { needs: 'anyone', rate: 'login' },
      schema: { tags: TAGS, summary: 'Sign in with the provider', operationId: 'beginOpenId' },
    },
    async (_request, reply) => {
      const { url, pending } = await beginOpenId(hub)
      return reply
        .setCookie(PENDING_COOKIE, Buffer.from(JSON.stringify(pending)).toString('base64url'), {
          ...cookieOptions(hub),
          path: '/v1/oidc',
          maxAge: PENDING_SECONDS,
        })
        .redirect(url)
    },
  )
  app.get(
    CALLBACK_PATH,
    {
      config: { needs: 'anyone', rate: 'login' },
      schema: { tags: TAGS, summary: 'Where the provider sends the browser back to', operationId: 'finishOpenId' },
    },
    async (request, reply) => {
      const pending = readPending(request.cookies[PENDING_COOKIE])
      const [, query = ''] = /\?(.*)$/s.exec(request.url) ?? []
      const person = await finishOpenId(hub, { query, pending })
      const { token, maxAgeSeconds } = await openSession(hub, person)
      return reply
        .clearCookie(PENDING_COOKIE, { path: '/v1/oidc' })
        .setCookie(SESSION_COOKIE, token, { ...cookieOptions(hub), maxAge: maxAgeSeconds })
        .redirect('/')
    },
  )
}

async function startSession(hub: HubContext, reply: FastifyReply, person: SignedIn) {
  const { token, maxAgeSeconds } = await openSession(hub, person)
  return reply
    .setCookie(SESSION_COOKIE, token, { ...cookieOptions(hub), maxAge: maxAgeSeconds })
    .send({ handle: person.handle, role: person.role })
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
