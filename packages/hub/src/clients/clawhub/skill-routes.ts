import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill, type SkillPlace } from '../../registry/find-skill.ts'
import { listFiles } from '../../registry/read-package-files.ts'
import { readSkillDocument } from '../../registry/read-skill.ts'
import { listVersions, readVersion } from '../../registry/read-version.ts'
import { fullName } from '../../registry/skill-name.ts'
import { urlFor } from '../../server/url-for.ts'
import { changelogsOf } from './changelogs.ts'
import { clawhubLicence, latestVersionOf, ownerOf, type SkillDocument, skillOf } from './documents.ts'
import { matchFingerprint } from './match-fingerprint.ts'
import { moderationOf } from './moderation.ts'
import { placeOfSlug, type SlugReference, slugsOf, wordsOfClawhub } from './slug.ts'

const CONFIG = { needs: 'anyone' } as const
const SLUG = { type: 'string', maxLength: 200 } as const
const OWNER = { ownerHandle: { type: 'string', maxLength: 65, description: 'The scope.' } } as const

interface OfSkill {
  Params: { slug: string }
  Querystring: { ownerHandle?: string }
}

/** What is told about one skill and its versions, as ClawHub's clients ask for it. */
export function skillRoutes(app: FastifyInstance, hub: HubContext): void {
  app.get<OfSkill>('/skills/:slug', describe('A skill'), async ({ principal, params, query }) => {
    const place = await placeOfSlug(hub, principal, { ...params, ...query })
    const { id, document, slug } = await readSkill(hub, principal, place)
    const changelogs = await changelogsOf(hub, id, document.latest === null ? [] : [document.latest])
    return {
      skill: skillOf(document, slug),
      latestVersion: latestVersionOf(document, changelogs.get(document.latest ?? '')) ?? null,
      metadata: null,
      owner: ownerOf(document),
      moderation: null,
    }
  })
  app.get<OfSkill>('/skills/:slug/moderation', describe('What holds up its newest version'), async (request) => {
    const { principal, params, query } = request
    const place = await placeOfSlug(hub, principal, { ...params, ...query })
    return moderationOf(hub, principal, place).catch(wordsOfClawhub)
  })
  app.get<OfSkill>('/skills/:slug/install', describe('What to install'), async (request, reply) => {
    const { principal, params, query } = request
    const place = await placeOfSlug(hub, principal, { ...params, ...query })
    const { slug, document } = await readSkill(hub, principal, place)
    const { latest: version } = document
    if (version === null)
      return reply
        .code(410)
        .send({ ok: false, slug, reason: 'archive_version_missing', message: 'It was taken back', status: 410 })
    const downloadUrl = `${urlFor(hub, request)}/api/v1/download?${new URLSearchParams({ slug, version })}`
    return { ok: true, slug, installKind: 'archive', archive: { version, downloadUrl } }
  })
  app.get<OfSkill & { Querystring: { limit?: number; cursor?: string } }>(
    '/skills/:slug/versions',
    describe('Its versions, the newest first', {
      limit: { type: 'integer', minimum: 1, maximum: 200, default: 25 },
      cursor: { type: 'string', maxLength: 500 },
    }),
    async ({ principal, params, query: { ownerHandle, ...page } }) => {
      const place = await placeOfSlug(hub, principal, { ...params, ownerHandle })
      const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
      const { items, next_cursor: nextCursor } = await listVersions(hub, principal, place, page)
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
  )
  app.get<OfSkill & { Params: { version: string } }>(
    '/skills/:slug/versions/:version',
    describe('A version'),
    async ({ principal, params: { slug: asked, version: wanted }, query }) => {
      const place = await placeOfSlug(hub, principal, { slug: asked, ...query })
      const { id, document, slug } = await readSkill(hub, principal, place)
      const found = await readVersion(hub, principal, { ...place, version: wanted })
      const { version, published_at, license, state } = found
      const { files } = await listFiles(hub, principal, { ...place, version })
      const changelog = (await changelogsOf(hub, id, [version])).get(version) ?? ''
      const { displayName } = skillOf(document, slug)
      return {
        version: {
          ...{ version, createdAt: Date.parse(published_at), changelog, changelogSource: null, state },
          license: clawhubLicence(license),
          files,
        },
        skill: { slug, displayName },
      }
    },
  )
  app.get<{ Querystring: SlugReference & { hash: string } }>(
    '/resolve',
    {
      config: CONFIG,
      schema: {
        tags: ['clawhub'],
        summary: 'The version that some files are',
        querystring: {
          type: 'object',
          required: ['slug', 'hash'],
          properties: { slug: SLUG, hash: { type: 'string', pattern: '^[0-9a-f]{64}$' }, ...OWNER },
        },
      },
    },
    async ({ principal, query: { hash, ...reference } }) => {
      const place = await placeOfSlug(hub, principal, reference)
      return { slug: reference.slug, ...(await matchFingerprint(hub, principal, place, hash).catch(wordsOfClawhub)) }
    },
  )
}

function describe(summary: string, query: Readonly<Record<string, object>> = {}) {
  return {
    config: CONFIG,
    schema: {
      tags: ['clawhub'],
      summary,
      params: {
        type: 'object',
        properties: { slug: SLUG, version: { type: 'string', maxLength: 100 } },
      },
      querystring: { type: 'object', properties: { ...OWNER, ...query } },
    },
  }
}

async function readSkill(hub: HubContext, principal: Principal, place: SkillPlace) {
  const { id } = await findSkill(hub, principal, place).catch(wordsOfClawhub)
  const document = JSON.parse(await readSkillDocument(hub, principal, place)) as SkillDocument
  const slug = (await slugsOf(hub, principal, [place])).get(fullName(place)) ?? place.name
  return { id, document, slug }
}
