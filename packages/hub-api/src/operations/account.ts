import * as Type from 'typebox'
import { PASSWORD, ROLE } from './accounts.ts'
import { DONE, type Operation } from './operation.ts'
import { orNull, withDefault } from './text.ts'

const TAGS = ['people'] as const
const ACCOUNT = { needs: 'account' } as const

/** The caller's own account. */
export const ACCOUNT_INFO = Type.Object(
  {
    handle: Type.String(),
    display_name: Type.String(),
    email: orNull(Type.String()),
    role: ROLE,
    has_password: Type.Boolean(),
    linked_to: orNull(Type.String({ description: 'The provider it can sign in with; null when it is not linked.' })),
  },
  { title: 'Account', description: 'Your account.' },
)

/** What a new password is set with. */
export const NEW_PASSWORD = Type.Object(
  {
    password: Type.String({ ...PASSWORD, description: 'The new one.' }),
    current: Type.Optional(Type.String({ ...PASSWORD, description: 'Not needed within ten minutes of signing in.' })),
    end_others: withDefault(
      Type.Boolean({
        description: 'End the tokens that you made, too; every other sign-in of yours ends in any case.',
      }),
      false,
    ),
  },
  { additionalProperties: false },
)

/** Reads the caller's account. */
export const READ_ACCOUNT = {
  method: 'GET',
  url: '/v1/account',
  config: ACCOUNT,
  schema: {
    operationId: 'readAccount',
    tags: TAGS,
    summary: 'Your account, and how you can sign in to it',
    response: { 200: ACCOUNT_INFO },
  },
} as const satisfies Operation

/** Changes the caller's password. */
export const CHANGE_PASSWORD = {
  method: 'PUT',
  url: '/v1/account/password',
  config: { ...ACCOUNT, rate: 'login' },
  schema: {
    operationId: 'changePassword',
    tags: TAGS,
    summary: 'Change your password; you are signed out everywhere else',
    body: NEW_PASSWORD,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Begins to link the caller's account to the sign-in provider. */
export const LINK_ACCOUNT = {
  method: 'POST',
  url: '/v1/account/link',
  config: { ...ACCOUNT, rate: 'login' },
  schema: {
    operationId: 'linkAccount',
    tags: TAGS,
    summary: 'Begin to link your account to the provider, in a browser and just after signing in',
    response: {
      200: Type.Object({ url: Type.String({ description: 'Where to confirm it.' }) }, { description: 'The provider.' }),
    },
  },
} as const satisfies Operation

/** Ends the link to the sign-in provider. */
export const UNLINK_ACCOUNT = {
  method: 'DELETE',
  url: '/v1/account/link',
  config: ACCOUNT,
  schema: {
    operationId: 'unlinkAccount',
    tags: TAGS,
    summary: 'Remove the link to the provider; linking is done in a browser, at /settings',
    response: { 204: DONE },
  },
} as const satisfies Operation
