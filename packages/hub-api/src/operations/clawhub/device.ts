import * as Type from 'typebox'
import type { Operation } from '../operation.ts'
import { oneOf, text } from '../text.ts'

const TAGS = ['clawhub'] as const

/** Begins to sign its client in by a code. */
export const CLAWHUB_DEVICE_CODE = {
  method: 'POST',
  url: '/api/cli/device/code',
  config: { needs: 'anyone', rate: 'login' },
  schema: {
    operationId: 'clawhubDeviceCode',
    tags: TAGS,
    summary: 'Begin to sign a client in: a signed-in user types the code',
    // Its client says more than is heard here.
    body: Type.Object({ label: Type.Optional(text(100)) }),
    response: {
      200: Type.Object(
        {
          device_code: Type.String(),
          user_code: Type.String(),
          verification_uri: Type.String(),
          expires_in: Type.Integer(),
          interval: Type.Integer(),
        },
        { title: 'ClawhubDeviceCodes', description: 'The codes.' },
      ),
    },
  },
} as const satisfies Operation

/** Asks whether a user has decided. */
export const CLAWHUB_DEVICE_TOKEN = {
  method: 'POST',
  url: '/api/cli/device/token',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'clawhubDeviceToken',
    tags: TAGS,
    summary: 'The token, once a user has approved',
    body: Type.Object({ device_code: text(200) }),
    response: {
      200: Type.Object(
        { access_token: Type.String(), token_type: oneOf(['Bearer']), scope: oneOf(['read write']) },
        { title: 'ClawhubDeviceToken', description: 'The token.' },
      ),
    },
  },
} as const satisfies Operation
