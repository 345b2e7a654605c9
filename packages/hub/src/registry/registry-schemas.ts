import { NAME_PATTERN, TIERS } from './skill-name.ts'

const NAME = { type: 'string', minLength: 2, maxLength: 64, pattern: NAME_PATTERN } as const
const SCOPE = {
  type: 'string',
  minLength: 2,
  maxLength: 65,
  pattern: NAME_PATTERN.replace('^', '^@?'),
  description: 'With or without @.',
} as const
const VERSION = { type: 'string', minLength: 1, maxLength: 64, description: 'An exact version.' } as const
const WANTED = {
  type: 'string',
  minLength: 1,
  maxLength: 250,
  description: 'A version, a range such as ^1.2, or latest.',
} as const

/** Text of people: PostgreSQL has none with a NUL in it. */
export const PLAIN_TEXT = { type: 'string', minLength: 1, maxLength: 1_000, pattern: '^[^\\u0000]*$' } as const

/** Who may see and use a skill. */
export const ACCESS = { enum: ['public', 'restricted', 'private'] } as const

/** The parameters of a page. */
export const PAGE = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
  cursor: { type: 'string', maxLength: 500, description: 'next_cursor of the page before.' },
} as const

/** How a skill is named in an address. */
export const SKILL_PARAMS = object({ scope: SCOPE, name: NAME })
/** How a version that is changed is named in an address: exactly. */
export const VERSION_PARAMS = object({ scope: SCOPE, name: NAME, version: VERSION })
/** How a version that is read is named in an address. */
export const WANTED_PARAMS = object({ scope: SCOPE, name: NAME, version: WANTED })
/** How somebody is named in an address. */
export const GRANT_PARAMS = object({ scope: SCOPE, name: NAME, handle: NAME })

/** What a list of skills is asked. */
export const LIST_QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    scope: SCOPE,
    tier: { enum: TIERS },
    tag: { ...PLAIN_TEXT, maxLength: 100 },
    capability_type: { enum: ['plugin', 'api', 'knowledge', 'task'] },
    licence: { ...PLAIN_TEXT, maxLength: 100 },
    sort: { enum: ['updated', 'name'], default: 'updated' },
    ...PAGE,
  },
} as const

const TEXT = { type: 'string' } as const
const TEXT_OR_NULL = { type: ['string', 'null'] } as const
const ANYTHING = { type: 'object', additionalProperties: true } as const

const SUMMARY = {
  version: TEXT,
  state: { enum: ['pending', 'published', 'quarantined', 'yanked'] },
  deprecated: TEXT_OR_NULL,
  digest: TEXT,
  archive_sha256: TEXT,
  archive_bytes: { type: 'integer' },
  signed_by: TEXT_OR_NULL,
  published_by: TEXT,
  published_at: TEXT,
  log_index: { type: ['integer', 'null'] },
} as const

/** One version where several are. */
export const SUMMARY_SCHEMA = { type: 'object', properties: SUMMARY } as const

/** A skill. */
export const SKILL_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  properties: {
    scope: TEXT,
    name: TEXT,
    full_name: TEXT,
    access: ACCESS,
    tier: { enum: TIERS },
    latest: TEXT_OR_NULL,
    deprecated: TEXT_OR_NULL,
    title: TEXT,
    description: TEXT,
    created_at: TEXT,
    updated_at: TEXT,
    downloads: { type: 'integer' },
    latest_version: { type: ['object', 'null'], additionalProperties: true },
  },
} as const

/** A version with everything that is known of it. */
export const VERSION_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  properties: {
    full_name: TEXT,
    ...SUMMARY,
    tier: { enum: TIERS },
    access: ACCESS,
    state_reason: TEXT_OR_NULL,
    findings: { type: 'array', items: ANYTHING },
    scan: ANYTHING,
    comparison: { type: ['object', 'null'], additionalProperties: true },
    signature: { type: ['object', 'null'], additionalProperties: true },
  },
} as const

/** What became of a package. */
export const OUTCOME_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  properties: {
    name: TEXT,
    version: TEXT,
    state: SUMMARY.state,
    access: ACCESS,
    reasons: { type: 'array', items: TEXT },
    findings: { type: 'array', items: ANYTHING },
    scan: ANYTHING,
    comparison: { type: ['object', 'null'], additionalProperties: true },
    digest: TEXT,
    archive_sha256: TEXT,
    signed_by: TEXT_OR_NULL,
    log_index: { type: 'integer' },
    dry_run: { type: 'boolean' },
  },
} as const

/** A page of something. */
export function pageOf(items: object) {
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next_cursor: TEXT_OR_NULL },
  }
}

function object(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), properties }
}
