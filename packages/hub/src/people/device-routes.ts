import { BEGIN_DEVICE_LOGIN, DECIDE_DEVICE_LOGIN, POLL_DEVICE_LOGIN, READ_DEVICE_LOGIN } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { urlFor } from '../server/url-for.ts'
import {
  beginDeviceLogin,
  decideDeviceLogin,
  INTERVAL_SECONDS,
  pollDeviceLogin,
  readDeviceLogin,
} from './device-login.ts'

/** Signing programs in by a code that a user types elsewhere, over HTTP. */
export function deviceRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...BEGIN_DEVICE_LOGIN,
    handler: async (request) => {
      const { deviceCode, userCode, expiresSeconds } = await beginDeviceLogin(hub, {
        ...request.body,
        address: request.ip,
      })
      const page = `${urlFor(hub, request)}/device`
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        verification_uri_complete: `${page}?code=${userCode}`,
        expires_in: expiresSeconds,
        interval: INTERVAL_SECONDS,
      }
    },
  })
  app.route({
    ...POLL_DEVICE_LOGIN,
    handler: async ({ body }, reply) => {
      const made = await pollDeviceLogin(hub, body.device_code)
      if (made === undefined) return reply.code(202).send({ state: 'pending', interval: INTERVAL_SECONDS })
      return reply.code(200).send(made)
    },
  })
  app.route({ ...READ_DEVICE_LOGIN, handler: ({ params }) => readDeviceLogin(hub, params.code) })
  app.route({
    ...DECIDE_DEVICE_LOGIN,
    handler: async ({ principal, params, body }, reply) => {
      await decideDeviceLogin(hub, principal, params.code, body.decision)
      return reply.code(204).send()
    },
  })
}
