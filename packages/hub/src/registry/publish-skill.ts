import { randomUUID } from 'node:crypto'
import { type Finding, SkillError } from '@skillwright/contract'
import type { Profile, ScanReport } from '@skillwright/skill'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { Row, Tables } from '../store/tables.ts'
import { neighboursOf } from './check-lookalikes.ts'
import type { VersionComparison } from './compare-versions.ts'
import type { Examination } from './examine-package.ts'
import { type Judgement, judgePublish, refuseTaken } from './judge-publish.ts'
import { nameSkeleton } from './name-skeleton.ts'
import { type PublishFacts, readPublishFacts } from './publish-facts.ts'
import { recordChange } from './record-change.ts'
import { refreshDocument } from './refresh-document.ts'
import { registryOf } from './registry-of.ts'
import { logRelease } from './release-version.ts'
import { checkName, fullName, isReservedName } from './skill-name.ts'
import { checkVersion, versionOrder } from './version-order.ts'

/** A package somebody wants to publish. */
export interface PublishRequest {
  readonly scope: string
  readonly name: string
  readonly version: string
  /** Gzipped tar with SKILL.md at its root. */
  readonly archive: Uint8Array
  /** What the author says the digest of the files is. */
  readonly digest?: string
  /** `{ envelope, public_key }` */
  readonly signature?: unknown
  /** Whose rules hold when it follows none of the dialects that have their own; `agentskills` when absent. */
  readonly profile?: Profile
  /** Of a new skill; later it is changed by `setAccess`. */
  readonly access?: Row<'skills'>['access']
  /** Say what would become of it, and store nothing. */
  readonly dryRun?: boolean
}

/** What became of a package, as it is sent. */
export interface PublishOutcome {
  readonly name: string
  readonly version: string
  readonly state: Row<'versions'>['state']
  /** Why it is not published at once. */
  readonly reasons: readonly string[]
  readonly findings: readonly Finding[]
  readonly scan: ScanReport
  readonly comparison: VersionComparison | null
  readonly digest: string
  readonly archive_sha256: string
  readonly signed_by: string | null
  /** Its place in the publish log; absent while it is not published, or private. */
  readonly log_index?: number
  readonly dry_run: boolean
}

const MAX_ATTEMPTS = 3

/**
 * Publishes a version: repeats every check of the package, stores it once and for ever, and says what became of it. A
 * kill at any moment leaves all of it or nothing. Throws PERMISSION_DENIED, CONFLICT, PUBLISH_REFUSED, INTEGRITY_FAILED or
 * INVALID_INPUT when nothing was stored; a dry run throws the same.
 */
export async function publishSkill(
  hub: HubContext,
  principal: Principal,
  request: PublishRequest,
): Promise<PublishOutcome> {
  try {
    const outcome = await publish(hub, principal, request)
    if (!outcome.dry_run) hub.metrics.publishes.inc({ outcome: outcome.state })
    return outcome
  } catch (thrown) {
    if (thrown instanceof SkillError && request.dryRun !== true) hub.metrics.publishes.inc({ outcome: 'refused' })
    throw thrown
  }
}

async function publish(hub: HubContext, principal: Principal, request: PublishRequest): Promise<PublishOutcome> {
  const { scope, name } = request
  checkName(scope, 'scope')
  checkName(name)
  checkVersion(request.version)
  // First of all: who may not publish here learns nothing about what is here.
  await requireScopeRole(hub, principal, scope)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const facts = await readFacts(hub.db, request)
    refuseEarly(facts, principal, request)
    const examination = await registryOf(hub).packages.run('examine', {
      ...request,
      allowAddresses: hub.config.allowAddresses,
      ...(facts.previous === undefined ? {} : { previous: facts.previous }),
    })
    const judgement = judgePublish(examination, facts, { version: request.version, fullName: fullName(request) })
    if (request.dryRun === true) return outcomeOf(request, examination, judgement)
    await hub.blobs.put(examination.archiveSha256, examination.archive)
    const outcome = await registryWrite(hub.db, (transaction) =>
      store(transaction, { hub, principal, request, examination, comparedWith: facts.previous?.version }),
    )
    if (outcome !== undefined) return outcome
  }
  throw new SkillError('CONFLICT', `Other versions of ${fullName(request)} were published meanwhile`, {
    hint: 'Publish again',
  })
}

function readFacts(db: HubContext['db'], { scope, name, version, access }: PublishRequest): Promise<PublishFacts> {
  return readPublishFacts(db, { scope, name, version, isPrivate: access === 'private' })
}

