import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { SkillError } from '@skillwright/contract'
import { DOWNLOAD_PACKAGE, fullName, LIST_FILES, READ_FILE, type WANTED_PARAMS, type Wire } from '@skillwright/hub-api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HubContext } from '../hub-context.ts'
import { isCurrent } from '../server/is-current.ts'
import type { SchemaTypes } from '../server/schema-types.ts'
import { cachedVersion, type FoundVersion, findVersion } from './find-version.ts'
import { type OpenPackage, openFound, requireUse } from './open-package.ts'
import { placeOf } from './place-of.ts'
import { pageFiles, readPackageFile } from './read-package-files.ts'

interface Download {
  Params: Wire<typeof WANTED_PARAMS>
  Querystring: Wire<typeof DOWNLOAD_PACKAGE.schema.querystring>
}

/** What is in packages, over HTTP. */
export function packageRoutes(server: FastifyInstance, hub: HubContext): void {
  server.route<Download>({
    ...DOWNLOAD_PACKAGE,
    // Fastify's own HEAD would read the package to know how long it is.
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    handler(request, reply) {
      const place = placeOf(request.params)
      const ready = cachedVersion(hub, place)
      // At once where that is possible: each promise is a noticeable part of the whole.
      if (ready !== undefined && !(ready instanceof Promise)) return sendPackage(hub, request, reply, ready)
      return Promise.resolve(ready).then(async (found) =>
        sendPackage(hub, request, reply, found ?? (await findVersion(hub, request.principal, place))),
      )
    },
  })
  server.route<{ Params: Wire<typeof READ_FILE.schema.params> }>({
    ...READ_FILE,
    handler: async ({ principal, params }, reply) => {
      const { '*': path, ...wanted } = params
      const { version, bytes } = await readPackageFile(hub, principal, placeOf(wanted), path)
      return sendFile(reply, bytes, cacheControl(version, params.version))
    },
  })
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...LIST_FILES,
    handler: ({ principal, params, query }) => pageFiles(hub, principal, placeOf(params), query),
  })
}

function sendPackage(
  hub: HubContext,
  { principal, params, query, method, headers }: FastifyRequest<Download>,
  reply: FastifyReply<Download>,
  version: FoundVersion,
): FastifyReply<Download> | Promise<FastifyReply<Download>> {
  requireUse(version, principal)
  if (query.digest !== undefined && query.digest !== version.digest) throw otherDigest(version, query.digest)
  const { ofVersion, ofArchive } = headersOf(version)
  const describe = () => reply.headers(ofVersion).header('cache-control', cacheControl(version, params.version))
  if (isCurrent(headers['if-none-match'], ofVersion.etag)) return describe().code(304).send()
  const send = (opened?: OpenPackage) => describe().headers(ofArchive).send(opened?.content)
  if (method === 'HEAD') return send()
  const from = rangeStart(headers, ofVersion.etag)
  if (from >= version.archive_bytes)
    return describe().code(416).header('content-range', `bytes */${version.archive_bytes}`).send()
  const sendRest = (opened: OpenPackage) =>
    describe()
      .code(206)
      .headers({ ...ofArchive, ...restHeaders(from, version.archive_bytes) })
      .send(restOf(opened.content, from))
  const answer = from === 0 ? send : sendRest
  // Opened before a header is set: a failure is then answered as one.
  const opened = openFound(hub, principal, version)
  return opened instanceof Promise ? opened.then(answer) : answer(opened)
}

/** Where a download that was cut off goes on (`Range: bytes=1000-`); 0 for a whole one, and for ranges that no installer asks for. */
function rangeStart(headers: FastifyRequest['headers'], etag: string): number {
  const { range, 'if-range': unless } = headers
  if (unless !== undefined && unless !== etag) return 0
  return Number(/^bytes=(\d{1,12})-$/.exec(range ?? '')?.[1] ?? 0)
}

function restHeaders(from: number, size: number): Readonly<Record<string, string | number>> {
  return { 'content-range': `bytes ${from}-${size - 1}/${size}`, 'content-length': size - from }
}

function restOf(content: OpenPackage['content'], from: number): Uint8Array | Readable {
  return content instanceof Uint8Array ? content.subarray(from) : Readable.from(skipBytes(content, from))
}

async function* skipBytes(content: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of content) {
    if (chunk.length > left) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}

/** What is said of a package beside it. */
interface PackageHeaders {
  readonly ofVersion: Readonly<Record<string, string>> & { readonly etag: string }
  readonly ofArchive: Readonly<Record<string, string | number>>
}

const headersKept = new WeakMap<FoundVersion, PackageHeaders>()

/** Made once for a version that is kept in memory. */
function headersOf(version: FoundVersion): PackageHeaders {
  const kept = headersKept.get(version)
  if (kept !== undefined) return kept
  const headers = {
    ofVersion: {
      etag: `"${version.archive_sha256}"`,
      'repr-digest': `sha-256=:${Buffer.from(version.archive_sha256, 'hex').toString('base64')}:`,
      'skillwright-digest': version.digest,
      'skillwright-version': version.version,
      'skillwright-state': version.state,
    },
    ofArchive: {
      // Before the length: Node makes bytes and then text again of one that stands after it.
      'content-disposition': `attachment; filename="${version.name}-${version.version}.tgz"`,
      'content-length': version.archive_bytes,
      'content-type': 'application/gzip',
      'accept-ranges': 'bytes',
    },
  }
  headersKept.set(version, headers)
  return headers
}

/** An uploaded file must never be taken for a page of the hub: it is text or bytes, whatever type it claims. */
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

/** An exact version never changes; a range may mean another one tomorrow, and a shared cache must not decide who may see it. */
function cacheControl({ access, version }: FoundVersion, asked: string): string {
  return `${access === 'public' ? 'public' : 'private'}, ${asked === version ? 'max-age=86400, immutable' : 'no-cache'}`
}

function otherDigest(version: FoundVersion, digest: string): SkillError {
  return new SkillError(
    'INTEGRITY_FAILED',
    `${fullName(version)} ${version.version} has the digest ${version.digest}, expected was ${digest}`,
    { hint: 'Do not install it: your lock names other content', details: { digest: version.digest } },
  )
}
