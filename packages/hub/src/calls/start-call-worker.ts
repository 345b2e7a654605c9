import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import { callsOf } from './calls-of.ts'
import { remindOfTasks } from './task-news.ts'

const SWEEP_MS = 3_600_000
const REMIND_MS = 30_000

/** Begins to do the runs that wait in the queue, also those of nodes that died; disposing of it lets what runs end. */
export async function startCallWorker(hub: HubContext): Promise<AsyncDisposable> {
  const { jobs } = await callsOf(hub)
  const { workers } = hub.config.calls
  await using opened = new AsyncDisposableStack()
  const sweep = () =>
    sweepArtifacts(hub).catch((err: unknown) => hub.log.error({ err }, 'old files of runs could not be removed'))
  const remind = () =>
    remindOfTasks(hub).catch((err: unknown) => hub.log.error({ err }, 'reminders of tasks could not be sent'))
  const timers = [setInterval(() => void sweep(), SWEEP_MS), setInterval(() => void remind(), REMIND_MS)]
  opened.defer(() => {
    for (const timer of timers) clearInterval(timer)
  })
  if (workers > 0) opened.use(jobs.work({ concurrency: workers, drainMs: hub.config.timeouts.stop }))
  return opened.move()
}

/** Forgets the files of runs that are not kept any more; the packages' own clean-up removes what nothing refers to. */
async function sweepArtifacts({ db, clock, config }: HubContext): Promise<void> {
  await db
    .deleteFrom('artifacts')
    .where('created_at', '<', clock() - config.calls.keepDays * DAY_MS)
    .execute()
}
