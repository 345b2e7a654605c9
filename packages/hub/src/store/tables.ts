import type { Generated, Selectable } from 'kysely'

/** Every table of the hub. Times are milliseconds since 1970, flags 0 or 1, lists and documents JSON text: the same in SQLite and PostgreSQL. */
export interface Tables {
  people: PeopleTable
  memberships: MembershipsTable
  scopes: ScopesTable
  tokens: TokensTable
  device_logins: DeviceLoginsTable
  oauth_records: OauthRecordsTable
  skills: SkillsTable
  grants: GrantsTable
  skill_facets: SkillFacetsTable
  name_neighbours: NameNeighboursTable
  versions: VersionsTable
  rejected_files: RejectedFilesTable
  sketch_bands: SketchBandsTable
  relatives: RelativesTable
  checks: ChecksTable
  reports: ReportsTable
  audit: AuditTable
  collections: CollectionsTable
  collection_versions: CollectionVersionsTable
  changes: ChangesTable
  log_entries: LogEntriesTable
  log_nodes: LogNodesTable
  checkpoints: CheckpointsTable
  registry_head: RegistryHeadTable
  keys: KeysTable
  mirrors: MirrorsTable
  mirrored_skills: MirroredSkillsTable
  clawhub_uploads: ClawhubUploadsTable
  clawhub_forms: ClawhubFormsTable
  stars: StarsTable
  standard_exports: StandardExportsTable
  secrets: SecretsTable
  artifacts: ArtifactsTable
  allowances: AllowancesTable
  tasks: TasksTable
  task_hooks: TaskHooksTable
  call_stats: CallStatsTable
  download_days: DownloadDaysTable
  hub_facts: HubFactsTable
}

/** A person or an organisation. */
interface PeopleTable {
  id: string
  /** Kebab-case, unique, and the name of the scope every user gets. */
  handle: string
  kind: 'person' | 'organisation'
  display_name: string
  email: string | null
  password_hash: string | null
  /** `issuer subject` of an OpenID Connect account. */
  oidc_subject: string | null
  role: 'member' | 'reviewer' | 'admin'
  created_at: number
  disabled_at: number | null
}

/** Who belongs to an organisation, as what. */
interface MembershipsTable {
  organisation_id: string
  person_id: string
  role: 'owner' | 'maintainer'
}

/** A name before the slash: `@scope/name`. */
interface ScopesTable {
  name: string
  /** The name with everything that looks alike folded together; no two scopes share one. */
  skeleton: string
  /** A person or an organisation. */
  owner_id: string
  official: number
  /** How its owner was proven, as JSON; null when not. */
  proof: string | null
  proven_at: number | null
  created_at: number
}

/** The credentials a caller presents. Only the SHA-256 of the secret is stored. */
interface TokensTable {
  id: string
  person_id: string
  kind: 'token' | 'session'
  name: string
  hash: string
  /** JSON list of read, invoke, publish, account, review, admin. */
  scopes: string
  /** `@scope` or `@scope/skill` that it is good for; null for everything. */
  bound_to: string | null
  /** The token that made it; null for one that signing in made. */
  parent_id: string | null
  created_at: number
  expires_at: number | null
  revoked_at: number | null
  last_used_at: number | null
}

/** A program that waits to be signed in by a code. Only hashes of its codes are stored. */
interface DeviceLoginsTable {
  id: string
  /** Of what the program asks with. */
  device_hash: string
  /** Of what a person types. */
  user_hash: string
  name: string
  /** JSON list of what it asks for; once approved, of what it gets. */
  scopes: string
  address: string
  created_at: number
  expires_at: number
  /** When it last polled for the decision. */
  polled_at: number | null
  state: 'pending' | 'approved' | 'denied'
  /** Who decided, with which token. */
  person_id: string | null
  parent_id: string | null
  token_expires_at: number | null
}

/** What the issuer of access tokens remembers: a program that registered, a sign-in that is under way, a grant, a code. */
interface OauthRecordsTable {
  /** What it is, as the library names it. */
  model: string
  /** Only the SHA-256 of an id is stored: most are secrets. */
  id_hash: string
  /** The token that a user's consent made; null for what belongs to none. */
  grant_id: string | null
  payload: string
  expires_at: number
  consumed_at: number | null
}

