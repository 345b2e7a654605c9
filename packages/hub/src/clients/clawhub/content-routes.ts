import { CLAWHUB_DOWNLOAD, CLAWHUB_READ_FILE, type Wire } from '@skillwright/hub-api'
import type { FastifyInstance } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import { findSkill } from '../../registry/find-skill.ts'
import { type FoundVersion, findVersion } from '../../registry/find-version.ts'
import { requireUse } from '../../registry/open-package.ts'
import { readPackageFile } from '../../registry/read-package-files.ts'
import { registryOf } from '../../registry/registry-of.ts'
import { isCurrent } from '../../server/is-current.ts'
import { isText, sendFile } from '../send-file.ts'
import { formOf } from './form-of.ts'
import { placeOfSlug, wordsOfClawhub } from './slug.ts'
import { underPrefix } from './under-prefix.ts'

const MAX_PREVIEW_BYTES = 200_000

type DownloadQuery = Wire<typeof CLAWHUB_DOWNLOAD.schema.querystring>
type FileQuery = Wire<typeof CLAWHUB_READ_FILE.schema.querystring>

/** What is in a version, as ClawHub's clients fetch it. */
export function contentRoutes(app: FastifyInstance, hub: HubContext): void {
  app.route<{ Querystring: DownloadQuery }>({
    ...underPrefix(CLAWHUB_DOWNLOAD),
    handler: async ({ principal, query, headers, method }, reply) => {
      const version = await findWanted(hub, principal, query)
      requireUse(version, principal)
      const etag = `"clawhub-${version.archive_sha256}"`
      reply.header('etag', etag)
      if (isCurrent(headers['if-none-match'], etag)) return reply.code(304).send()
      const { zip } = await formOf(hub, version)
      if (method === 'GET') {
        registryOf(hub).downloads.count(version.skill_id)
        hub.metrics.downloads.inc()
      }
      return reply
        .header('content-disposition', `attachment; filename="${version.name}-${version.version}.zip"`)
        .type('application/zip')
        .send(zip)
    },
  })
  app.route<{ Params: { slug: string }; Querystring: FileQuery }>({
    ...underPrefix(CLAWHUB_READ_FILE),
    handler: async ({ principal, params, query: { path, preview, ...which } }, reply) => {
      const found = await findWanted(hub, principal, { ...which, ...params })
      requireUse(found, principal)
      const { rewritten } = await formOf(hub, found)
      const { scope, name, version } = found
      const bytes = rewritten.get(path) ?? (await readPackageFile(hub, principal, { scope, name, version }, path)).bytes
      if (preview !== undefined && (!isText(bytes) || bytes.length > MAX_PREVIEW_BYTES))
        return reply.code(415).type('text/plain; charset=utf-8').send('This file has no preview')
      return sendFile(reply, bytes)
    },
  })
}

async function findWanted(
  hub: HubContext,
  principal: Principal,
  { version, tag = 'latest', ...reference }: DownloadQuery,
): Promise<FoundVersion> {
  const place = await placeOfSlug(hub, principal, reference)
  await findSkill(hub, principal, place).catch(wordsOfClawhub)
  return findVersion(hub, principal, { ...place, version: version ?? tag })
}
