import {
  CLAWHUB_INSTALL,
  CLAWHUB_LIST_VERSIONS,
  CLAWHUB_READ,
  CLAWHUB_READ_MODERATION,
  CLAWHUB_READ_VERSION,
  CLAWHUB_RESOLVE,
  fullName,
} from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'
import { findVersion } from '../../registry/find-version.ts'
import { readSkillDocument, type SkillDocument } from '../../registry/read-skill.ts'
import { listVersions, readVersion } from '../../registry/read-version.ts'
import type { SchemaTypes } from '../../server/schema-types.ts'
import { urlFor } from '../../server/url-for.ts'
import { changelogsOf } from './changelogs.ts'
import { clawhubLicense, latestVersionOf, ownerOf, skillOf } from './documents.ts'
import { formOf } from './form-of.ts'
import { matchFingerprint } from './match-fingerprint.ts'
import { moderationOf } from './moderation.ts'
import { placeOfSlug, slugsOf, wordsOfClawhub } from './slug.ts'
import { countStars } from './stars.ts'
import { underPrefix } from './under-prefix.ts'

/** The routes about one skill and its versions, as ClawHub's clients call them. */
export function skillRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...underPrefix(CLAWHUB_READ),
    handler: async ({ principal, params, query }) => {
      const place = await placeOfSlug(hub, principal, { ...params, ...query })
      const { id, document, slug } = await readSkill(hub, principal, place)
      const changelogs = await changelogsOf(hub, id, document.latest === null ? [] : [document.latest])
      return {
        skill: skillOf(document, slug, await countStars(hub, id)),
        latestVersion: latestVersionOf(document, changelogs.get(document.latest ?? '')) ?? null,
        metadata: null,
        owner: ownerOf(document),
        moderation: null,
      }
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_READ_MODERATION),
    handler: async ({ principal, params, query }) => {
      const place = await placeOfSlug(hub, principal, { ...params, ...query })
      return moderationOf(hub, principal, place).catch(wordsOfClawhub)
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_INSTALL),
    handler: async (request, reply) => {
      const { principal, params, query } = request
      const place = await placeOfSlug(hub, principal, { ...params, ...query })
      const { slug, document } = await readSkill(hub, principal, place)
      const { latest: version } = document
      if (version === null)
        return reply
          .code(410)
          .send({ ok: false, slug, reason: 'archive_version_missing', message: 'It was taken back', status: 410 })
      const downloadUrl = `${urlFor(hub, request)}/api/v1/download?${new URLSearchParams({ slug, version })}`
      return reply.send({ ok: true, slug, installKind: 'archive', archive: { version, downloadUrl } })
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_RESOLVE),
    handler: async ({ principal, query: { hash, ...reference } }) => {
      const place = await placeOfSlug(hub, principal, reference)
      return { slug: reference.slug, ...(await matchFingerprint(hub, principal, place, hash).catch(wordsOfClawhub)) }
    },
  })
  versionRoutes(server, hub)
}

function versionRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...underPrefix(CLAWHUB_LIST_VERSIONS),
    handler: async ({ principal, params, query: { ownerHandle, ...page } }) => {
      const place = await placeOfSlug(hub, principal, { ...params, ownerHandle })
      const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
      const { items, next_cursor: nextCursor = null } = await listVersions(hub, principal, place, page)
      const changelogs = await changelogsOf(
        hub,
        id,
        items.map(({ version }) => version),
      )
      return {
        items: items.map(({ version, published_at, state }) => ({
          version,
          createdAt: Date.parse(published_at),
          changelog: changelogs.get(version) ?? '',
          changelogSource: null,
          state,
        })),
        nextCursor,
      }
    },
  })
  app.route({
    ...underPrefix(CLAWHUB_READ_VERSION),
    handler: async ({ principal, params: { slug: asked, version: wanted }, query }) => {
      const place = await placeOfSlug(hub, principal, { slug: asked, ...query })
      const { id, document, slug } = await readSkill(hub, principal, place)
      const found = await readVersion(hub, principal, { ...place, version: wanted })
      const { version, published_at, license, state } = found
      const { files } = await formOf(hub, await findVersion(hub, principal, { ...place, version }))
      const changelog = (await changelogsOf(hub, id, [version])).get(version) ?? ''
      const { displayName } = skillOf(document, slug)
      return {
        version: {
          ...{ version, createdAt: Date.parse(published_at), changelog, changelogSource: null, state },
          license: clawhubLicense(license),
          files,
        },
        skill: { slug, displayName },
      }
    },
  })
}

async function readSkill(hub: HubContext, principal: Principal, place: SkillPlace) {
  const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
  const document = JSON.parse(await readSkillDocument(hub, principal, place)) as SkillDocument
  const slug = (await slugsOf(hub, principal, [place])).get(fullName(place)) ?? place.name
  return { id, document, slug }
}
