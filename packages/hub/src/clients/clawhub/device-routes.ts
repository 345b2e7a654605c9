import { SkillError } from '@skillwright/contract'
import { CLAWHUB_DEVICE_CODE, CLAWHUB_DEVICE_TOKEN } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import { beginDeviceLogin, INTERVAL_SECONDS, pollDeviceLogin } from '../../people/device-login.ts'
import type { SchemaTypes } from '../../server/schema-types.ts'
import { urlFor } from '../../server/url-for.ts'

/** Failures of a device login, in the words of RFC 8628, which its clients know. */
const WORDS: Readonly<Record<string, string>> = {
  RATE_LIMIT_EXCEEDED: 'slow_down',
  PERMISSION_DENIED: 'access_denied',
  AUTHENTICATION_REQUIRED: 'expired_token',
}

/** Signing ClawHub's client in by a code that a user types at this hub. */
export function deviceRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...CLAWHUB_DEVICE_CODE,
    handler: async (request) => {
      const { deviceCode, userCode, expiresSeconds } = await beginDeviceLogin(hub, {
        name: `clawhub: ${request.body.label ?? 'device login'}`.slice(0, 100),
        scopes: ['read', 'publish'],
        address: request.ip,
      })
      return {
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: `${urlFor(hub, request)}/device`,
        expires_in: expiresSeconds,
        interval: INTERVAL_SECONDS,
      }
    },
  })
  server.route<{ Body: { readonly device_code: string } }>({
    ...CLAWHUB_DEVICE_TOKEN,
    handler: async ({ body }, reply) => {
      try {
        const made = await pollDeviceLogin(hub, body.device_code)
        if (made === undefined) return reply.code(400).send({ error: 'authorization_pending' })
        return { access_token: made.token, token_type: 'Bearer', scope: 'read write' }
      } catch (thrown) {
        const error = thrown instanceof SkillError ? WORDS[thrown.code] : undefined
        if (error === undefined) throw thrown
        return reply.code(400).send({ error, ...(error === 'slow_down' ? { interval: INTERVAL_SECONDS + 5 } : {}) })
      }
    },
  })
}
