import {
  CLAWHUB_DELETE,
  CLAWHUB_DELETE_VERSION,
  CLAWHUB_RESTORE_VERSION,
  CLAWHUB_STAR,
  CLAWHUB_UNDELETE,
  CLAWHUB_UNSTAR,
  CLAWHUB_VERIFY,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { changeState } from '../../registry/change-state.ts'
import { hideSkill, showSkill } from '../../registry/set-access.ts'
import type { SchemaTypes } from '../../server/schema-types.ts'
import { urlFor } from '../../server/url-for.ts'
import { ownPlaceOfSlug, placeOfSlug } from './slug.ts'
import { starSkill, unstarSkill } from './stars.ts'
import { underPrefix } from './under-prefix.ts'
import { clawhubVerification } from './verification.ts'

const DONE = { ok: true } as const
const NO_REASON = 'Done with the clawhub client, which gave no reason'

/** What owners and users do with skills, as ClawHub's clients ask for it. */
export function manageRoutes(server: FastifyInstance, hub: HubContext): void {
  // Its client sends no body where there is nothing to say.
  server.addHook('preValidation', (request, _reply, done) => {
    request.body ??= {}
    done()
  })
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...underPrefix(CLAWHUB_DELETE),
    handler: async ({ principal, params, body: { ownerHandle, reason = NO_REASON } }) => {
      await hideSkill(hub, principal, await ownPlaceOfSlug(hub, principal, { ...params, ownerHandle }), reason)
      return DONE
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_UNDELETE),
    handler: async ({ principal, params, body: { ownerHandle, reason = NO_REASON } }) => {
      await showSkill(hub, principal, await ownPlaceOfSlug(hub, principal, { ...params, ownerHandle }), reason)
      return DONE
    },
  })
  const to =
    (change: 'yank' | 'unyank') =>
    async ({ principal, params: { slug, version }, body: { ownerHandle } }: VersionRequest) => {
      const place = await ownPlaceOfSlug(hub, principal, { slug, ownerHandle })
      await changeState(hub, principal, { ...place, version }, change, NO_REASON)
      return DONE
    }
  app.route({ ...underPrefix(CLAWHUB_DELETE_VERSION), handler: to('yank') })
  app.route({ ...underPrefix(CLAWHUB_RESTORE_VERSION), handler: to('unyank') })
  app.route({
    ...underPrefix(CLAWHUB_STAR),
    handler: async ({ principal, params, query }) => {
      const isNew = await starSkill(hub, principal, await placeOfSlug(hub, principal, { ...params, ...query }))
      return { ...DONE, starred: true, alreadyStarred: !isNew }
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_UNSTAR),
    handler: async ({ principal, params, query }) => {
      const isNew = await unstarSkill(hub, principal, await placeOfSlug(hub, principal, { ...params, ...query }))
      return { ...DONE, unstarred: true, alreadyUnstarred: !isNew }
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_VERIFY),
    handler: async (request) => {
      const { principal, params, query } = request
      const place = await placeOfSlug(hub, principal, { ...params, ...query })
      return clawhubVerification(hub, principal, place, query, urlFor(hub, request))
    },
  })
}

interface VersionRequest {
  readonly principal: Principal
  readonly params: { readonly slug: string; readonly version: string }
  readonly body: { readonly ownerHandle?: string }
}
