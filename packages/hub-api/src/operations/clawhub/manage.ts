import * as Type from 'typebox'
import type { Operation } from '../operation.ts'
import { oneOf, orNull, text } from '../text.ts'
import { OWNER, SLUG } from './documents.ts'

const TAGS = ['clawhub'] as const
const PUBLISH = { needs: 'publish' } as const
const SKILL = Type.Object({ slug: SLUG })
const VERSION = Type.Object({ slug: SLUG, version: Type.String({ maxLength: 100 }) })
const OWNED = Type.Object(OWNER)
// Its client sends nothing when there is nothing to say.
const WHY = Type.Object({ ...OWNER, reason: Type.Optional(text(1_000)) })
const OK = Type.Object({ ok: Type.Literal(true) }, { description: 'Done.' })
const ANYTHING = Type.Unknown({ description: 'Any JSON.' })

/** Withdraws a skill. */
export const CLAWHUB_DELETE = {
  method: 'DELETE',
  url: '/api/v1/skills/:slug',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubDeleteSkill',
    tags: TAGS,
    summary: 'Withdraw a skill, or hide it: only its scope sees it until it is restored',
    params: SKILL,
    body: WHY,
    response: { 200: OK },
  },
} as const satisfies Operation

/** Restores a skill. */
export const CLAWHUB_UNDELETE = {
  method: 'POST',
  url: '/api/v1/skills/:slug/undelete',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubUndeleteSkill',
    tags: TAGS,
    summary: 'Restore a skill for the callers who saw it before',
    params: SKILL,
    body: WHY,
    response: { 200: OK },
  },
} as const satisfies Operation

/** Withdraws a version. */
export const CLAWHUB_DELETE_VERSION = {
  method: 'DELETE',
  url: '/api/v1/skills/:slug/versions/:version',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubDeleteVersion',
    tags: TAGS,
    summary: 'Withdraw a version: it is yanked',
    params: VERSION,
    body: OWNED,
    response: { 200: OK },
  },
} as const satisfies Operation

/** Restores a version. */
export const CLAWHUB_RESTORE_VERSION = {
  method: 'POST',
  url: '/api/v1/skills/:slug/versions/:version/restore',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubRestoreVersion',
    tags: TAGS,
    summary: 'Restore a version',
    params: VERSION,
    body: OWNED,
    response: { 200: OK },
  },
} as const satisfies Operation

/** Stars a skill. */
export const CLAWHUB_STAR = {
  method: 'POST',
  url: '/api/v1/stars/:slug',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubStar',
    tags: TAGS,
    summary: 'Star a skill',
    params: SKILL,
    querystring: OWNED,
    response: {
      200: Type.Object(
        { ok: Type.Literal(true), starred: Type.Boolean(), alreadyStarred: Type.Boolean() },
        { description: 'You have starred it.' },
      ),
    },
  },
} as const satisfies Operation

/** Takes the star back. */
export const CLAWHUB_UNSTAR = {
  method: 'DELETE',
  url: '/api/v1/stars/:slug',
  config: PUBLISH,
  schema: {
    operationId: 'clawhubUnstar',
    tags: TAGS,
    summary: 'Remove your star from a skill',
    params: SKILL,
    querystring: OWNED,
    response: {
      200: Type.Object(
        { ok: Type.Literal(true), unstarred: Type.Boolean(), alreadyUnstarred: Type.Boolean() },
        { description: 'You have not starred it.' },
      ),
    },
  },
} as const satisfies Operation

/** Tells whether a version is sound. */
export const CLAWHUB_VERIFY = {
  method: 'GET',
  url: '/api/v1/skills/:slug/verify',
  config: { needs: 'anyone' },
  schema: {
    operationId: 'clawhubVerify',
    tags: TAGS,
    summary: 'The checks of a version, and whether all of them passed',
    params: SKILL,
    querystring: Type.Object({
      ...OWNER,
      version: Type.Optional(Type.String({ maxLength: 100 })),
      tag: Type.Optional(oneOf(['latest'])),
    }),
    response: {
      200: Type.Object(
        {
          schema: Type.Literal('clawhub.skill.verify.v1'),
          ok: Type.Boolean(),
          decision: oneOf(['pass', 'fail']),
          reasons: Type.Array(Type.String()),
          slug: Type.String(),
          displayName: Type.String(),
          pageUrl: Type.String(),
          publisherHandle: orNull(Type.String()),
          publisherDisplayName: orNull(Type.String()),
          publisherProfileUrl: orNull(Type.String()),
          version: Type.String(),
          resolvedFrom: oneOf(['latest', 'version', 'tag']),
          tag: orNull(Type.String()),
          createdAt: Type.Number({ description: 'Milliseconds since 1970.' }),
          card: ANYTHING,
          artifact: ANYTHING,
          provenance: ANYTHING,
          security: ANYTHING,
          signature: ANYTHING,
        },
        { title: 'ClawhubVerification', description: 'What is known.' },
      ),
    },
  },
} as const satisfies Operation
