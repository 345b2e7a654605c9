import * as Type from 'typebox'
import { NAME_PATTERN, SCOPE_PARAMS } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { orNull, TIME, text } from './text.ts'

const TAGS = ['calls'] as const
const ACCOUNT = { needs: 'account' } as const

const PARAMS = Type.Object({
  ...SCOPE_PARAMS.properties,
  secret: Type.String({ maxLength: 100, pattern: '^[A-Z][A-Z0-9_]*$', description: 'The environment variable.' }),
})

const FOR_SKILL = Type.Object(
  {
    skill: Type.Optional(
      Type.String({ maxLength: 64, pattern: NAME_PATTERN, description: 'For this skill of the scope alone.' }),
    ),
  },
  { additionalProperties: false },
)

/** A secret as its owners see it later: never its value. */
export const SECRET = Type.Object(
  {
    name: Type.String(),
    skill: orNull(Type.String({ description: 'The skill it is for; null for all of the scope.' })),
    set_by: Type.String(),
    set_at: TIME,
  },
  { title: 'Secret' },
)

/** Lists secrets. */
export const LIST_SECRETS = {
  method: 'GET',
  url: '/v1/scopes/:scope/secrets',
  config: ACCOUNT,
  schema: {
    operationId: 'listSecrets',
    tags: TAGS,
    summary: 'Which secrets a scope has set for its skills; never what they are',
    params: SCOPE_PARAMS,
    querystring: pageQuery({}),
    response: { 200: pageOf(SECRET) },
  },
} as const satisfies Operation

/** Sets a secret. */
export const SET_SECRET = {
  method: 'PUT',
  url: '/v1/scopes/:scope/secrets/:secret',
  config: ACCOUNT,
  schema: {
    operationId: 'setSecret',
    tags: TAGS,
    summary: 'Set an environment variable that skills of the scope declare',
    params: PARAMS,
    querystring: FOR_SKILL,
    body: Type.Object({ value: text(10_000) }, { additionalProperties: false }),
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Removes a secret. */
export const REMOVE_SECRET = {
  method: 'DELETE',
  url: '/v1/scopes/:scope/secrets/:secret',
  config: ACCOUNT,
  schema: {
    operationId: 'removeSecret',
    tags: TAGS,
    summary: 'Remove a secret',
    params: PARAMS,
    querystring: FOR_SKILL,
    response: { 204: DONE },
  },
} as const satisfies Operation
