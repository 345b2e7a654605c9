import * as Type from 'typebox'
import type { Operation } from '../operation.ts'
import { BYTES, oneOf, orNull } from '../text.ts'

const TAGS = ['clawhub'] as const
const WORD = Type.String({ maxLength: 200 })
const CONFIG_FILE = Type.Object(
  { apiBase: Type.String(), authBase: Type.String() },
  { title: 'ClawhubConfig', description: 'Where the API is.' },
)

/** A file that a client says it has uploaded. */
const UPLOADED_FILE = Type.Object({
  path: Type.String({ maxLength: 1_000 }),
  size: Type.Integer({ minimum: 0, maximum: 10_485_760 }),
  sha256: WORD,
  storageId: Type.String(),
})

/** What ClawHub's clients say of a version they publish, as far as it is heard. */
export const PUBLISH_PAYLOAD = Type.Object(
  {
    slug: WORD,
    version: WORD,
    ownerHandle: Type.Optional(WORD),
    changelog: Type.Optional(Type.String({ maxLength: 10_000 })),
    files: Type.Optional(Type.Array(UPLOADED_FILE, { maxItems: 2_000 })),
  },
  { title: 'ClawhubPublishPayload' },
)

/** Says where the API is. */
export const CLAWHUB_CONFIG = {
  method: 'GET',
  url: '/.well-known/clawhub.json',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'clawhubConfig',
    tags: TAGS,
    summary: 'Where the API is',
    response: { 200: CONFIG_FILE },
  },
} as const satisfies Operation

/** The same under the older name. */
export const CLAWDHUB_CONFIG = {
  ...CLAWHUB_CONFIG,
  url: '/.well-known/clawdhub.json',
  schema: { ...CLAWHUB_CONFIG.schema, operationId: 'clawdhubConfig', summary: 'Where the API is, for older clients' },
} as const satisfies Operation

/** Says whose token it is. */
export const CLAWHUB_WHO_AM_I = {
  method: 'GET',
  url: '/api/v1/whoami',
  config: { needs: 'signed-in', isOfToken: true },
  schema: {
    operationId: 'clawhubWhoAmI',
    tags: TAGS,
    summary: 'Whose token it is',
    response: {
      200: Type.Object(
        {
          user: Type.Object({
            handle: orNull(Type.String()),
            displayName: orNull(Type.String()),
            image: Type.Null(),
            role: oneOf(['admin', 'moderator', 'user']),
          }),
        },
        { description: 'The person.' },
      ),
    },
  },
} as const satisfies Operation

/** Says where to upload. */
export const CLAWHUB_UPLOAD_URL = {
  method: 'POST',
  url: '/api/v1/skills/-/upload-url',
  config: { needs: 'publish', rate: 'read' },
  schema: {
    operationId: 'clawhubUploadUrl',
    tags: TAGS,
    summary: 'Where to upload a file to',
    response: {
      200: Type.Object({ uploadUrl: Type.String(), uploadTicket: Type.String() }, { description: 'The address.' }),
    },
  },
} as const satisfies Operation

/** Uploads a file. */
export const CLAWHUB_UPLOAD = {
  method: 'POST',
  url: '/api/v1/skills/-/uploads',
  config: { needs: 'publish' },
  schema: {
    operationId: 'clawhubUpload',
    tags: TAGS,
    summary: 'Upload a file',
    body: { description: 'The file.', content: { '*/*': { schema: BYTES } } },
    response: { 200: Type.Object({ storageId: Type.String() }, { description: 'What to publish it by.' }) },
  },
} as const satisfies Operation

/** Publishes a version. */
export const CLAWHUB_PUBLISH = {
  method: 'POST',
  url: '/api/v1/skills',
  config: { needs: 'publish' },
  schema: {
    operationId: 'clawhubPublish',
    tags: TAGS,
    summary: 'Publish a version',
    body: {
      description: 'What was uploaded, or a form with the payload and the files.',
      content: {
        'application/json': { schema: PUBLISH_PAYLOAD },
        'multipart/form-data': {
          schema: Type.Object({
            payload: Type.String({ description: 'The payload as JSON, without files.' }),
            files: Type.Array(BYTES),
          }),
        },
      },
    },
    response: {
      200: Type.Object(
        {
          ok: Type.Boolean(),
          skillId: Type.String(),
          versionId: Type.String(),
          slug: Type.String(),
          version: Type.String(),
          access: Type.String(),
          status: oneOf(['published', 'pending']),
          publicationStatus: oneOf(['published', 'pending']),
        },
        { description: 'The version.' },
      ),
    },
  },
} as const satisfies Operation
