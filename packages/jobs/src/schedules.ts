import type { Run } from './run.ts'

/** What is to be run when. */
export interface NewSchedule {
  /** Unique for its owner, such as `dev_efficiency_analyst/daily`. */
  readonly name: string
  readonly owner: string
  /** That of its runs, where they have one. */
  readonly authority?: string
  readonly skill: string
  /** The exact version; what is current when absent. */
  readonly version?: string
  readonly action?: string
  readonly params: Readonly<Record<string, unknown>>
  /** Five or six fields, as croner reads them. */
  readonly cron: string
  /** An IANA name; UTC when absent. */
  readonly timeZone?: string
  /** When the run of a slot before has not ended: leave this one out (when absent), let it wait, or end the old one. */
  readonly overlap?: 'skip' | 'queue' | 'replace'
  /** Slots that passed while nothing ran: leave them out (when absent), do one for all, or each. */
  readonly missed?: 'skip' | 'once' | 'all'
  /** Whether the action may be run again when it is not known how far it came; false when absent. */
  readonly isIdempotent?: boolean
  readonly priority?: number
  readonly maxAttempts?: number
}

/** A schedule as it stands. */
export interface Schedule extends NewSchedule {
  readonly id: string
  readonly isPaused: boolean
  /** Milliseconds since 1970; absent when there is no next time. */
  readonly nextAt?: number
}

/** What became of one time of a schedule; each has exactly one. */
export interface Slot {
  readonly scheduleId: string
  readonly at: number
  readonly outcome: 'run' | 'skipped_overlap' | 'skipped_missed' | 'skipped_paused'
  readonly runId?: string
  /** How far its run is; absent once that is not kept any more. */
  readonly run?: Pick<Run, 'state' | 'errorCode' | 'startedAt' | 'finishedAt'>
}

/** Which schedules are listed, by owner and name. */
export interface ScheduleFilter {
  readonly owner?: string
  readonly skill?: string
  /** Begin after this one (the last of the page before). */
  readonly after?: Pick<Schedule, 'owner' | 'name'>
  readonly limit?: number
}

/** Schedules, and what became of their times. */
export interface Schedules {
  /** Adds one, or changes the one of that owner and name. */
  put(schedule: NewSchedule): Promise<Schedule>
  /** Adds one. Throws CONFLICT when the owner has one of that name, or as many as they may have. */
  add(schedule: NewSchedule, limits: { readonly most: number }): Promise<Schedule>
  /** Makes one another; its history and whether it is paused stay. Throws CONFLICT for a name that is taken. */
  change(id: string, schedule: NewSchedule): Promise<Schedule | undefined>
  list(filter?: ScheduleFilter): Promise<readonly Schedule[]>
  read(id: string): Promise<Schedule | undefined>
  remove(id: string): Promise<boolean>
  pause(id: string): Promise<Schedule | undefined>
  resume(id: string): Promise<Schedule | undefined>
  /** The run that is made now, beside its times. */
  runNow(id: string): Promise<string | undefined>
  /** Its slots, the newest first: those from a time on, before another. */
  history(
    id: string,
    page: { readonly from?: number; readonly before?: number; readonly limit: number },
  ): Promise<readonly Slot[]>
  /** Makes the runs of all times that have come. Several nodes may do it at once. */
  tick(): Promise<void>
}
