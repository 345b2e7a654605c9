import * as Type from 'typebox'
import { DONE, type Operation } from './operation.ts'
import { oneOf, TIME, text, withDefault } from './text.ts'
import { MADE_TOKEN, TOKEN_SCOPE } from './tokens.ts'

const TAGS = ['people'] as const
// Codes that people type are short, so that guesses are counted like those of passwords.
const DECIDE = { needs: 'account', rate: 'login' } as const
const CODE_PARAMS = Type.Object({
  code: text(20, { description: 'The code that the program shows, such as BCDF-GHJK.' }),
})

/** A program that wants to be signed in. */
export const DEVICE_LOGIN = Type.Object(
  {
    name: Type.String({ description: 'Its name, as it states it.' }),
    scopes: Type.Array(TOKEN_SCOPE, { description: 'The scopes it asks for; empty for every one you may give.' }),
    address: Type.String({ description: 'The address it asked from.' }),
    asked_at: TIME,
    expires_at: TIME,
  },
  { title: 'DeviceLogin', description: 'The program that asks to be signed in.' },
)

/** Begins to sign a program in (RFC 8628). */
export const BEGIN_DEVICE_LOGIN = {
  method: 'POST',
  url: '/v1/device',
  config: { needs: 'anyone', rate: 'login' },
  schema: {
    operationId: 'beginDeviceLogin',
    tags: TAGS,
    summary: 'Begin to sign a program in: a signed-in user types the code',
    body: Type.Object(
      {
        name: text(100, { description: 'The name of the program, such as "skillwright on laptop".' }),
        scopes: withDefault(
          Type.Array(TOKEN_SCOPE, { uniqueItems: true, description: 'Empty for every scope the user may give.' }),
          [],
        ),
      },
      { additionalProperties: false },
    ),
    response: {
      200: Type.Object(
        {
          device_code: Type.String({ description: 'For the program alone.' }),
          user_code: Type.String({ description: 'For the person to type.' }),
          verification_uri: Type.String({ description: 'Where to type it.' }),
          verification_uri_complete: Type.String({ description: 'The same with the code in it.' }),
          expires_in: Type.Integer({ description: 'Seconds.' }),
          interval: Type.Integer({ description: 'Seconds between two polls.' }),
        },
        { title: 'DeviceCodes', description: 'The codes.' },
      ),
    },
  },
} as const satisfies Operation

/** Asks whether a user has decided. */
export const POLL_DEVICE_LOGIN = {
  method: 'POST',
  url: '/v1/device/token',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'pollDeviceLogin',
    tags: TAGS,
    summary: 'The token, once a user has approved; 202 while the decision is pending',
    body: Type.Object({ device_code: text(200) }, { additionalProperties: false }),
    response: {
      200: Type.Object(MADE_TOKEN.properties, { description: 'The token of the program.' }),
      202: Type.Object(
        { state: oneOf(['pending']), interval: Type.Integer() },
        { description: 'The decision is pending: ask again after the interval.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads what asks. */
export const READ_DEVICE_LOGIN = {
  method: 'GET',
  url: '/v1/device/:code',
  config: DECIDE,
  schema: {
    operationId: 'readDeviceLogin',
    tags: TAGS,
    summary: 'Which program shows a code, before you decide',
    params: CODE_PARAMS,
    response: { 200: DEVICE_LOGIN },
  },
} as const satisfies Operation

/** Decides. */
export const DECIDE_DEVICE_LOGIN = {
  method: 'POST',
  url: '/v1/device/:code',
  config: DECIDE,
  schema: {
    operationId: 'decideDeviceLogin',
    tags: TAGS,
    summary: 'Sign the program in as yourself, or refuse to',
    params: CODE_PARAMS,
    body: Type.Object({ decision: oneOf(['approve', 'deny']) }, { additionalProperties: false }),
    response: { 204: DONE },
  },
} as const satisfies Operation
