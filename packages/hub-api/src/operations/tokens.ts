import * as Type from 'typebox'
import { DONE, type Operation, type TokenScope } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { oneOf, orNull, TIME, text } from './text.ts'

const TAGS = ['people'] as const
const ACCOUNT = { needs: 'account' } as const

/** The scopes a token can have. */
export const TOKEN_SCOPE = oneOf([
  'read',
  'invoke',
  'publish',
  'account',
  'review',
  'admin',
] as const satisfies readonly TokenScope[])

const BOUND_TO = orNull(Type.String({ description: 'The @scope or @scope/skill it is good for; null for all.' }))

/** A token as its owner sees it later: never the secret. */
export const TOKEN = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(TOKEN_SCOPE),
    bound_to: BOUND_TO,
    made_by: orNull(Type.String({ description: 'Id of the token that made it; null for one that signing in made.' })),
    created_at: TIME,
    expires_at: orNull(TIME),
    last_used_at: orNull(TIME),
  },
  { title: 'Token' },
)

/** A new token with its secret, which is shown once. */
export const MADE_TOKEN = Type.Object({
  id: Type.String(),
  token: Type.String({ description: 'The secret; shown only once.' }),
  expires_at: orNull(TIME),
})

/** Lists tokens. */
export const LIST_TOKENS = {
  method: 'GET',
  url: '/v1/tokens',
  config: ACCOUNT,
  schema: {
    operationId: 'listTokens',
    tags: TAGS,
    summary: 'Your tokens that can still be used, the oldest first',
    querystring: pageQuery({}),
    response: { 200: pageOf(TOKEN) },
  },
} as const satisfies Operation

/** Makes a token. */
export const CREATE_TOKEN = {
  method: 'POST',
  url: '/v1/tokens',
  config: ACCOUNT,
  schema: {
    operationId: 'createToken',
    tags: TAGS,
    summary: 'Make a token',
    body: Type.Object(
      {
        name: text(100),
        scopes: Type.Array(TOKEN_SCOPE, { minItems: 1, uniqueItems: true }),
        expires_in_days: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3650 })),
        bound_to: Type.Optional(text(140, { description: 'The @scope or @scope/skill it is good for.' })),
      },
      { additionalProperties: false },
    ),
    response: {
      201: Type.Object(
        {
          ...MADE_TOKEN.properties,
          name: Type.String(),
          scopes: Type.Array(TOKEN_SCOPE),
          bound_to: BOUND_TO,
        },
        { title: 'NewToken', description: 'The token, with its secret.' },
      ),
    },
  },
} as const satisfies Operation

/** Revokes a token. */
export const REVOKE_TOKEN = {
  method: 'DELETE',
  url: '/v1/tokens/:id',
  config: ACCOUNT,
  schema: {
    operationId: 'revokeToken',
    tags: TAGS,
    summary: 'Revoke a token and those it made',
    params: Type.Object({ id: text(100) }),
    response: { 204: DONE },
  },
} as const satisfies Operation
