import { READ_VERIFICATION } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { placeOf } from '../registry/place-of.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { readVerification } from './verification.ts'

/** What the hub's own verify run of a version showed, over HTTP. */
export function verificationRoutes(app: FastifyInstance, hub: HubContext): void {
  app.withTypeProvider<SchemaTypes>().route({
    ...READ_VERIFICATION,
    handler: ({ principal, params }) => readVerification(hub, principal, placeOf(params)),
  })
}
