import { SkillError } from '@skillwright/contract'
import { checkName, checkVersion, fullName, type PUBLISH_OUTCOME, type Wire } from '@skillwright/hub-api'
import type { Profile } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { Row } from '../store/tables.ts'
import { decideAccess } from './decide-access.ts'
import type { Examination } from './examine-package.ts'
import { type Judgement, judgePublish, refuseTaken } from './judge-publish.ts'
import { findNearRejections } from './near-rejections.ts'
import { isPublishedBefore, mayBeRetry, outcomeBefore } from './publish-again.ts'
import { type PublishFacts, readPublishFacts } from './publish-facts.ts'
import { registryOf } from './registry-of.ts'
import { findRejections } from './rejections.ts'
import { findRelative, relativeReasons } from './relatives.ts'
import { repairPackage } from './repair-package.ts'
import { isReservedName } from './skill-name.ts'
import { storeVersion } from './store-version.ts'

/** A package to be published. */
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
  /** Of a new skill, when the package states none; later it is changed by `setAccess`. */
  readonly access?: Row<'skills'>['access']
  /** Say what would become of it, and store nothing. */
  readonly dryRun?: boolean
}

/** The outcome of a publish, as it is sent; not new when the same was published before. */
export type PublishOutcome = Wire<typeof PUBLISH_OUTCOME> & { readonly isNew: boolean }

const MAX_ATTEMPTS = 3

/**
 * Publishes a version: repeats every check of the package, stores it for good, and returns its state. A
 * kill at any moment leaves all of it or nothing. The same package again, by the same person, is answered as it was. Throws PERMISSION_DENIED, CONFLICT, PUBLISH_REFUSED, INTEGRITY_FAILED or
 * INVALID_INPUT when nothing was stored; a dry run throws the same.
 */
export async function publishSkill(
  hub: HubContext,
  principal: Principal,
  request: PublishRequest,
): Promise<PublishOutcome> {
  try {
    const outcome = await publish(hub, principal, request)
    if (outcome.isNew && !outcome.dry_run) hub.metrics.publishes.inc({ outcome: outcome.state })
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
  // First of all: a caller who may not publish here learns nothing about what is here.
  await requireScopeRole(hub, principal, scope)
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const outcome = await tryToPublish(hub, principal, request)
    if (outcome !== undefined) return outcome
  }
  throw new SkillError('CONFLICT', `Other versions of ${fullName(request)} were published meanwhile`, {
    hint: 'Publish again',
  })
}

/** The outcome; undefined when another version came in between that it has to be compared with. */
async function tryToPublish(
  hub: HubContext,
  principal: Principal,
  request: PublishRequest,
): Promise<PublishOutcome | undefined> {
  const facts = await readPublishFacts(hub.db, request)
  const isSame =
    facts.existing !== undefined &&
    request.dryRun !== true &&
    (await repairPackage(hub, principal, facts.existing, request.archive))
  refuseEarly(facts, principal, request)
  // It was examined when it came first; a signature is looked at each time.
  if (isSame && request.signature === undefined && facts.existing.signed_by === null)
    return outcomeBefore(hub.db, request)
  const examination = await registryOf(hub).packages.run(
    'examine',
    {
      ...request,
      allowAddresses: hub.config.allowAddresses,
      ...(facts.previous === undefined ? {} : { previous: facts.previous }),
    },
    { caller: principal.person?.id ?? '' },
  )
  const caller = principal.person?.id ?? ''
  const published = { scope: request.scope, skill: facts.skill, caller }
  const relative = await findRelative(hub, published, examination)
  const near = await findNearRejections(hub, published, examination)
  const subject = { version: request.version, fullName: fullName(request), relations: relativeReasons(relative) }
  const judge = async (db: HubContext['db'], known: PublishFacts) => {
    const access = decideAccess({
      stated: examination.access,
      requested: request.access,
      existing: known.skill?.access,
    })
    const exact = await findRejections(db, known.skill?.id, examination.files)
    const rejections = exact.length > 0 ? exact : near
    return { access, ...judgePublish(examination, known, { ...subject, access, rejections }) }
  }
  if (isPublishedBefore(facts, principal, examination))
    return { ...(await outcomeBefore(hub.db, request)), dry_run: request.dryRun === true }
  const expected = await judge(hub.db, facts)
  if (request.dryRun === true) return outcomeOf(request, examination, expected)
  await hub.blobs.put(examination.archiveSha256, examination.archive)
  const outcome = await registryWrite(hub.db, async (transaction) => {
    const now = await readPublishFacts(transaction, request)
    if (isPublishedBefore(now, principal, examination)) return outcomeBefore(transaction, request)
    if (now.previous?.version !== facts.previous?.version) return undefined
    const judgement = await judge(transaction, now)
    const actor = principal.person?.handle ?? ''
    const logIndex = await storeVersion(transaction, hub, {
      ...request,
      access: judgement.access,
      actor,
      skill: now.skill,
      examination,
      relative,
      judgement,
    })
    return { ...outcomeOf(request, examination, judgement), ...(logIndex === null ? {} : { log_index: logIndex }) }
  })
  // Until it was recorded, the package counted as one that nothing refers to, and a check may have removed it.
  if (outcome !== undefined && !(await hub.blobs.has(examination.archiveSha256)))
    await hub.blobs.put(examination.archiveSha256, examination.archive)
  return outcome
}

/** What needs no look at the package. */
function refuseEarly(facts: PublishFacts, principal: Principal, { name, ...request }: PublishRequest): void {
  if (facts.skill === undefined && isReservedName(name) && !principal.scopes.has('admin'))
    throw new SkillError('PERMISSION_DENIED', `The name ${name} is reserved: only an administrator may give it`, {
      hint: 'Choose another name',
    })
  decideAccess({ stated: [], requested: request.access, existing: facts.skill?.access })
  if (!mayBeRetry(facts, principal, request.digest)) refuseTaken(facts, request.version, fullName({ ...request, name }))
}

function outcomeOf(
  request: PublishRequest,
  examination: Examination,
  { state, access, reasons }: Judgement & Pick<PublishOutcome, 'access'>,
): PublishOutcome {
  return {
    name: fullName(request),
    scope: request.scope,
    skill: request.name,
    version: request.version,
    state,
    access,
    reasons,
    findings: examination.findings,
    scan: examination.scan,
    comparison: examination.comparison,
    digest: examination.digest,
    archive_sha256: examination.archiveSha256,
    signed_by: examination.signature?.signedBy ?? null,
    dry_run: request.dryRun === true,
    isNew: true,
  }
}
