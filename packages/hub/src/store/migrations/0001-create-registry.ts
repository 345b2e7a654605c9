import { type Kysely, PostgresAdapter, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

type Columns = Readonly<Record<string, string>>

const TABLES: Readonly<Record<string, Columns>> = {
  people: {
    id: 'text primary key',
    handle: 'text not null unique',
    kind: 'text not null',
    display_name: 'text not null',
    email: 'text',
    password_hash: 'text',
    oidc_subject: 'text unique',
    role: 'text not null',
    created_at: 'bigint not null',
    disabled_at: 'bigint',
  },
  memberships: {
    organisation_id: 'text not null references people(id)',
    person_id: 'text not null references people(id)',
    role: 'text not null',
    primary: 'key (organisation_id, person_id)',
  },
  scopes: {
    name: 'text primary key',
    skeleton: 'text not null unique',
    owner_id: 'text not null references people(id)',
    official: 'integer not null default 0',
    proof: 'text',
    proven_at: 'bigint',
    created_at: 'bigint not null',
  },
  tokens: {
    id: 'text primary key',
    person_id: 'text not null references people(id)',
    kind: 'text not null',
    name: 'text not null',
    hash: 'text not null unique',
    scopes: 'text not null',
    created_at: 'bigint not null',
    expires_at: 'bigint',
    revoked_at: 'bigint',
    last_used_at: 'bigint',
  },
  skills: {
    id: 'text primary key',
    scope: 'text not null references scopes(name)',
    name: 'text not null',
    skeleton: 'text not null',
    access: 'text not null',
    tier: 'text not null',
    latest: 'text',
    document: 'text',
    deprecated: 'text',
    downloads: 'bigint not null default 0',
    created_at: 'bigint not null',
    updated_at: 'bigint not null',
    unique: '(scope, name)',
  },
  grants: {
    skill_id: 'text not null references skills(id)',
    person_id: 'text not null references people(id)',
    primary: 'key (skill_id, person_id)',
  },
  skill_facets: {
    facet: 'text not null',
    skill_id: 'text not null references skills(id)',
    primary: 'key (facet, skill_id)',
  },
  name_neighbours: {
    neighbour: 'text not null',
    skill_id: 'text not null references skills(id)',
    primary: 'key (neighbour, skill_id)',
  },
  versions: {
    id: 'text primary key',
    skill_id: 'text not null references skills(id)',
    version: 'text not null',
    version_order: 'text not null',
    state: 'text not null',
    state_reason: 'text',
    deprecated: 'text',
    digest: 'text not null',
    archive_sha256: 'text not null',
    archive_bytes: 'bigint not null',
    files: 'text not null',
    document: 'text not null',
    contract: 'text',
    findings: 'text not null',
    scan: 'text not null',
    comparison: 'text',
    signature: 'text',
    signed_by: 'text',
    published_by: 'text not null',
    published_at: 'bigint not null',
    released_at: 'bigint',
    log_index: 'bigint',
    unique: '(skill_id, version)',
  },
  checks: {
    id: 'text primary key',
    version_id: 'text not null references versions(id)',
    kind: 'text not null',
    outcome: 'text not null',
    details: 'text not null',
    by: 'text not null',
    at: 'bigint not null',
    lease_until: 'bigint',
  },
  reports: {
    id: 'text primary key',
    kind: 'text not null',
    skill_id: 'text not null references skills(id)',
    version: 'text',
    by: 'text not null',
    reason: 'text not null',
    state: 'text not null',
    resolution: 'text',
    resolved_by: 'text',
    created_at: 'bigint not null',
    resolved_at: 'bigint',
  },
  audit: {
    id: 'counter',
    at: 'bigint not null',
    actor: 'text not null',
    action: 'text not null',
    subject: 'text not null',
    details: 'text not null',
  },
  collections: {
    id: 'text primary key',
    scope: 'text not null references scopes(name)',
    name: 'text not null',
    created_at: 'bigint not null',
    updated_at: 'bigint not null',
    unique: '(scope, name)',
  },
  collection_versions: {
    id: 'text primary key',
    collection_id: 'text not null references collections(id)',
    version: 'text not null',
    manifest: 'text not null',
    digest: 'text not null',
    published_by: 'text not null',
    published_at: 'bigint not null',
    log_index: 'bigint',
    unique: '(collection_id, version)',
  },
  changes: { id: 'counter', skill_id: 'text not null' },
  log_entries: {
    log_index: 'bigint primary key',
    at: 'bigint not null',
    entry: 'text not null',
    leaf_hash: 'text not null',
    previous_hash: 'text not null',
  },
  log_nodes: {
    level: 'integer not null',
    position: 'bigint not null',
    hash: 'text not null',
    primary: 'key (level, position)',
  },
  checkpoints: { size: 'bigint primary key', root: 'text not null', note: 'text not null', at: 'bigint not null' },
  registry_head: { id: 'integer primary key', log_size: 'bigint not null' },
  keys: { name: 'text primary key', private_pem: 'text not null', created_at: 'bigint not null' },
  mirrors: {
    id: 'text primary key',
    kind: 'text not null',
    url: 'text not null unique',
    scope: 'text not null',
    cursor: 'text not null',
    last_at: 'bigint',
    last_error: 'text',
  },
  mirrored_skills: {
    scope: 'text not null',
    name: 'text not null',
    mirror_id: 'text not null',
    source: 'text not null',
    mark: 'text not null',
    pass: 'bigint not null',
    primary: 'key (scope, name)',
  },
  clawhub_uploads: {
    version_id: 'text primary key references versions(id)',
    skill_id: 'text not null references skills(id)',
    fingerprint: 'text not null',
    changelog: 'text not null',
  },
  standard_exports: {
    archive_sha256: 'text not null',
    name: 'text not null',
    sha256: 'text not null',
    bytes: 'bigint not null',
    description: 'text not null',
    files: 'text not null',
    primary: 'key (archive_sha256, name)',
  },
}

const INDEXES: readonly (readonly [string, string])[] = [
  ['skills', 'name'],
  ['skills', 'skeleton'],
  ['skills', 'updated_at, id'],
  ['skill_facets', 'skill_id'],
  ['versions', 'state'],
  ['versions', 'skill_id, version_order'],
  ['versions', 'skill_id, released_at'],
  ['versions', 'archive_sha256'],
  ['checks', 'version_id'],
  ['checks', 'outcome'],
  ['reports', 'state'],
  ['audit', 'subject'],
  ['tokens', 'person_id'],
  ['memberships', 'person_id'],
  ['mirrored_skills', 'mirror_id'],
  ['clawhub_uploads', 'skill_id'],
]

/** The tables of the first release. */
export const createRegistry: Migration = {
  async up(db: Kysely<unknown>) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
    for (const [table, columns] of Object.entries(TABLES)) {
      const parts = Object.entries(columns).map(([name, type]) => column(name, type, isPostgres))
      await sql.raw(`create table ${table} (${parts.join(', ')})`).execute(db)
    }
    for (const [table, columns] of INDEXES) {
      const name = `${table}_by_${columns.replaceAll(', ', '_')}`
      await sql.raw(`create index ${name} on ${table} (${columns})`).execute(db)
    }
    await sql`insert into registry_head (id, log_size) values (1, 0)`.execute(db)
  },
}

function column(name: string, type: string, isPostgres: boolean): string {
  if (name === 'unique' || name === 'primary') return `${name} ${type}`
  if (type !== 'counter') return `"${name}" ${type}`
  return `"${name}" ${isPostgres ? 'bigint generated always as identity primary key' : 'integer primary key autoincrement'}`
}
