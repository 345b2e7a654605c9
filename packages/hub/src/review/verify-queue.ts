import type { ExpressionBuilder, Kysely } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Row, Tables } from '../store/tables.ts'

/** A verify run that this node does now. */
export type VerifyTask = Pick<Row<'checks'>, 'id' | 'version_id'> &
  Pick<Row<'versions'>, 'version' | 'archive_sha256' | 'digest' | 'skill_id'> &
  Pick<Row<'skills'>, 'scope' | 'name'> & {
    /** How often it was begun, this time included. */
    readonly attempt: number
  }

/** What a node can do. */
export interface VerifyAbility {
  /** Since when it has a sandbox that is good enough: what found none before that is done again. Undefined without one. */
  readonly containsSince: number | undefined
  /** How long it keeps a task that it has taken. */
  readonly leaseMs: number
}

/** How the details of a check begin that found no sandbox. */
const WITHOUT_SANDBOX = '{"code":"SANDBOX_UNAVAILABLE"'

/**
 * Takes the next task; undefined when none waits. A publisher has one at a time, and the one served longest ago comes first: a publisher
 * of a hundred slow skills does not delay the others. A node that dies gives its task back when the lease is over.
 */
export async function leaseTask(hub: HubContext, ability: VerifyAbility): Promise<VerifyTask | undefined> {
  for (;;) {
    const now = hub.clock()
    const waiting = await nextWaiting(hub.db, now, ability)
    if (waiting === undefined) return undefined
    const { details, outcome, lease_until: leaseUntil, ...task } = waiting
    const attempt = attemptsOf(details) + 1
    const { numUpdatedRows } = await hub.db
      .updateTable('checks')
      .set({ outcome: 'running', lease_until: now + ability.leaseMs, details: JSON.stringify({ attempt }) })
      .where('id', '=', task.id)
      .where('outcome', '=', outcome)
      .where('lease_until', leaseUntil === null ? 'is' : '=', leaseUntil)
      .executeTakeFirst()
    // Another node was quicker.
    if (numUpdatedRows === 1n) return { ...task, attempt }
  }
}

/** Gives a task back that was not done. */
export async function returnTask({ db }: HubContext, { id, attempt }: VerifyTask): Promise<void> {
  const details = JSON.stringify({ attempt: attempt - 1 })
  await db.updateTable('checks').set({ outcome: 'pending', lease_until: null, details }).where('id', '=', id).execute()
}

async function nextWaiting(db: Kysely<Tables>, now: number, { containsSince }: VerifyAbility) {
  const publisher = await nextPublisher(db, now, containsSince)
  if (publisher === undefined) return undefined
  return db
    .selectFrom('checks')
    .innerJoin('versions', 'versions.id', 'checks.version_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['checks.id', 'checks.version_id', 'checks.details', 'checks.outcome', 'checks.lease_until'])
    .select(['versions.version', 'versions.archive_sha256', 'versions.digest', 'versions.skill_id'])
    .select(['skills.scope', 'skills.name'])
    .where((where) => isWaiting(where, now, containsSince))
    .where('versions.published_by', '=', publisher)
    .orderBy('checks.at')
    .executeTakeFirst()
}

/** Of the publishers who wait and have nothing running: the one served longest ago, then the one who asked first. */
async function nextPublisher(
  db: Kysely<Tables>,
  now: number,
  containsSince: number | undefined,
): Promise<string | undefined> {
  const checks = db.selectFrom('checks').innerJoin('versions', 'versions.id', 'checks.version_id')
  const waiting = await checks
    .select(['versions.published_by', (select) => select.fn.min('checks.at').as('since')])
    .where((where) => isWaiting(where, now, containsSince))
    .groupBy('versions.published_by')
    .execute()
  if (waiting.length === 0) return undefined
  const running = await checks
    .select('versions.published_by')
    .where('checks.kind', '=', 'verify')
    .where('checks.outcome', '=', 'running')
    .where('checks.lease_until', '>=', now)
    .execute()
  const busy = new Set(running.map(({ published_by: handle }) => handle))
  const free = waiting.filter(({ published_by: handle }) => !busy.has(handle))
  if (free.length <= 1) return free[0]?.published_by
  const served = await checks
    .select(['versions.published_by', (select) => select.fn.max('checks.at').as('last')])
    .where('checks.kind', '=', 'verify')
    .where('checks.outcome', 'in', ['pass', 'fail', 'unavailable'])
    .groupBy('versions.published_by')
    .execute()
  const last = new Map(served.map((one) => [one.published_by, Number(one.last)]))
  const [first] = free.toSorted(
    (a, b) => (last.get(a.published_by) ?? 0) - (last.get(b.published_by) ?? 0) || Number(a.since) - Number(b.since),
  )
  return first?.published_by
}

function isWaiting(where: ExpressionBuilder<Tables, 'checks'>, now: number, containsSince: number | undefined) {
  return where.and([
    where('checks.kind', '=', 'verify'),
    where.or([
      where('checks.outcome', '=', 'pending'),
      where.and([where('checks.outcome', '=', 'running'), where('checks.lease_until', '<', now)]),
      where.and([
        where('checks.outcome', '=', 'unavailable'),
        where('checks.details', 'like', `${WITHOUT_SANDBOX}%`),
        where('checks.at', '<', containsSince ?? 0),
      ]),
    ]),
  ])
}

function attemptsOf(details: string): number {
  const { attempt } = JSON.parse(details) as { attempt?: unknown }
  return typeof attempt === 'number' ? attempt : 0
}
