import * as Type from 'typebox'
import { DISPLAY_NAME, PASSWORD, ROLE } from './accounts.ts'
import { NAME_PATTERN } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { optionals, orNull, TIME, text } from './text.ts'
import { MADE_TOKEN, TOKEN_SCOPE } from './tokens.ts'

const TAGS = ['people'] as const
const LOGIN = { needs: 'anyone', rate: 'login' } as const
const CREDENTIALS = { handle: Type.String({ maxLength: 64, pattern: NAME_PATTERN }), password: PASSWORD }
const REDIRECT = Type.Unsafe<undefined>({ type: 'null', description: 'Where to go next is in Location.' })

/** Who has signed in; with the token where one was asked for, else with a cookie. */
const SIGNED_IN = Type.Object(
  { handle: Type.String(), role: ROLE, ...optionals(MADE_TOKEN.properties) },
  { title: 'SignedIn', description: 'Who has signed in, with the token that was asked for; else with a cookie.' },
)

/** Says who the caller is. */
export const WHO_AM_I = {
  method: 'GET',
  url: '/v1/whoami',
  config: { needs: 'anyone', isOfToken: true },
  schema: {
    operationId: 'whoAmI',
    tags: TAGS,
    summary: 'Who you are here',
    response: {
      200: Type.Object(
        {
          handle: orNull(Type.String({ description: 'Null for an anonymous caller.' })),
          role: orNull(ROLE),
          scopes: Type.Array(TOKEN_SCOPE),
          bound_to: orNull(Type.String({ description: 'The @scope or @scope/skill the token is good for.' })),
          expires_at: orNull(TIME),
        },
        { title: 'WhoAmI', description: 'Who you are.' },
      ),
    },
  },
} as const satisfies Operation

/** Signs out. */
export const LOG_OUT = {
  method: 'POST',
  url: '/v1/logout',
  config: { needs: 'signed-in', isOfToken: true },
  schema: { operationId: 'logOut', tags: TAGS, summary: 'Sign out', response: { 204: DONE } },
} as const satisfies Operation

/** Signs in with a password. */
export const LOG_IN = {
  method: 'POST',
  url: '/v1/login',
  config: LOGIN,
  schema: {
    operationId: 'logIn',
    tags: TAGS,
    summary: 'Sign in with a password; with token_name for a program, else a cookie for a browser',
    body: Type.Object({ ...CREDENTIALS, token_name: Type.Optional(text(100)) }, { additionalProperties: false }),
    response: { 200: SIGNED_IN },
  },
} as const satisfies Operation

/** Makes an account. */
export const REGISTER = {
  method: 'POST',
  url: '/v1/accounts',
  config: LOGIN,
  schema: {
    operationId: 'register',
    tags: TAGS,
    summary: 'Make an account, where the hub allows it',
    body: Type.Object({ ...CREDENTIALS, display_name: Type.Optional(DISPLAY_NAME) }, { additionalProperties: false }),
    response: { 201: SIGNED_IN },
  },
} as const satisfies Operation

/** Begins to sign in with the provider. */
export const BEGIN_OPEN_ID = {
  method: 'GET',
  url: '/v1/oidc/login',
  config: LOGIN,
  schema: {
    operationId: 'beginOpenId',
    tags: TAGS,
    summary: 'Sign in with the provider, in a browser',
    querystring: Type.Object(
      { next: Type.Optional(text(500, { description: 'The page of this hub to come back to.' })) },
      { additionalProperties: false },
    ),
    response: { 302: REDIRECT },
  },
} as const satisfies Operation

/** Ends it. */
export const FINISH_OPEN_ID = {
  method: 'GET',
  url: '/v1/oidc/callback',
  config: LOGIN,
  schema: {
    operationId: 'finishOpenId',
    tags: TAGS,
    summary: 'Where the provider sends the browser back to',
    response: { 302: REDIRECT },
  },
} as const satisfies Operation
