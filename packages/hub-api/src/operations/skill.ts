import * as Type from 'typebox'
import { SKILL_NAME, TIERS } from './names.ts'
import { mapOf, oneOf, optionals, orNull, TIME } from './text.ts'

/** Who may see and use a skill. */
export const ACCESS = oneOf(['public', 'restricted', 'private'])

/** How far a skill is trusted. */
export const TIER = oneOf(TIERS)

/** What a version can be. */
export const STATE = oneOf(['pending', 'published', 'quarantined', 'yanked'])

/** What a skill can be used as. */
export const CAPABILITY_TYPE = oneOf(['plugin', 'api', 'knowledge', 'task'])

const WORDS = Type.Array(Type.String())

/** The kinds of permissions. */
export const PERMISSION_KINDS = ['network', 'read', 'write', 'env', 'programs', 'tools'] as const

/** The six kinds of permissions, each with what is allowed. */
const PERMISSIONS = Type.Object(
  { network: WORDS, read: WORDS, write: WORDS, env: WORDS, programs: WORDS, tools: WORDS },
  { title: 'Permissions' },
)

const DEPENDENCIES = mapOf(Type.String(), {
  description: 'Skills that it needs, each with a range of versions.',
})

/** What a version states about itself. */
export const VERSION_DOCUMENT = Type.Object({
  title: Type.String(),
  description: Type.String(),
  author: Type.Optional(Type.String()),
  license: Type.Optional(Type.String({ description: 'SPDX identifier, such as MIT.' })),
  homepage: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  tags: WORDS,
  capability_type: CAPABILITY_TYPE,
  dialect: oneOf(['standard', 'agentskills', 'clawhub', 'hermes', 'claude-code', 'codex', 'script']),
  hermes_version: Type.Optional(Type.String()),
  tools_required: WORDS,
  tools_optional: WORDS,
  permissions: PERMISSIONS,
  dependencies: Type.Optional(DEPENDENCIES),
  asks_for: Type.Array(Type.String(), { description: 'The permissions as sentences.' }),
  entry: Type.Optional(Type.String()),
  actions: Type.Array(
    Type.Object({ name: Type.String(), description: Type.String(), idempotent: Type.Boolean() }, { title: 'Action' }),
  ),
  when_to_use: WORDS,
  changes: WORDS,
})

/** What is said of a version wherever several are. */
export const VERSION_SUMMARY = Type.Object(
  {
    version: Type.String(),
    state: STATE,
    deprecated: orNull(Type.String()),
    digest: Type.String({ description: 'Of its files: sha256:…' }),
    archive_sha256: Type.String(),
    archive_bytes: Type.Integer(),
    signed_by: orNull(Type.String({ description: 'The name of the author’s key.' })),
    published_by: Type.String(),
    published_at: TIME,
    log_index: orNull(Type.Integer({ description: 'Its place in the publish log; null while it has none.' })),
  },
  { title: 'VersionSummary' },
)

/** A skill, with what its newest version states; one without a released version has none. */
export const SKILL = Type.Object(
  {
    ...SKILL_NAME,
    access: ACCESS,
    tier: TIER,
    latest: orNull(Type.String({ description: 'The newest version; null while none is available.' })),
    deprecated: orNull(Type.String({ description: 'What to use instead.' })),
    created_at: TIME,
    updated_at: TIME,
    ...optionals(VERSION_DOCUMENT.properties),
    latest_version: Type.Union([VERSION_SUMMARY, Type.Null()]),
    downloads: Type.Integer(),
  },
  { title: 'Skill', description: 'A skill.' },
)