/** A skill by name; what it is stands in its versions. */
interface SkillsTable {
  id: string
  scope: string
  name: string
  /** The name with everything that looks alike folded together. */
  skeleton: string
  access: 'public' | 'restricted' | 'private'
  /** What the access was before its owner hid it; null when it is not hidden. */
  hidden_access: 'public' | 'restricted' | null
  tier: 'community' | 'verified' | 'official'
  /** The newest published version; null while there is none. */
  latest: string | null
  /** What lists and reads answer, as JSON text ready to send; null while no version is published. */
  document: string | null
  deprecated: string | null
  downloads: number
  created_at: number
  updated_at: number
  /** The access in its last log entry; null while there is none, which means public. */
  logged_access: 'public' | 'restricted' | 'private' | null
  /** The deprecation in its last log entry. */
  logged_deprecated: string | null
}

/** Who may see a private skill besides the members of its scope. */
interface GrantsTable {
  skill_id: string
  person_id: string
}

/** What a list of skills is filtered by: `tag:…`, `type:…`, `license:…` in lower case. */
interface SkillFacetsTable {
  facet: string
  skill_id: string
}

/** The skeleton of every name, and what is left of it without one character: two names one edit apart share a row. */
interface NameNeighboursTable {
  neighbour: string
  skill_id: string
}

/** One immutable version of a skill. */
interface VersionsTable {
  id: string
  skill_id: string
  version: string
  /** Text that sorts as semantic versions do, whatever the collation. */
  version_order: string
  state: 'pending' | 'published' | 'quarantined' | 'yanked'
  /** Why it is in this state, in words; null when nothing needs saying. */
  state_reason: string | null
  deprecated: string | null
  /** Digest of the files, `sha256:…`. */
  digest: string
  /** SHA-256 of the stored archive, which is its name in the blob store. */
  archive_sha256: string
  archive_bytes: number
  /** JSON list of { path, sha256, size }. */
  files: string
  /** JSON of the document for readers: name, description, tags, license, permissions, actions, …. */
  document: string
  /** contract.json, when there is one. */
  contract: string | null
  /** JSON list of lint findings. */
  findings: string
  /** JSON of the scan report. */
  scan: string
  /** JSON of the comparison with the version before. */
  comparison: string | null
  /** JSON of the author's signature (DSSE envelope). */
  signature: string | null
  signed_by: string | null
  published_by: string
  /** When it was uploaded. */
  published_at: number
  /** When it was first released; null while it was not. */
  released_at: number | null
  /** Its place in the publish log. */
  log_index: number | null
  /** The state in its last log entry; null while it has none. */
  logged_state: 'published' | 'quarantined' | 'yanked' | null
  /** The deprecation in its last log entry. */
  logged_deprecated: string | null
}

/** One word of the sketch of a package, by which similar ones are found. */
interface SketchBandsTable {
  band: string
  version_id: string
}

/** What a version has beyond the published skill that it resembles. */
interface RelativesTable {
  version_id: string
  /** JSON, as it is sent. */
  details: string
}

/** A file of a version that was taken back. */
interface RejectedFilesTable {
  sha256: string
  version_id: string
  /** When it was taken back. */
  at: number
}

/** One piece of evidence about a version. */
interface ChecksTable {
  id: string
  version_id: string
  kind: 'verify' | 'sign-off'
  outcome: 'pending' | 'running' | 'pass' | 'fail' | 'unavailable'
  /** JSON. */
  details: string
  /** Handle of the person, or `hub`. */
  by: string
  at: number
  lease_until: number | null
}

/** A report about a skill, or an appeal against a decision about it. */
interface ReportsTable {
  id: string
  kind: 'report' | 'appeal'
  skill_id: string
  version: string | null
  by: string
  reason: string
  state: 'open' | 'upheld' | 'dismissed'
  resolution: string | null
  resolved_by: string | null
  created_at: number
  resolved_at: number | null
}

/** The audit log: every decision. */
interface AuditTable {
  id: Generated<number>
  at: number
  actor: string
  action: string
  subject: string
  /** JSON. */
  details: string
}

/** A named set of skills. */
interface CollectionsTable {
  id: string
  scope: string
  name: string
  created_at: number
  updated_at: number
}

/** One immutable version of a collection. */
interface CollectionVersionsTable {
  id: string
  collection_id: string
  version: string
  /** JSON: { description, skills: [{ name, range }] }. */
  manifest: string
  digest: string
  published_by: string
  published_at: number
  log_index: number | null
}

/** Skills that changed, in order, so that every node can bring its search up to date. */
interface ChangesTable {
  id: Generated<number>
  skill_id: string
}

