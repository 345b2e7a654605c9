import * as Type from 'typebox'
import { NAME_PATTERN, SCOPE } from './names.ts'
import type { Operation } from './operation.ts'
import { pageOf, pageQuery } from './page.ts'
import { orNull, TIME, text, withDefault } from './text.ts'

const TAGS = ['collections'] as const
const MOST_SKILLS = 200
const COLLECTION = Type.String({ minLength: 2, maxLength: 64, pattern: NAME_PATTERN })

const NAME = {
  name: Type.String({ description: 'The full name, @scope/collection.' }),
  scope: Type.String(),
  collection: Type.String({ description: 'The name inside the scope.' }),
}
const MEMBER = { name: text(140, { description: '@scope/skill' }), range: text(100, { description: 'Such as ^1.2.' }) }

/** A set of skills that belong together, as its author writes it. */
export const COLLECTION_MANIFEST = Type.Object(
  {
    description: text(1_000),
    skills: Type.Array(Type.Object(MEMBER, { additionalProperties: false }), { minItems: 1, maxItems: MOST_SKILLS }),
  },
  { title: 'CollectionManifest', additionalProperties: false },
)

/** A version of a collection. */
export const COLLECTION_VERSION = Type.Object(
  {
    ...NAME,
    version: Type.String(),
    versions: Type.Array(Type.String(), { description: 'All there are, the newest first.' }),
    description: Type.String(),
    digest: Type.String(),
    published_by: Type.String(),
    published_at: TIME,
    log_index: orNull(Type.Integer()),
    skills: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          range: Type.String(),
          version: orNull(Type.String({ description: 'What the caller would get now; null when none.' })),
          digest: orNull(Type.String()),
          problem: Type.Optional(Type.String({ description: 'Why there is none.' })),
        },
        { title: 'CollectionMember' },
      ),
    ),
  },
  { title: 'CollectionVersion', description: 'The collection, with what its skills resolve to now.' },
)

/** A collection in a list, as its newest version says. */
const COLLECTION_SUMMARY = Type.Object(
  {
    ...NAME,
    version: Type.String({ description: 'The newest.' }),
    description: Type.String(),
    skills: Type.Integer({ description: 'How many it names.' }),
    updated_at: TIME,
  },
  { title: 'CollectionSummary' },
)

/** What became of a collection. */
export const COLLECTION_OUTCOME = Type.Object(
  { ...NAME, version: Type.String(), digest: Type.String(), log_index: Type.Integer() },
  { title: 'CollectionOutcome', description: 'It is published.' },
)

/** Lists collections. */
export const LIST_COLLECTIONS = {
  method: 'GET',
  url: '/v1/collections',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'listCollections',
    tags: TAGS,
    summary: 'All collections, by name',
    querystring: pageQuery({}),
    response: { 200: pageOf(COLLECTION_SUMMARY) },
  },
} as const satisfies Operation

/** Reads a collection. */
export const READ_COLLECTION = {
  method: 'GET',
  url: '/v1/collections/:scope/:collection',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'readCollection',
    tags: TAGS,
    summary: 'A collection, with what its skills resolve to now',
    params: Type.Object({ scope: SCOPE, collection: COLLECTION }),
    querystring: Type.Object(
      { range: withDefault(Type.String({ minLength: 1, maxLength: 100 }), 'latest') },
      { additionalProperties: false },
    ),
    response: { 200: COLLECTION_VERSION },
  },
} as const satisfies Operation

/** Publishes a version of a collection. */
export const PUBLISH_COLLECTION = {
  method: 'PUT',
  url: '/v1/collections/:scope/:collection/versions/:version',
  config: { needs: 'publish' },
  schema: {
    operationId: 'publishCollection',
    tags: TAGS,
    summary: 'Publish a version of a collection',
    description:
      'The same content again, by its publisher, is answered as the first time with 200; other content is a conflict.',
    params: Type.Object({ scope: SCOPE, collection: COLLECTION, version: text(64) }),
    body: COLLECTION_MANIFEST,
    response: { 200: COLLECTION_OUTCOME, 201: COLLECTION_OUTCOME },
  },
} as const satisfies Operation