/** What needs no look at the package. */
function refuseEarly(facts: PublishFacts, principal: Principal, { name, access, ...request }: PublishRequest): void {
  if (facts.skill === undefined && isReservedName(name) && !principal.scopes.has('admin'))
    throw new SkillError('PERMISSION_DENIED', `The name ${name} is reserved: only an administrator may give it`, {
      hint: 'Choose another name',
    })
  if (facts.skill !== undefined && access !== undefined && access !== facts.skill.access)
    throw new SkillError('CONFLICT', `The skill is ${facts.skill.access}; publishing does not make it ${access}`, {
      hint: 'Change the access of the skill first, or leave it out',
    })
  refuseTaken(facts, request.version, fullName({ ...request, name }))
}

interface Storing {
  readonly hub: HubContext
  readonly principal: Principal
  readonly request: PublishRequest
  readonly examination: Examination
  /** The version it was compared with before. */
  readonly comparedWith: string | undefined
}

/** Stores everything about a version; undefined when another version came in between that it should be compared with. */
async function store(
  transaction: Transaction<Tables>,
  { hub, principal, request, examination, comparedWith }: Storing,
): Promise<PublishOutcome | undefined> {
  const facts = await readFacts(transaction, request)
  if (facts.previous?.version !== comparedWith) return undefined
  const judgement = judgePublish(examination, facts, { version: request.version, fullName: fullName(request) })
  const at = hub.clock()
  const actor = principal.person?.handle ?? ''
  const skill = facts.skill ?? (await createSkill(transaction, request, at))
  const row = versionRow(request, examination, judgement)
  await transaction
    .insertInto('versions')
    .values({ ...row, skill_id: skill.id, published_by: actor, published_at: at, released_at: null, log_index: null })
    .execute()
  const logIndex =
    judgement.state === 'published' ? await logRelease(transaction, hub, { skill, version: row, at }) : null
  await refreshDocument(transaction, skill.id)
  await recordChange(transaction, skill.id)
  await recordAudit(transaction, {
    at,
    actor,
    action: 'version.publish',
    subject: `${fullName(request)}@${request.version}`,
    details: { state: judgement.state, reasons: judgement.reasons, digest: examination.digest },
  })
  return { ...outcomeOf(request, examination, judgement), ...(logIndex === null ? {} : { log_index: logIndex }) }
}

async function createSkill(
  transaction: Transaction<Tables>,
  { scope, name, access = 'public' }: PublishRequest,
  at: number,
): Promise<Row<'skills'>> {
  const skeleton = nameSkeleton(name)
  const skill: Row<'skills'> = {
    id: randomUUID(),
    scope,
    name,
    skeleton,
    access,
    tier: 'community',
    latest: null,
    document: null,
    deprecated: null,
    downloads: 0,
    created_at: at,
    updated_at: at,
  }
  await transaction.insertInto('skills').values(skill).execute()
  await transaction
    .insertInto('name_neighbours')
    .values(neighboursOf(skeleton).map((neighbour) => ({ neighbour, skill_id: skill.id })))
    .execute()
  return skill
}

function versionRow({ version }: PublishRequest, examination: Examination, { state, reasons }: Judgement) {
  const { signature } = examination
  return {
    id: randomUUID(),
    version,
    version_order: versionOrder(checkVersion(version)),
    state,
    state_reason: reasons.length === 0 ? null : reasons.join(' '),
    deprecated: null,
    digest: examination.digest,
    archive_sha256: examination.archiveSha256,
    archive_bytes: examination.archive.length,
    files: JSON.stringify(examination.files),
    document: JSON.stringify(examination.document),
    contract: examination.contract,
    findings: JSON.stringify(examination.findings),
    scan: JSON.stringify(examination.scan),
    comparison: examination.comparison === null ? null : JSON.stringify(examination.comparison),
    signature:
      signature === null ? null : JSON.stringify({ envelope: signature.envelope, public_key: signature.publicKey }),
    signed_by: signature?.signedBy ?? null,
  }
}

function outcomeOf(request: PublishRequest, examination: Examination, { state, reasons }: Judgement): PublishOutcome {
  return {
    name: fullName(request),
    version: request.version,
    state,
    reasons,
    findings: examination.findings,
    scan: examination.scan,
    comparison: examination.comparison,
    digest: examination.digest,
    archive_sha256: examination.archiveSha256,
    signed_by: examination.signature?.signedBy ?? null,
    dry_run: request.dryRun === true,
  }
}
