import { type Jobs, type JobTables, openJobs, type Run } from '@skillwright/jobs'
import type { Runtime } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import { DAY_MS } from '../people/tokens.ts'
import { countCalls } from './call-stats.ts'
import { openCallLimits } from './limit-calls.ts'
import { openCallRuntime } from './open-call-runtime.ts'
import { performRuns } from './perform-run.ts'
import { registrySource } from './registry-source.ts'
import type { CalledSkill, SkillSource } from './skill-source.ts'
import { HubTaskBoard } from './task-board.ts'
import { openWebhooks } from './webhooks.ts'

/** What calling skills holds open in one hub. */
export interface Calls {
  readonly jobs: Jobs
  readonly source: SkillSource
  readonly runtime: Runtime
  readonly board: HubTaskBoard
  /** Skills that were looked up for runs which are about to begin here, by run. */
  readonly found: Map<string, CalledSkill>
}

const opened = new WeakMap<HubContext, Promise<Calls>>()

/** The calls of a hub; opened when they are first asked for, closed with it. */
export function callsOf(hub: HubContext): Promise<Calls> {
  const calls = opened.get(hub) ?? openCalls(hub)
  opened.set(hub, calls)
  // What is not there for the moment may be there for the next call.
  calls.catch(() => opened.delete(hub))
  return calls
}

async function openCalls(hub: HubContext): Promise<Calls> {
  const { config, clock, closing, database, log } = hub
  const performing = new Map<string, Run>()
  const board = closing.use(new HubTaskBoard(hub, performing))
  const source = hub.skills?.(hub) ?? registrySource(hub)
  const runtime = closing.use(await openCallRuntime({ ...source.runtime, board }))
  const found = new Map<string, CalledSkill>()
  const stats = countCalls(hub)
  closing.defer(() =>
    stats.flush().catch((err: unknown) => log.error({ err }, 'figures of calls could not be written and are lost')),
  )
  const jobs = closing.use(
    await openJobs({
      database: {
        kind: database,
        db: hub.db.withTables<Pick<JobTables, keyof JobTables>>(),
        ...(hub.executeSql === undefined ? {} : { executeSql: hub.executeSql }),
      },
      perform: performRuns(hub, { runtime, source, found, performing, limits: openCallLimits(hub) }),
      clock,
      webhooks: openWebhooks(hub),
      onEnded: (run) => stats.count(run),
      keepEndedMs: config.calls.keepDays * DAY_MS,
      onError: (err) => log.error({ err }, 'runs could not be looked after, and will be'),
    }),
  )
  return { jobs, source, runtime, board, found }
}
