import type { HubContext } from '../hub-context.ts'
import { sweepOauthRecords } from '../oauth/oauth-records.ts'
import { DAY_MS } from '../people/tokens.ts'
import { callsOf } from './calls-of.ts'
import { sweepWork } from './sweep-cache.ts'
import { remindOfTasks } from './task-news.ts'

const SWEEP_MS = 3_600_000
const REMIND_MS = 30_000
/** A year, and some time to compare it with. */
const STATS_KEPT_MS = 400 * DAY_MS

/** Begins to do the runs that wait in the queue, also those of nodes that died; disposing of it lets what runs end. */
export async function startCallWorker(hub: HubContext): Promise<AsyncDisposable> {
  const { jobs, source } = await callsOf(hub)
  const { workers } = hub.config.calls
  await using opened = new AsyncDisposableStack()
  const sweep = async () => {
    for (const part of [() => sweepOld(hub), () => sweepWork(hub, jobs), async () => source.sweep?.()])
      await part().catch((err: unknown) => hub.log.error({ err }, 'what is old could not be removed'))
  }
  const remind = () =>
    remindOfTasks(hub).catch((err: unknown) => hub.log.error({ err }, 'reminders of tasks could not be sent'))
  const timers = [setInterval(() => void sweep(), SWEEP_MS), setInterval(() => void remind(), REMIND_MS)]
  opened.defer(() => {
    for (const timer of timers) clearInterval(timer)
  })
  if (workers > 0) opened.use(jobs.work({ concurrency: workers, drainMs: hub.config.timeouts.stop }))
  return opened.move()
}

/**
 * Forgets old figures, tasks and files of runs that are not kept any more, and what has ended of signing in; the packages' own clean-up
 * removes what nothing refers to.
 */
export async function sweepOld(hub: HubContext): Promise<void> {
  const { db, clock, config } = hub
  const kept = clock() - config.calls.keepDays * DAY_MS
  await db.deleteFrom('artifacts').where('created_at', '<', kept).execute()
  await db.deleteFrom('tasks').where('ended_at', '<', kept).execute()
  await db
    .deleteFrom('call_stats')
    .where('hour', '<', clock() - STATS_KEPT_MS)
    .execute()
  // A run that was asked for with one may be waiting yet.
  await db.deleteFrom('tokens').where('expires_at', '<', kept).execute()
  await db
    .deleteFrom('download_days')
    .where('day', '<', clock() - STATS_KEPT_MS)
    .execute()
  await sweepOauthRecords(hub)
}
