import { READ_SETTINGS, TIERS } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import type { SchemaTypes } from './schema-types.ts'

/** What the operator decided, over HTTP. */
export function settingsRoutes({ config }: HubContext): (app: FastifyInstance) => void {
  return (app) => {
    const { registration, oidc, maxPackageBytes, verify, calls } = config
    app.withTypeProvider<SchemaTypes>().route({
      ...READ_SETTINGS,
      handler: () => ({
        registration,
        provider: oidc !== undefined,
        max_package_bytes: maxPackageBytes,
        verify,
        calls: {
          tiers: TIERS.filter((tier) => calls.tiers.includes(tier)),
          hosts: [...calls.hosts],
          anonymous: calls.anonymous,
          per_day: calls.perDay,
          keep_days: calls.keepDays,
        },
      }),
    })
  }
}
