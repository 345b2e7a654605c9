import * as Type from 'typebox'
import { oneOf, orNull } from '../text.ts'

/** Times of ClawHub are milliseconds since 1970. */
const AT = Type.Number({ description: 'Milliseconds since 1970.' })

/** A slug in an address. */
export const SLUG = Type.String({ maxLength: 200, description: 'The name of a skill, or scope--skill.' })

/** Whose skill is meant, where a slug alone is not enough. */
export const OWNER = { ownerHandle: Type.Optional(Type.String({ maxLength: 65, description: 'The scope.' })) }

/** A skill as ClawHub shows it. */
export const CLAWHUB_SKILL = Type.Object(
  {
    slug: Type.String(),
    displayName: Type.String(),
    summary: orNull(Type.String()),
    topics: Type.Array(Type.String()),
    tags: Type.Object({ latest: Type.Optional(Type.String()) }),
    stats: Type.Object({ downloads: Type.Integer(), stars: Type.Optional(Type.Integer()) }),
    createdAt: AT,
    updatedAt: AT,
  },
  { title: 'ClawhubSkill' },
)

/** The newest version as ClawHub shows it. */
export const CLAWHUB_LATEST = Type.Object(
  {
    version: Type.String(),
    createdAt: AT,
    changelog: Type.String(),
    license: orNull(oneOf(['MIT-0'])),
  },
  { title: 'ClawhubLatestVersion' },
)

/** The owner of a scope. */
export const CLAWHUB_OWNER = Type.Object(
  { handle: Type.String(), displayName: Type.String(), image: Type.Null() },
  { title: 'ClawhubOwner' },
)

/** An item of a list of skills. */
export const CLAWHUB_ITEM = Type.Object(
  {
    ...CLAWHUB_SKILL.properties,
    ownerHandle: Type.String(),
    latestVersion: Type.Optional(CLAWHUB_LATEST),
    metadata: Type.Null(),
  },
  { title: 'ClawhubListItem' },
)

/** What was found. */
export const CLAWHUB_RESULT = Type.Object(
  {
    score: Type.Number(),
    slug: Type.String(),
    displayName: Type.String(),
    summary: orNull(Type.String()),
    version: orNull(Type.String()),
    updatedAt: AT,
    downloads: Type.Integer(),
    ownerHandle: Type.String(),
    owner: CLAWHUB_OWNER,
  },
  { title: 'ClawhubSearchResult' },
)

/** A version as ClawHub shows it. */
export const CLAWHUB_VERSION = Type.Object(
  {
    version: Type.String(),
    createdAt: AT,
    changelog: Type.String(),
    changelogSource: Type.Null(),
    state: Type.String(),
  },
  { title: 'ClawhubVersion' },
)

/** What became of a version that is not published. */
export const CLAWHUB_MODERATION = Type.Object(
  {
    isSuspicious: Type.Boolean(),
    isMalwareBlocked: Type.Boolean(),
    verdict: oneOf(['malicious', 'suspicious']),
    reasonCodes: Type.Array(Type.String()),
    summary: Type.String(),
    updatedAt: AT,
    engineVersion: Type.Null(),
    evidence: Type.Array(Type.String()),
  },
  { title: 'ClawhubModeration' },
)
