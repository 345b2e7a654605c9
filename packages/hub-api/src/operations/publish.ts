import * as Type from 'typebox'
import { EXAMINATION } from './examination.ts'
import { SKILL_NAME, SKILL_PARAMS, VERSION_PARAMS } from './names.ts'
import { DONE, type Operation } from './operation.ts'
import { ACCESS, STATE } from './skill.ts'
import { BYTES, orNull, text, withDefault } from './text.ts'

const TAGS = ['publish'] as const
const PUBLISH = { needs: 'publish' } as const

/** The media types a package may be sent as. */
export const PACKAGE_TYPES = ['application/gzip', 'application/x-gzip', 'application/octet-stream'] as const

/** What became of a package. */
export const PUBLISH_OUTCOME = Type.Object(
  {
    ...SKILL_NAME,
    version: Type.String(),
    state: STATE,
    access: ACCESS,
    reasons: Type.Array(Type.String(), { description: 'Why it is not published at once.' }),
    ...EXAMINATION,
    digest: Type.String(),
    archive_sha256: Type.String(),
    signed_by: orNull(Type.String()),
    log_index: Type.Optional(
      Type.Integer({ description: 'Its place in the publish log; absent while it is not published, or private.' }),
    ),
    dry_run: Type.Boolean(),
  },
  { title: 'PublishOutcome', description: 'The version and its state.' },
)

/** Publishes a version. */
export const PUBLISH_VERSION = {
  method: 'PUT',
  url: '/v1/skills/:scope/:skill/versions/:version',
  config: PUBLISH,
  schema: {
    operationId: 'publishVersion',
    tags: TAGS,
    summary: 'Publish a version: the body is the package, a gzipped tar with SKILL.md at its root',
    description:
      'A version never changes: the same files again, by who published them, are answered as the first time with 200; other files are a conflict.',
    params: VERSION_PARAMS,
    querystring: Type.Object(
      {
        dry_run: withDefault(Type.Boolean({ description: 'Report what would happen, and store nothing.' }), false),
        access: Type.Optional({
          ...ACCESS,
          description: 'Of a new skill; what the package states when absent, else public.',
        }),
        digest: Type.Optional(
          Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description: 'Digest of its files; others are refused.' }),
        ),
      },
      { additionalProperties: false },
    ),
    headers: Type.Object({
      'skillwright-signature': Type.Optional(
        Type.String({ maxLength: 8_000, description: 'Base64 of { "envelope": …, "public_key": "PEM" } as JSON.' }),
      ),
    }),
    body: {
      description: 'The package.',
      content: {
        [PACKAGE_TYPES[0]]: { schema: BYTES },
        [PACKAGE_TYPES[1]]: { schema: BYTES },
        [PACKAGE_TYPES[2]]: { schema: BYTES },
      },
    },
    response: { 200: PUBLISH_OUTCOME, 201: PUBLISH_OUTCOME },
  },
} as const satisfies Operation

const DEPRECATION = Type.Object(
  { message: orNull(text(1_000, { description: 'What to use instead; null takes it back.' })) },
  { additionalProperties: false },
)

/** Deprecates a skill. */
export const DEPRECATE_SKILL = {
  method: 'PUT',
  url: '/v1/skills/:scope/:skill/deprecation',
  config: PUBLISH,
  schema: {
    operationId: 'deprecateSkill',
    tags: TAGS,
    summary: 'Deprecate a skill',
    params: SKILL_PARAMS,
    body: DEPRECATION,
    response: { 204: DONE },
  },
} as const satisfies Operation

/** Deprecates a version. */
export const DEPRECATE_VERSION = {
  method: 'PUT',
  url: '/v1/skills/:scope/:skill/versions/:version/deprecation',
  config: PUBLISH,
  schema: {
    operationId: 'deprecateVersion',
    tags: TAGS,
    summary: 'Deprecate a version',
    params: VERSION_PARAMS,
    body: DEPRECATION,
    response: { 204: DONE },
  },
} as const satisfies Operation
