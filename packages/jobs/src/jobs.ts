import type { SkillResponse } from '@skillwright/contract'
import type { NewRun, Run, RunHappening, RunState } from './run.ts'
import type { Schedules } from './schedules.ts'

/** Does a run: given by those who know skills. Never throws for what the skill did. */
export type Perform = (run: Run, during: DuringRun) => Promise<SkillResponse>

/** What surrounds a run while it is done. */
export interface DuringRun {
  /** Aborted when it is cancelled or its node closes. */
  readonly signal: AbortSignal
  /** Called when the skill itself begins: what fails before that did nothing. */
  readonly started: () => void
  /** Called when it only waits from now on, for a person perhaps: it takes no place of a worker any more. */
  readonly waits: () => void
  /** Told of its log and progress. */
  readonly onEvent: (event: RunHappening['event']) => void
}

/** Runs now, later and again. */
export interface Jobs extends AsyncDisposable {
  /** Accepts runs for later, all or none. Settles once they cannot be lost. Throws RATE_LIMIT_EXCEEDED when too many wait. */
  submit(runs: readonly NewRun[]): Promise<readonly Run[]>
  /**
   * Does a run at once, in this process, and records it. `ended` settles with its outcome; `keep` makes it one that survives this
   * process (what a caller is told to come back for), and settles once it is recorded.
   */
  perform(run: NewRun): Promise<UnderwayRun>
  /** The run that was accepted before with the key of this one. Throws CONFLICT when that was for another request. */
  sameAs(run: NewRun): Promise<Run | undefined>
  read(id: string): Promise<Run | undefined>
  list(filter: RunFilter): Promise<readonly Run[]>
  /** How many wait for a worker, of each skill. */
  waiting(): Promise<readonly { readonly skill: string; readonly count: number }[]>
  /** Asks a run to end; one that waits ends at once. The run as it is then. */
  cancel(id: string): Promise<Run | undefined>
  /** Tries a dead run again, from its first attempt, with the authority of who asks for that. */
  requeue(id: string, by: { readonly authority: string | undefined }): Promise<Run | undefined>
  /** Lets a dead run rest: it stays in the history, and is not listed among the dead any more. */
  discard(id: string): Promise<Run | undefined>
  /** What happened after a sequence number, then what happens, until it has ended. */
  follow(id: string, options: { readonly after?: number; readonly signal: AbortSignal }): AsyncIterable<RunHappening>
  /** Begins to do what waits. Disposing of it lets what runs end, within the limit. */
  work(options: WorkOptions): AsyncDisposable
  readonly schedules: Schedules
  /** Deletes runs that ended longer ago than they are kept. A worker does so by itself. */
  deleteOld(): Promise<void>
}

/** A run that is being done in this process. */
export interface UnderwayRun {
  readonly id: string
  readonly ended: Promise<Run>
  keep(): Promise<Run>
}

/** Which runs are listed, the newest first. */
export interface RunFilter {
  readonly principal?: string
  readonly skill?: string
  readonly state?: RunState
  /** The code of their first error. */
  readonly errorCode?: string
  readonly isDead?: boolean
  readonly scheduleId?: string
  /** Begin after this run (the last of the page before). */
  readonly after?: string
  readonly limit: number
}

/** How much a worker does. */
export interface WorkOptions {
  /** Runs at the same time. */
  readonly concurrency: number
  /** Runs of one skill at the same time, over all nodes, where that is less. */
  readonly perSkill?: number
  /** How long what runs may take to end when the worker stops, before it is called off; 30 seconds when absent. */
  readonly drainMs?: number
}
