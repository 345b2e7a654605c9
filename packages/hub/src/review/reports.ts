import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import { fullName, isVersion, type REPORT, type Wire } from '@skillwright/hub-api'
import type { Kysely } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import { holdAccount } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { findSkill, type SkillPlace } from '../registry/find-skill.ts'
import { absentVersion, findVersion, type VersionPlace } from '../registry/find-version.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import type { Row, Tables } from '../store/tables.ts'
import { recordAudit } from './record-audit.ts'
import { requireIndependent } from './require-independent.ts'

/** A report or an appeal as it is sent. */
export type ReportInfo = Wire<typeof REPORT>

const REPORTS = pageCursor('reports', ['integer', 'text'])
const MOST_OPEN = 20

/** Files a report about a skill, or an appeal against a decision about the caller's own skill. */
export async function fileReport(
  hub: HubContext,
  principal: Principal,
  { place, kind, version, reason }: { place: SkillPlace; kind: 'report' | 'appeal'; version?: string; reason: string },
): Promise<{ id: string }> {
  const { person } = principal
  if (person === undefined) throw new SkillError('AUTHENTICATION_REQUIRED', 'Sign in first')
  const skill = await findSkill(hub, principal, place)
  if (kind === 'appeal') await requireScopeRole(hub, principal, place.scope)
  if (version !== undefined) await requireVersion(hub, principal, { ...place, version })
  const id = randomUUID()
  const at = hub.clock()
  return hub.db.transaction().execute(async (transaction) => {
    // One report of a user comes after the other, so that a retry finds the first and none is left uncounted.
    await holdAccount(transaction, person.id).execute()
    const same = await transaction
      .selectFrom('reports')
      .select('id')
      .where('skill_id', '=', skill.id)
      .where('by', '=', person.handle)
      .where('state', '=', 'open')
      .where('kind', '=', kind)
      .where('version', version === undefined ? 'is' : '=', version ?? null)
      .where('reason', '=', reason)
      .executeTakeFirst()
    // A retry, because the answer was lost.
    if (same !== undefined) return same
    const { open } = await transaction
      .selectFrom('reports')
      .select((select) => select.fn.countAll<number>().as('open'))
      .where('by', '=', person.handle)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
    if (Number(open) >= MOST_OPEN)
      throw new SkillError('RATE_LIMIT_EXCEEDED', `You have ${open} open reports; the reviewers come to them first`)
    await transaction
      .insertInto('reports')
      .values({
        id,
        kind,
        skill_id: skill.id,
        version: version ?? null,
        by: person.handle,
        reason,
        state: 'open',
        resolution: null,
        resolved_by: null,
        created_at: at,
        resolved_at: null,
      })
      .execute()
    await recordAudit(transaction, {
      at,
      actor: person.handle,
      action: `${kind}.file`,
      subject: fullName(place),
      details: { id },
    })
    return { id }
  })
}

/** Throws DATA_NOT_FOUND unless this exact version exists: what a report of another one is about could never be taken back. */
async function requireVersion(hub: HubContext, principal: Principal, place: VersionPlace): Promise<void> {
  if (!isVersion(place.version)) throw absentVersion(place)
  await findVersion(hub, principal, place).catch((thrown: unknown) => {
    // What was taken back was there.
    if (!(thrown instanceof SkillError && thrown.code === 'WITHDRAWN')) throw thrown
  })
}

/** Reports and appeals: all of them for a reviewer, the caller's own for all others; the newest first. */
export async function listReports(
  hub: HubContext,
  { person, scopes }: Principal,
  { state, limit = 50, cursor }: PageRequest & { readonly state?: Row<'reports'>['state'] } = {},
): Promise<Page<ReportInfo>> {
  const [before, beforeId] = REPORTS.decode(cursor) ?? []
  const rows = await hub.db
    .selectFrom('reports')
    .innerJoin('skills', 'skills.id', 'reports.skill_id')
    .selectAll('reports')
    .select(['skills.scope', 'skills.name'])
    .$if(!scopes.has('review'), (query) => query.where('reports.by', '=', person?.handle ?? ''))
    .$if(state !== undefined, (query) => query.where('reports.state', '=', state ?? 'open'))
    .$if(before !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('reports.created_at', '<', before ?? 0),
          where.and([where('reports.created_at', '=', before ?? 0), where('reports.id', '<', beforeId ?? '')]),
        ]),
      ),
    )
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(limit + 1)
    .execute()
  return REPORTS.page(rows, limit, {
    place: ({ created_at, id }) => [created_at, id],
    item: ({ scope, name, id, kind, version, by, reason, state: now, resolution, resolved_by, created_at }) => ({
      id,
      kind,
      name: fullName({ scope, name }),
      scope,
      skill: name,
      version,
      by,
      reason,
      state: now,
      resolution,
      resolved_by,
      created_at: new Date(created_at).toISOString(),
    }),
  })
}

/** Closes a report or appeal with a reason; not one about the reviewer's own skill, except to uphold a report of what is taken back. What follows from it (quarantine, release) is decided with the version. */
export async function resolveReport(
  hub: HubContext,
  principal: Principal,
  id: string,
  { state, resolution }: { readonly state: 'upheld' | 'dismissed'; readonly resolution: string },
): Promise<void> {
  const at = hub.clock()
  const actor = principal.person?.handle ?? ''
  await hub.db.transaction().execute(async (transaction) => {
    const about = await transaction
      .selectFrom('reports')
      .innerJoin('skills', 'skills.id', 'reports.skill_id')
      .leftJoin('versions', (join) =>
        join.onRef('versions.skill_id', '=', 'skills.id').on('versions.published_by', '=', actor),
      )
      .select(['skills.scope', 'versions.published_by as publishedBy'])
      .select(['reports.kind', 'reports.skill_id', 'reports.version'])
      .where('reports.id', '=', id)
      .executeTakeFirst()
    if (about !== undefined) {
      // Else an owner who takes in every reviewer would keep reports open. What is still given out is no report to be upheld in silence.
      const isAgainst = about.kind === 'report' && state === 'upheld' && (await isTakenBack(transaction, about))
      if (!isAgainst) await requireIndependent(transaction, principal, about)
    }
    const { numUpdatedRows } = await transaction
      .updateTable('reports')
      .set({ state, resolution, resolved_by: actor, resolved_at: at })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new SkillError('DATA_NOT_FOUND', 'There is no open report of that id')
    await recordAudit(transaction, { at, actor, action: `report.${state}`, subject: id, details: { resolution } })
  })
}

/** Whether what a report is about is no longer available: one version, or all of a skill. */
async function isTakenBack(
  db: Kysely<Tables>,
  { skill_id: skillId, version }: Pick<Row<'reports'>, 'skill_id' | 'version'>,
): Promise<boolean> {
  const given = await db
    .selectFrom('versions')
    .select('id')
    .where('skill_id', '=', skillId)
    .where('state', '<>', 'quarantined')
    .$if(version !== null, (query) => query.where('version', '=', version))
    .limit(1)
    .executeTakeFirst()
  return given === undefined
}
