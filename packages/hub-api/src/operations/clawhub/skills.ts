import type { TProperties } from 'typebox'
import * as Type from 'typebox'
import type { Operation } from '../operation.ts'
import { BYTES, oneOf, orNull, TEXT } from '../text.ts'
import {
  CLAWHUB_ITEM,
  CLAWHUB_LATEST,
  CLAWHUB_MODERATION,
  CLAWHUB_OWNER,
  CLAWHUB_RESULT,
  CLAWHUB_SKILL,
  CLAWHUB_VERSION,
  OWNER,
  SLUG,
} from './documents.ts'

const TAGS = ['clawhub'] as const
const ANYONE = { needs: 'anyone' } as const
const LIMIT = Type.Integer({ minimum: 1, maximum: 200, default: 25 })
const CURSOR = Type.Optional(Type.String({ maxLength: 500, description: 'nextCursor of the page before.' }))
const VERSION = Type.String({ maxLength: 100 })
const SHA256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const WHICH = { ...OWNER, version: Type.Optional(VERSION), tag: Type.Optional(oneOf(['latest'])) }

// Its clients may send more than is heard here.
const query = <Properties extends TProperties>(properties: Properties) => Type.Object(properties)
const params = Type.Object({ slug: SLUG })

/** Searches. */
export const CLAWHUB_SEARCH = {
  method: 'GET',
  url: '/api/v1/search',
  config: ANYONE,
  schema: {
    operationId: 'clawhubSearch',
    tags: TAGS,
    summary: 'Search',
    querystring: query({
      q: Type.String({ maxLength: 500 }),
      limit: LIMIT,
      mode: Type.Optional(Type.String({ maxLength: 40, description: 'exact: only a skill of that name.' })),
    }),
    response: { 200: Type.Object({ results: Type.Array(CLAWHUB_RESULT) }, { description: 'The best first.' }) },
  },
} as const satisfies Operation