/** The publish log: a leaf each. */
interface LogEntriesTable {
  log_index: number
  at: number
  /** JSON text exactly as hashed. */
  entry: string
  leaf_hash: string
  /** Chain hash of the entry before. */
  previous_hash: string
}

/** Complete inner nodes of the log's Merkle tree. */
interface LogNodesTable {
  level: number
  position: number
  hash: string
}

/** Signed statements of how long the log is and what its root is. */
interface CheckpointsTable {
  size: number
  root: string
  /** The signed note as text. */
  note: string
  at: number
}

/** One row: every change of the registry locks it first, so changes have one order on all nodes. */
interface RegistryHeadTable {
  id: number
  log_size: number
}

/** How often runs of a skill ended so, in an hour. */
interface CallStatsTable {
  skill: string
  /** When the hour began. */
  hour: number
  /** Of the first error; OK without one. */
  code: string
  /** How long they took, on a scale of its own; see call-stats.ts. */
  step: number
  calls: number
}

/** How often a skill was downloaded on one day. */
interface DownloadDaysTable {
  skill_id: string
  /** When the day began, in UTC. */
  day: number
  downloads: number
}

/** What the nodes and workers of a hub have to agree on. */
interface HubFactsTable {
  name: string
  value: string
}

/** The hub's own keys. */
interface KeysTable {
  name: string
  private_pem: string
  created_at: number
}

/** A registry that is followed. */
interface MirrorsTable {
  id: string
  kind: 'hub' | 'well-known' | 'clawhub'
  url: string
  scope: string
  /** JSON of where it stopped. */
  cursor: string
  last_at: number | null
  last_error: string | null
}

/** Which local name stands for which skill elsewhere. Kept when the mirror goes, so that no other source takes the name over. */
interface MirroredSkillsTable {
  scope: string
  name: string
  mirror_id: string
  /** The skill over there, as an address. */
  source: string
  /** What was taken of it last, in whatever way its registry tells a change; empty for nothing. */
  mark: string
  /** The pass through a list that saw it last. */
  pass: number
}

/** What a ClawHub client said of a version it published, and the package does not say. */
interface ClawhubUploadsTable {
  version_id: string
  skill_id: string
  /** Fingerprint of the files as they were uploaded. */
  fingerprint: string
  changelog: string
}

/** Fingerprints of packages in the form that ClawHub's clients got them in. A later release may write that form otherwise. */
interface ClawhubFormsTable {
  archive_sha256: string
  fingerprint: string
}

/** Who starred which skill. */
interface StarsTable {
  skill_id: string
  person_id: string
  at: number
}

/** Packages in the form of the Agent Skills standard, which well-known discovery hands out. */
interface StandardExportsTable {
  /** The package it was made of. */
  archive_sha256: string
  /** The name that its SKILL.md states. */
  name: string
  /** Of the archive that is handed out, which is its name in the blob store. */
  sha256: string
  bytes: number
  description: string
  /** JSON list of paths. */
  files: string
}

/** A value for an environment variable that called skills declare. */
interface SecretsTable {
  scope: string
  /** Which skill of the scope it is for; empty for all. */
  skill: string
  name: string
  /** Which key it is sealed with. */
  key_id: string
  sealed: string
  /** Handle of whoever set it. */
  set_by: string
  set_at: number
}

/** A file that a run has left, in the blob store. */
interface ArtifactsTable {
  run_id: string
  path: string
  sha256: string
  bytes: number
  created_at: number
}

/** What a caller has used up of what they may, on all nodes together. */
interface AllowancesTable {
  /** The kind of limit, and who. */
  who: string
  /** As of the time beside it; it goes back to nothing bit by bit. */
  taken: number
  at: number
}

/** Work for a person or another agent. */
interface TasksTable {
  /** That of the run which waits for it. */
  id: string
  scope: string
  skill: string
  action: string
  description: string
  /** JSON, like the next two. */
  params: string
  context: string
  /** The schema of the result. */
  output: string
  /** On whose behalf. */
  caller: string
  state: 'open' | 'claimed' | 'done' | 'declined' | 'cancelled' | 'expired'
  /** Handle of whoever works on it, or should. */
  assignee: string | null
  /** JSON, once it is done. */
  result: string | null
  /** Why it was declined or called off. */
  reason: string | null
  ended_by: string | null
  created_at: number
  claimed_at: number | null
  expires_at: number
  ended_at: number | null
  /** When those who may do it are told of it again. */
  remind_at: number | null
}

/** Where a scope wants to be told of its tasks. */
interface TaskHooksTable {
  scope: string
  url: string
}

/** A row of a table as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
