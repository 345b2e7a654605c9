import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sendResponse } from './send-response.ts'

test.each([
  [1.2, '2'],
  [0, '0'],
  [1e300, '86400'],
  [-5, undefined],
  ['5\r\nx-more: 1', undefined],
])('a skill that wants to be asked again in %j seconds has the header %s', async (wait, header) => {
  await using app = fastify()
  const error = { code: 'RATE_LIMIT_EXCEEDED', message: 'Later', recoverable: true, suggested_action: 'Wait' }
  app.get('/', (_, reply) =>
    sendResponse(reply, { status: 'failed', errors: [{ ...error, details: { retry_after_seconds: wait } }] }),
  )
  const { statusCode, headers } = await app.inject('/')
  expect([statusCode, headers['retry-after']]).toEqual([429, header])
})
