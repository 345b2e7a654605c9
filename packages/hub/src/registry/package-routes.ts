import { isUtf8 } from 'node:buffer'
import { SkillError } from '@skillwright/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { type FoundVersion, findVersion } from './find-version.ts'
import { openFound, requireUse } from './open-package.ts'
import { describeVersion, listFiles, readPackageFile } from './read-package-files.ts'
import { WANTED_PARAMS } from './registry-schemas.ts'
import { fullName, scopeOf } from './skill-name.ts'

const TAGS = ['packages']
const CONFIG = { needs: 'anyone' } as const
const ANYTHING = { type: 'object', additionalProperties: true } as const

interface VersionParams {
  readonly scope: string
  readonly name: string
  readonly version: string
}

/** What is in packages, over HTTP. */
export function packageRoutes(app: FastifyInstance, hub: HubContext): void {
  app.route<{ Params: VersionParams; Querystring: { digest?: string } }>({
    // Fastify's own HEAD would read the package to know how long it is.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/v1/skills/:scope/:name/versions/:version/package',
    config: CONFIG,
    schema: {
      tags: TAGS,
      summary: 'The package of a version, a gzipped tar with SKILL.md at its root',
      operationId: 'downloadPackage',
      params: WANTED_PARAMS,
      querystring: {
        type: 'object',
        additionalProperties: false,
        properties: { digest: { type: 'string', maxLength: 100, description: 'Refuse any other content.' } },
      },
      produces: ['application/gzip'],
    },
    async handler({ principal, params, query, method, headers }, reply) {
      const version = await findVersion(hub, principal, placeOf(params))
      if (query.digest !== undefined && query.digest !== version.digest) throw otherDigest(version, query.digest)
      requireUse(version, principal)
      const etag = `"${version.archive_sha256}"`
      const isKnown = headers['if-none-match'] === etag
      // Opened before a header is set: a failure is then answered as one.
      const opened = isKnown || method === 'HEAD' ? undefined : await openFound(hub, principal, version)
      reply.headers({
        etag,
        'cache-control': cacheControl(version, params.version),
        'repr-digest': `sha-256=:${Buffer.from(version.archive_sha256, 'hex').toString('base64')}:`,
        'skillwright-digest': version.digest,
        'skillwright-version': version.version,
        'skillwright-state': version.state,
      })
      if (isKnown) return reply.code(304).send()
      return reply
        .header('content-length', version.archive_bytes)
        .header('content-disposition', `attachment; filename="${version.name}-${version.version}.tgz"`)
        .type('application/gzip')
        .send(opened?.bytes ?? opened?.stream)
    },
  })
  app.get<{ Params: VersionParams }>(
    '/v1/skills/:scope/:name/versions/:version/files',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'The files of a version',
        operationId: 'listFiles',
        params: WANTED_PARAMS,
        response: { 200: ANYTHING },
      },
    },
    ({ principal, params }) => listFiles(hub, principal, placeOf(params)),
  )
  app.get<{ Params: VersionParams & { '*': string } }>(
    '/v1/skills/:scope/:name/versions/:version/files/*',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'One file of a version, as it is',
        operationId: 'readFile',
        params: {
          ...WANTED_PARAMS,
          properties: { ...WANTED_PARAMS.properties, '*': { type: 'string', maxLength: 300 } },
        },
      },
    },
    async ({ principal, params }, reply) => {
      const { version, bytes } = await readPackageFile(hub, principal, placeOf(params), params['*'])
      return sendFile(reply, bytes, cacheControl(version, params.version))
    },
  )
  app.get<{ Params: VersionParams }>(
    '/v1/skills/:scope/:name/versions/:version/descriptor',
    {
      config: CONFIG,
      schema: {
        tags: TAGS,
        summary: 'How to call a version over HTTP, when a service answers for it',
        operationId: 'readDescriptor',
        params: WANTED_PARAMS,
        response: { 200: ANYTHING },
      },
    },
    ({ principal, params }) => describeVersion(hub, principal, placeOf(params)),
  )
}

/** A file somebody uploaded must never be taken for a page of the hub: it is text or bytes, whatever it says it is. */
function sendFile(reply: FastifyReply, bytes: Uint8Array, cache: string): FastifyReply {
  const isText = isUtf8(bytes) && !bytes.includes(0)
  return reply
    .headers({
      'cache-control': cache,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .type(isText ? 'text/plain; charset=utf-8' : 'application/octet-stream')
    .send(bytes)
}

/** An exact version never changes; a range may mean another one tomorrow, and who may see it is nobody's in between to say. */
function cacheControl({ access, version }: FoundVersion, asked: string): string {
  if (asked !== version) return 'no-cache'
  return `${access === 'public' ? 'public' : 'private'}, max-age=86400, immutable`
}

function placeOf({ scope, name, version }: VersionParams): VersionParams {
  return { scope: scopeOf(scope), name, version }
}

function otherDigest(version: FoundVersion, digest: string): SkillError {
  return new SkillError(
    'INTEGRITY_FAILED',
    `${fullName(version)} ${version.version} has the digest ${version.digest}, expected was ${digest}`,
    { hint: 'Do not install it: your lock names other content', details: { digest: version.digest } },
  )
}
