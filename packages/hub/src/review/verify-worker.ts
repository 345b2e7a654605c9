import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { createRuntime, verifySkill } from '@skillwright/runtime'
import { readSkill, unpackSkill } from '@skillwright/skill'
import type { HubContext } from '../hub-context.ts'
import { recordChange } from '../registry/record-change.ts'
import { refreshDocument } from '../registry/refresh-document.ts'
import { fullName } from '../registry/skill-name.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { Row } from '../store/tables.ts'
import { recordAudit } from './record-audit.ts'

const LEASE_MS = 10 * 60_000
const IDLE_MS = 2_000

/** The worker of one node. */
export interface VerifyWorker extends AsyncDisposable {
  /** Does what waits now; ends when nothing does. */
  drain(): Promise<void>
}

/** A verify run that this node does now. */
type Task = Pick<Row<'checks'>, 'id' | 'version_id'> &
  Pick<Row<'versions'>, 'version' | 'archive_sha256' | 'digest' | 'skill_id'> &
  Pick<Row<'skills'>, 'scope' | 'name'>

/** Runs what waits for verification in the sandbox, one at a time. A node that dies gives its task back after the lease. */
export function startVerifyWorker(
  hub: HubContext,
  { idleMs = IDLE_MS }: { readonly idleMs?: number } = {},
): VerifyWorker {
  const stop = new AbortController()
  const drain = async () => {
    for (let task = await lease(hub); task !== undefined && !stop.signal.aborted; task = await lease(hub))
      await verify(hub, task, stop.signal)
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(() => drain()).catch((error: unknown) => hub.log.error({ error }, 'verification failed'))
  }, idleMs)
  timer.unref()
  return {
    drain,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}

async function lease(hub: HubContext): Promise<Task | undefined> {
  const now = hub.clock()
  const task = await hub.db
    .selectFrom('checks')
    .innerJoin('versions', 'versions.id', 'checks.version_id')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['checks.id', 'checks.version_id', 'checks.lease_until', 'checks.outcome'])
    .select(['versions.version', 'versions.archive_sha256', 'versions.digest', 'versions.skill_id'])
    .select(['skills.scope', 'skills.name'])
    .where('checks.kind', '=', 'verify')
    .where((where) =>
      where.or([
        where('checks.outcome', '=', 'pending'),
        where.and([where('checks.outcome', '=', 'running'), where('checks.lease_until', '<', now)]),
      ]),
    )
    .orderBy('checks.at')
    .executeTakeFirst()
  if (task === undefined) return undefined
  const { numUpdatedRows } = await hub.db
    .updateTable('checks')
    .set({ outcome: 'running', lease_until: now + LEASE_MS })
    .where('id', '=', task.id)
    .where('outcome', '=', task.outcome)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n ? task : lease(hub)
}

async function verify(hub: HubContext, task: Task, signal: AbortSignal): Promise<void> {
  const { outcome, details } = await tryOut(hub, task, signal)
  if (signal.aborted) return giveBack(hub, task)
  await registryWrite(hub.db, async (transaction) => {
    const at = hub.clock()
    await transaction
      .updateTable('checks')
      .set({ outcome, details: JSON.stringify(details), at, lease_until: null })
      .where('id', '=', task.id)
      .execute()
    await refreshDocument(transaction, task.skill_id)
    await recordChange(transaction, task.skill_id)
    await recordAudit(transaction, {
      at,
      actor: 'hub',
      action: `verify.${outcome}`,
      subject: `${fullName(task)}@${task.version}`,
      details,
    })
  })
}

interface Outcome {
  readonly outcome: 'pass' | 'fail' | 'unavailable'
  readonly details: Readonly<Record<string, unknown>>
}

async function tryOut(hub: HubContext, task: Task, signal: AbortSignal): Promise<Outcome> {
  const dir = await mkdtemp(join(tmpdir(), 'skillwright-verify-'))
  try {
    const archive = await hub.blobs.read(task.archive_sha256)
    if (archive === undefined) throw new SkillError('SERVICE_UNAVAILABLE', 'The package is not in the store')
    const folder = join(dir, task.name)
    await unpackSkill(archive, folder, { digest: task.digest })
    await using runtime = await createRuntime({ contain: true })
    const report = await verifySkill(await readSkill(folder), runtime, { signal })
    return { outcome: report.outcome, details: { report } }
  } catch (error) {
    const { code, message } = error instanceof SkillError ? error : { code: 'INTERNAL_ERROR', message: String(error) }
    return { outcome: 'unavailable', details: { code, message } }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function giveBack(hub: HubContext, { id }: Task): Promise<void> {
  await hub.db.updateTable('checks').set({ outcome: 'pending', lease_until: null }).where('id', '=', id).execute()
}
