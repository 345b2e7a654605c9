import type { Policy, SkillRequest, TraceContext } from '@skillwright/contract'
import type { Digest } from '@skillwright/skill'
import type { AuthorizationSetup } from './remote/open-authorization.ts'

/** What a caller asks of a skill. */
export type RunRequest = SkillRequest

/** How a run is to be done. */
export interface RunOptions {
  /** Cancels the run. */
  readonly signal?: AbortSignal
  /** At most this long; otherwise what the skill states, else 300 seconds. */
  readonly timeoutSeconds?: number
  readonly policy?: Policy
  /** The contract version the parameters were written for. */
  readonly version?: string
  /** Names the run in its metadata; a new one when absent. */
  readonly runId?: string
  /** Names the call to a service however often it is sent; the run's id when absent, false sends none. */
  readonly idempotencyKey?: string | false
  /** On whose behalf: never shares a warm process with another. */
  readonly principal?: string
  /** Values for the environment variables the skill declares; nothing else of the host's environment reaches it. */
  readonly env?: Readonly<Record<string, string>>
  /** The digest of the skill as it was scanned; anything else is refused, and a private copy of exactly that is run. */
  readonly digest?: Digest
  /** Where what it writes into its own folder is kept; the user's place for data when absent. */
  readonly dataDir?: string
  /** What it writes outside of its own folder is kept in `dataDir` too, which begins empty: nothing of the machine is changed, or found again elsewhere. */
  readonly isTrial?: boolean
  /** Only a process of its own answers, and nothing of it is left then: not one that is kept warm. */
  readonly isOnce?: boolean
  /** Where a sandbox shows the skill's folder; where it is, when absent. */
  readonly shownAt?: string
  readonly debug?: boolean
  /** Whose credential a service is shown, where that is not the same for all runs. */
  readonly remote?: Pick<AuthorizationSetup, 'credential' | 'credentials'>
  /** The trace it belongs to: in the context that the skill gets, and in TRACEPARENT for one that declares it, which then is never warm. */
  readonly trace?: TraceContext
  readonly onEvent?: (event: RunEvent) => void
  /** Called with how far the run came: what fails before `started` was refused by the host, and the skill knows nothing of it. */
  readonly onStage?: (stage: RunStage) => void
}

/** How far a run came: the contract took the input; the skill's process started, its service answered, or a person was asked. */
export type RunStage = 'accepted' | 'started'

/** What happens while a skill runs. */
export type RunEvent =
  | {
      readonly type: 'log'
      /** What the line says it is; absent when it does not say, as with a logger that has no format. */
      readonly level?: 'debug' | 'info' | 'warning' | 'error'
      readonly text: string
    }
  | { readonly type: 'progress' /** From 0 to 1. */; readonly done: number; readonly message?: string }
