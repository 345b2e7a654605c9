import type { SkillRequest, SkillResponse, TraceContext } from '@skillwright/contract'

/** How far a run is. It ends in exactly one of the last three. */
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'

/** What asks for a run. */
export interface NewRun {
  /** A new one when absent. */
  readonly id?: string
  /** `@scope/name`, or the id of a skill on this machine. */
  readonly skill: string
  /** The exact version that is called, decided when the run is accepted. */
  readonly version?: string
  /** Which version was asked for, such as `latest`, where that is not the version itself: what is asked for with the same key must be the same. */
  readonly askedVersion?: string
  readonly request: SkillRequest
  /** On whose behalf. */
  readonly principal: string
  /** What `principal` was shown by, such as the id of a token, where the run may no more than that; jobs only keep it. */
  readonly authority?: string
  /** Which way it came, such as `http`, `job` or `schedule`. */
  readonly via: string
  /** Whether the action may be run again when it is not known how far it came. */
  readonly isIdempotent: boolean
  /** Larger is sooner; 0 when absent. */
  readonly priority?: number
  /** Not before this time, in milliseconds since 1970. */
  readonly dueAt?: number
  /** How often it is tried; 1 when absent. */
  readonly maxAttempts?: number
  /** The same key of the same principal is the same run. */
  readonly idempotencyKey?: string
  /** At most one run with this key waits or runs. */
  readonly singletonKey?: string
  /** Told when it has ended. */
  readonly webhook?: string
  /** How long it waits before it is tried again. */
  readonly backoff?: Backoff
  /** The trace that it belongs to. */
  readonly trace?: TraceContext
  /** The schedule that asked for it. */
  readonly scheduleId?: string
  /** The time of that schedule it is for. */
  readonly slot?: { readonly scheduleId: string; readonly at: number }
}

/** How long a failed job waits: a random time up to the first bound, which doubles each time up to the last. */
export interface Backoff {
  /** 1 second when absent. */
  readonly firstMs?: number
  /** 1 hour when absent. */
  readonly mostMs?: number
}

/** One execution of a request. */
export interface Run extends Omit<NewRun, 'id'> {
  readonly id: string
  readonly state: RunState
  /** How often it was begun. */
  readonly attempt: number
  readonly progress?: RunProgress
  /** Once it has ended. A list of runs leaves it out. */
  readonly response?: SkillResponse
  /** The first error's, of one that failed. */
  readonly errorCode?: string
  /** True for a job that failed and is not tried again by itself. */
  readonly isDead: boolean
  /** Milliseconds since 1970, like the others. */
  readonly createdAt: number
  readonly startedAt?: number
  readonly finishedAt?: number
}

/** How far a run says it is. */
export interface RunProgress {
  /** From 0 to 1. */
  readonly done: number
  readonly message?: string
}

/** Something that happened to a run, in order. */
export interface RunHappening {
  /** Grows by one within a run, from 1. */
  readonly sequence: number
  readonly at: number
  readonly event:
    | { readonly type: 'state'; readonly state: RunState }
    | { readonly type: 'log'; readonly level?: 'debug' | 'info' | 'warning' | 'error'; readonly text: string }
    | ({ readonly type: 'progress' } & RunProgress)
}