/** Lists skills. */
export const CLAWHUB_LIST = {
  method: 'GET',
  url: '/api/v1/skills',
  config: ANYONE,
  schema: {
    operationId: 'clawhubListSkills',
    tags: TAGS,
    summary: 'The skills you may see',
    querystring: query({
      limit: LIMIT,
      cursor: CURSOR,
      sort: Type.Optional(
        Type.String({ maxLength: 40, description: 'name; everything else is the newest release first.' }),
      ),
      prefix: Type.Optional(Type.String({ maxLength: 64, description: 'How the name begins.' })),
    }),
    response: {
      200: Type.Object(
        { items: Type.Array(CLAWHUB_ITEM), nextCursor: orNull(Type.String()) },
        { description: 'A page of them.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads a skill. */
export const CLAWHUB_READ = {
  method: 'GET',
  url: '/api/v1/skills/:slug',
  config: ANYONE,
  schema: {
    operationId: 'clawhubReadSkill',
    tags: TAGS,
    summary: 'A skill',
    params,
    querystring: query(OWNER),
    response: {
      200: Type.Object(
        {
          skill: CLAWHUB_SKILL,
          latestVersion: Type.Union([CLAWHUB_LATEST, Type.Null()]),
          metadata: Type.Null(),
          owner: CLAWHUB_OWNER,
          moderation: Type.Null(),
        },
        { description: 'The skill.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads what holds a version up. */
export const CLAWHUB_READ_MODERATION = {
  method: 'GET',
  url: '/api/v1/skills/:slug/moderation',
  config: ANYONE,
  schema: {
    operationId: 'clawhubReadModeration',
    tags: TAGS,
    summary: 'What holds up its newest version',
    params,
    querystring: query(OWNER),
    response: {
      200: Type.Object(
        { moderation: Type.Union([CLAWHUB_MODERATION, Type.Null()]) },
        { description: 'Null when nothing does.' },
      ),
    },
  },
} as const satisfies Operation

/** Says what to install. */
export const CLAWHUB_INSTALL = {
  method: 'GET',
  url: '/api/v1/skills/:slug/install',
  config: ANYONE,
  schema: {
    operationId: 'clawhubResolveInstall',
    tags: TAGS,
    summary: 'What to install',
    params,
    querystring: query(OWNER),
    response: {
      200: Type.Object(
        {
          ok: Type.Boolean(),
          slug: Type.String(),
          installKind: oneOf(['archive']),
          archive: Type.Object({ version: Type.String(), downloadUrl: Type.String() }),
        },
        { description: 'Where it is.' },
      ),
      410: Type.Object(
        {
          ok: Type.Boolean(),
          slug: Type.String(),
          reason: Type.String(),
          message: Type.String(),
          status: Type.Integer(),
        },
        { description: 'It was taken back.' },
      ),
    },
  },
} as const satisfies Operation

/** Lists versions. */
export const CLAWHUB_LIST_VERSIONS = {
  method: 'GET',
  url: '/api/v1/skills/:slug/versions',
  config: ANYONE,
  schema: {
    operationId: 'clawhubListVersions',
    tags: TAGS,
    summary: 'Its versions, the newest first',
    params,
    querystring: query({ ...OWNER, limit: LIMIT, cursor: CURSOR }),
    response: {
      200: Type.Object(
        { items: Type.Array(CLAWHUB_VERSION), nextCursor: orNull(Type.String()) },
        { description: 'A page of them.' },
      ),
    },
  },
} as const satisfies Operation

/** Reads a version. */
export const CLAWHUB_READ_VERSION = {
  method: 'GET',
  url: '/api/v1/skills/:slug/versions/:version',
  config: ANYONE,
  schema: {
    operationId: 'clawhubReadVersion',
    tags: TAGS,
    summary: 'A version',
    params: Type.Object({ slug: SLUG, version: VERSION }),
    querystring: query(OWNER),
    response: {
      200: Type.Object(
        {
          version: Type.Object({
            ...CLAWHUB_VERSION.properties,
            license: CLAWHUB_LATEST.properties.license,
            files: Type.Array(Type.Object({ path: Type.String(), sha256: Type.String(), size: Type.Integer() })),
          }),
          skill: Type.Object({ slug: Type.String(), displayName: Type.String() }),
        },
        { description: 'The version.' },
      ),
    },
  },
} as const satisfies Operation

const MATCH = Type.Union([Type.Object({ version: Type.String() }), Type.Null()])

/** Finds the version that some files are. */
export const CLAWHUB_RESOLVE = {
  method: 'GET',
  url: '/api/v1/resolve',
  config: ANYONE,
  schema: {
    operationId: 'clawhubResolve',
    tags: TAGS,
    summary: 'The version that some files are',
    querystring: query({ slug: SLUG, hash: SHA256, ...OWNER }),
    response: {
      200: Type.Object(
        { slug: Type.String(), match: MATCH, latestVersion: MATCH },
        { description: 'Null where there is none.' },
      ),
    },
  },
} as const satisfies Operation

/** Downloads a version. */
export const CLAWHUB_DOWNLOAD = {
  method: 'GET',
  url: '/api/v1/download',
  config: ANYONE,
  schema: {
    operationId: 'clawhubDownload',
    tags: TAGS,
    summary: 'The files of a version as a ZIP',
    querystring: query({ slug: SLUG, ...WHICH }),
    response: {
      200: { description: 'The files.', content: { 'application/zip': { schema: BYTES } } },
      304: Type.Null({ description: 'It is what the caller has already (If-None-Match).' }),
    },
  },
} as const satisfies Operation

/** Reads a file. */
export const CLAWHUB_READ_FILE = {
  method: 'GET',
  url: '/api/v1/skills/:slug/file',
  config: ANYONE,
  schema: {
    operationId: 'clawhubReadFile',
    tags: TAGS,
    summary: 'One file of a version, as it is',
    params,
    querystring: query({
      ...WHICH,
      path: Type.String({ maxLength: 300 }),
      preview: Type.Optional(Type.String({ maxLength: 10 })),
    }),
    response: {
      200: {
        description: 'The file.',
        content: { 'text/plain': { schema: TEXT }, 'application/octet-stream': { schema: BYTES } },
      },
    },
  },
} as const satisfies Operation
