import { SkillError } from '@skillwright/contract'
import { CLAWHUB_PUBLISH, CLAWHUB_UPLOAD, CLAWHUB_UPLOAD_URL, CLAWHUB_WHO_AM_I } from '@skillwright/hub-api'
import { PACKAGE_LIMITS, type SkillFiles } from '@skillwright/skill'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HubContext } from '../../hub-context.ts'
import { refuseUnstorable } from '../../server/refuse-unstorable.ts'
import type { SchemaTypes } from '../../server/schema-types.ts'
import { urlFor } from '../../server/url-for.ts'
import { publishUpload, readPayload } from './publish-upload.ts'
import { readUploaded, storageIdOf, type UploadedFile } from './storage-id.ts'
import { underPrefix } from './under-prefix.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024

/** The caller's identity, and publishing, as ClawHub's clients do it: by uploads, or, older ones, by a form. */
export function publishRoutes(server: FastifyInstance, hub: HubContext): void {
  const app = server.withTypeProvider<SchemaTypes>()
  app.route({
    ...underPrefix(CLAWHUB_WHO_AM_I),
    handler: ({ principal: { person } }) => ({
      user: {
        handle: person?.handle ?? null,
        displayName: person?.handle ?? null,
        image: null,
        role: person?.role === 'admin' ? 'admin' : person?.role === 'reviewer' ? 'moderator' : 'user',
      } as const,
    }),
  })
  app.route({
    ...underPrefix(CLAWHUB_UPLOAD_URL),
    handler: (request) => ({ uploadUrl: `${urlFor(hub, request)}${CLAWHUB_UPLOAD.url}`, uploadTicket: 'none' }),
  })
  void server.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    uploads.route<{ Body: Buffer | undefined }>({
      ...underPrefix(CLAWHUB_UPLOAD),
      bodyLimit: MAX_FILE_BYTES,
      handler: async ({ body }) => ({ storageId: await storageIdOf(body ?? Buffer.alloc(0)) }),
    })
  })
  app.route({
    ...underPrefix(CLAWHUB_PUBLISH),
    // Files come as text, which takes a third more room.
    bodyLimit: Math.ceil(hub.config.maxPackageBytes * 1.4),
    handler: async (request) => {
      if (request.isMultipart()) {
        const { payload, files } = await readForm(request)
        return publishUpload(hub, request.principal, readPayload(payload), files)
      }
      const payload = readPayload(request.body)
      return publishUpload(hub, request.principal, payload, await readUploads(payload.files ?? []))
    },
  })
}

async function readUploads(uploads: readonly UploadedFile[]): Promise<SkillFiles> {
  requireRoom(uploads.reduce((sum, { size }) => sum + size, 0))
  const files = new Map<string, Uint8Array>()
  for (const upload of uploads) files.set(upload.path, await readUploaded(upload))
  return files
}

async function readForm(request: Pick<FastifyRequest, 'parts'>): Promise<{ payload: unknown; files: SkillFiles }> {
  const files = new Map<string, Uint8Array>()
  let payload: unknown
  let total = 0
  for await (const part of request.parts({ preservePath: true, limits: { fileSize: MAX_FILE_BYTES } })) {
    if (part.type === 'field') {
      if (part.fieldname === 'payload') payload = typeof part.value === 'string' ? parseJson(part.value) : part.value
      continue
    }
    const bytes = await part.toBuffer()
    total += bytes.length
    requireRoom(total)
    files.set(part.filename, bytes)
  }
  refuseUnstorable([payload, ...files.keys()])
  return { payload, files }
}

function requireRoom(bytes: number): void {
  if (bytes > PACKAGE_LIMITS.maxTotalBytes)
    throw new SkillError('INPUT_TOO_LARGE', `The files must have at most ${PACKAGE_LIMITS.maxTotalBytes} bytes in all`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SkillError('INVALID_JSON', 'Expected the payload to be JSON', { cause })
  }
}
