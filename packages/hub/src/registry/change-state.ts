import { SkillError } from '@skillwright/contract'
import { fullName, type VERSION_STATE, type Wire } from '@skillwright/hub-api'
import type { Kysely, Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import { MIRROR_HANDLE, type Principal } from '../principal.ts'
import { requireIndependent } from '../review/require-independent.ts'
import type { Row, Tables } from '../store/tables.ts'
import { stepFindings } from './compare-versions.ts'
import type { SkillPlace } from './find-skill.ts'
import { absentVersion, type VersionPlace } from './find-version.ts'
import { changeSkill, requireReviewer, skillRow } from './manage-skill.ts'
import { previousVersion } from './publish-facts.ts'
import { registryOf } from './registry-of.ts'
import { forgetRejection, recordRejection, withdrawRejection } from './rejections.ts'
import { sketchOf } from './relatives.ts'
import { releaseVersion } from './release-version.ts'
import type { VersionDocument } from './version-document.ts'

/** Yank: locks keep working, new users do not get it. Quarantine: no caller gets it. Release: it is as it was before, or published. */
export type StateChange = 'yank' | 'unyank' | 'quarantine' | 'release'

type State = Row<'versions'>['state']

/** What a version becomes, and why when that is not what was given as the reason. */
interface Outcome {
  readonly to: State
  readonly why?: string
}

const CHANGES: Readonly<Record<StateChange, Outcome & { readonly from: readonly State[] }>> = {
  yank: { from: ['published', 'yanked'], to: 'yanked' },
  unyank: { from: ['yanked'], to: 'published' },
  quarantine: { from: ['pending', 'published', 'yanked', 'quarantined'], to: 'quarantined' },
  release: { from: ['pending', 'quarantined'], to: 'published' },
}

/**
 * Changes the state of a version: owners and maintainers yank and unyank, reviewers quarantine and release, though never release
 * what is their own. What is released is compared once more with the release it now follows, and is yanked when it was before. A version that
 * is in the state already stays as it is, though what was followed from another registry becomes the decision of the user who asks for it
 * too. A yank that the hub follows is noted of a version that nobody gets yet, for its release. Throws
 * CONFLICT when it is in a state that cannot be changed so.
 */
export async function changeState(
  hub: HubContext,
  principal: Principal,
  place: VersionPlace,
  change: StateChange,
  reason: string,
): Promise<Wire<typeof VERSION_STATE>> {
  if (change === 'yank' || change === 'unyank') await requireScopeRole(hub, principal, place.scope)
  else requireReviewer(principal)
  const answer = { name: fullName(place), scope: place.scope, skill: place.name, version: place.version }
  const now = await stateOf(hub.db, place)
  const isThere = now === CHANGES[change].to || (change === 'release' && now === 'yanked')
  // A retry, because the answer was lost, gets the same answer; nothing more is written.
  if (isThere && !(await takesOver(hub.db, principal, place, change))) return { ...answer, state: now }
  const comparedWith = change === 'release' ? await checkStep(hub, place) : undefined
  const sketch = change === 'quarantine' ? await sketchOf(hub, principal, await versionThere(hub, place, change)) : []
  const state = await changeSkill(
    hub,
    principal,
    { place, action: `version.${change}`, details: { reason } },
    async (transaction, skill, at) => {
      const version = await versionToChange(transaction, skill, place, change, principal)
      if (change === 'release') {
        await requireIndependent(transaction, principal, { scope: skill.scope, publishedBy: version.published_by })
        const previous = await previousVersion(transaction, skill.id, place.version)
        if (previous?.version !== comparedWith) throw meanwhile(place)
      }
      // The audit log has it, which is where a release looks.
      if (isWithheld(version) && (change === 'yank' || change === 'unyank')) return version.state
      const { to, why = reason } =
        change === 'release' ? await releasedAs(transaction, principal, place, version) : CHANGES[change]
      await transaction
        .updateTable('versions')
        .set({ state: to, state_reason: to === 'published' ? null : why })
        .where('id', '=', version.id)
        .execute()
      if (to === 'published' || to === 'yanked') await releaseVersion(transaction, hub, version, at)
      if (change === 'quarantine') await recordRejection(transaction, version, { at, sketch })
      if (change === 'release')
        await (principal.isHub ? withdrawRejection(transaction, version) : forgetRejection(transaction, version))
      return to
    },
  )
  return { ...answer, state }
}

/** Whether a user takes back what so far only another registry took back: it stays so when that changes its mind. */
async function takesOver(
  db: Kysely<Tables>,
  { isHub = false }: Principal,
  place: VersionPlace,
  change: StateChange,
): Promise<boolean> {
  if (isHub || (change !== 'yank' && change !== 'quarantine')) return false
  const last = await db
    .selectFrom('audit')
    .select('actor')
    .where('subject', '=', `${fullName(place)}@${place.version}`)
    .where('action', '=', `version.${change}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.actor === MIRROR_HANDLE
}

/**
 * What a version becomes that is released: yanked when it was before. When the hub takes a followed quarantine back, a version that
 * waited for a reviewer of this hub waits again.
 */
async function releasedAs(
  transaction: Transaction<Tables>,
  { isHub = false }: Principal,
  place: VersionPlace,
  { released_at: releasedAt }: Row<'versions'>,
): Promise<Outcome> {
  if (isHub && releasedAt === null) return { to: 'pending', why: await heldFor(transaction, place) }
  const why = await lastYank(transaction, place)
  return why === undefined ? CHANGES.release : { to: 'yanked', why }
}

/** Why a version was held when it was published. */
async function heldFor(transaction: Transaction<Tables>, place: VersionPlace): Promise<string> {
  const published = await transaction
    .selectFrom('audit')
    .select('details')
    .where('subject', '=', `${fullName(place)}@${place.version}`)
    .where('action', '=', 'version.publish')
    .executeTakeFirstOrThrow()
  return (JSON.parse(published.details) as { reasons: readonly string[] }).reasons.join(' ')
}

/** True for a version that nobody gets as long as no reviewer releases it. */
export function isWithheld({ state }: Pick<Row<'versions'>, 'state'>): boolean {
  return state === 'pending' || state === 'quarantined'
}

/** Why a version was yanked, unless that was taken back since: a quarantine that comes between does not end it. */
export async function lastYank(db: Kysely<Tables>, place: VersionPlace): Promise<string | undefined> {
  const last = await db
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('subject', '=', `${fullName(place)}@${place.version}`)
    .where('action', 'in', ['version.yank', 'version.unyank'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.action !== 'version.yank') return undefined
  return (JSON.parse(last.details) as { reason: string }).reason
}

/** Compares what is to be released with the release before it; gives the version of that. Throws PUBLISH_REFUSED when the step is too small. */
async function checkStep(hub: HubContext, place: VersionPlace): Promise<string | undefined> {
  const { skill_id: skillId, version, contract, document } = await versionThere(hub, place, 'release')
  const before = await previousVersion(hub.db, skillId, place.version)
  if (before === undefined) return undefined
  const { permissions } = JSON.parse(document) as VersionDocument
  const comparison = await registryOf(hub).packages.run('compare', {
    before,
    after: { version, contract, permissions },
  })
  const findings = stepFindings(comparison, version)
  if (findings.length === 0) return before.version
  throw new SkillError('PUBLISH_REFUSED', `${version} is too small a step after ${before.version}`, {
    findings,
    details: { comparison },
  })
}

/** The version as it is before the change. */
async function versionThere({ db }: HubContext, place: VersionPlace, change: StateChange): Promise<Row<'versions'>> {
  return versionToChange(db, await skillRow(db, place), place, change, {})
}

async function stateOf(db: Kysely<Tables>, place: VersionPlace): Promise<State | undefined> {
  const skill = await skillRow(db, place)
  const version = await db
    .selectFrom('versions')
    .select('state')
    .where('skill_id', '=', skill.id)
    .where('version', '=', place.version)
    .executeTakeFirst()
  return version?.state
}

async function versionToChange(
  db: Kysely<Tables> | Transaction<Tables>,
  skill: Pick<Row<'skills'>, 'id'> & SkillPlace,
  { version: wanted }: VersionPlace,
  change: StateChange,
  { isHub = false }: Pick<Principal, 'isHub'>,
): Promise<Row<'versions'>> {
  const version = await db
    .selectFrom('versions')
    .selectAll()
    .where('skill_id', '=', skill.id)
    .where('version', '=', wanted)
    .executeTakeFirst()
  if (version === undefined) throw absentVersion({ ...skill, version: wanted })
  const { from, to } = CHANGES[change]
  if (from.includes(version.state)) return version
  if (isHub && isWithheld(version) && (change === 'yank' || change === 'unyank')) return version
  throw new SkillError('CONFLICT', `${fullName(skill)} ${wanted} is ${version.state}, so it cannot become ${to}`, {
    hint: `Only a version that is ${from.join(' or ')} can`,
    details: { state: version.state },
  })
}

function meanwhile(place: VersionPlace): SkillError {
  return new SkillError('CONFLICT', `Another version of ${fullName(place)} was published meanwhile`, {
    hint: 'Try again',
  })
}
