import { isObject } from '@skillwright/contract'
import { cutKeys } from '@skillwright/skill'
import type { ContainmentLevel } from '../contain/detect-containment.ts'

/** What a verification saw. It is kept and sent as it is, so its field names are those of the wire, and its size is bounded. */
export interface VerifyReport {
  readonly id: string
  readonly version: string | undefined
  /** The package that was verified. */
  readonly digest: string
  /** What was tried: its answers; or its documents, for a skill that is only text. */
  readonly subject: 'answers' | 'documents'
  /** The same seed tries the same inputs again. */
  readonly seed: number
  /** Generated inputs of each kind and action. */
  readonly runs: number
  /** How well it was contained while it ran; undefined when nothing was run. */
  readonly containment: ReportedContainment | undefined
  /** What the runs of each action showed. */
  readonly actions: Readonly<Record<string, ActionRuns>>
  readonly checks: readonly VerifyCheck[]
  readonly outcome: VerifyOutcome
  /** True when it is proven: every check that applies was made, and none failed. */
  readonly ok: boolean
  /** Why nothing could be checked, when something was in the way from the start. */
  readonly obstacle?: Obstacle
}

/** How well a skill was contained, as the metadata of a run says it too. */
export interface ReportedContainment {
  readonly kind: ContainmentLevel['kind']
  readonly system_call_filter: boolean
}

/** Why a skill cannot be tried out at all, and what to do about it. */
export interface Obstacle {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

/** Proven, broken, or neither because it could not be checked. */
export type VerifyOutcome = 'pass' | 'fail' | 'unavailable'

/** How many runs of an action ended how, inputs that the contract refused left out. */
export interface ActionRuns {
  readonly answered: number
  readonly refused: number
  readonly broken: number
  readonly unavailable: number
}

/** One thing that was looked at. */
export interface VerifyCheck {
  readonly name: CheckName
  /** `not-applicable` when the skill has nothing to look at, such as no action that is idempotent. */
  readonly outcome: VerifyOutcome | 'not-applicable'
  readonly passed: number
  readonly failed: number
  /** What failed, the first few. */
  readonly failures: readonly VerifyFailure[]
  /** Why it could not be checked, or not all of it. */
  readonly obstacles: readonly string[]
  /** What is worth knowing and no failure. */
  readonly notes: readonly string[]
}

/** What a verification looks at. */
export type CheckName =
  | 'examples'
  | 'valid-inputs'
  | 'invalid-inputs'
  | 'idempotency'
  | 'limits'
  | 'undeclared'
  | 'lint'
  | 'scan'
  | 'links'
  | 'triggers'

/** One failure, with what is needed to see it again. What is long is cut, and then a text. */
export interface VerifyFailure {
  readonly problem: string
  readonly action?: string
  readonly input?: unknown
  readonly answer?: unknown
}

/** What a check is made of. */
export interface CheckResult {
  readonly passed: number
  readonly failures?: readonly VerifyFailure[]
  readonly obstacles?: readonly string[]
  readonly notes?: readonly string[]
}

// A report is kept in databases and sent around: 10 checks of this stay below half a megabyte.
const MAX_SHOWN = 10
const MAX_TEXT = 2_000
const MAX_ALIKE = 3

/** Makes a check of what was seen. What could not be checked is never passed. */
export function toCheck(name: CheckName, result: CheckResult): VerifyCheck {
  const { passed, failures = [], obstacles = [], notes = [] } = result
  return {
    name,
    outcome:
      failures.length > 0 ? 'fail' : obstacles.length > 0 ? 'unavailable' : passed > 0 ? 'pass' : 'not-applicable',
    passed,
    failed: failures.length,
    failures: differing(failures).slice(0, MAX_SHOWN).map(boundFailure),
    obstacles: [...new Set(obstacles)].slice(0, MAX_SHOWN).map(cut),
    notes: notes.slice(0, MAX_SHOWN).map(cut),
  }
}

/** What all checks together say: one failure breaks it, one check that could not be made leaves it unproven. */
export function outcomeOfChecks(checks: readonly VerifyCheck[]): VerifyOutcome {
  const has = (outcome: VerifyCheck['outcome']) => checks.some((check) => check.outcome === outcome)
  if (has('fail')) return 'fail'
  return has('unavailable') || !has('pass') ? 'unavailable' : 'pass'
}

/** The same problem with ever other inputs tells nothing new. */
function differing(failures: readonly VerifyFailure[]): VerifyFailure[] {
  return [...Map.groupBy(failures, ({ problem }) => problem).values()].flatMap((alike) => alike.slice(0, MAX_ALIKE))
}

function boundFailure({ problem, input, answer, ...rest }: VerifyFailure): VerifyFailure {
  return {
    problem: cut(problem),
    ...rest,
    ...(input === undefined ? {} : { input: bound(input) }),
    ...(answer === undefined ? {} : { answer: bound(answer) }),
  }
}

function bound(value: unknown): unknown {
  const safe = withoutKeys(value)
  const text = JSON.stringify(safe)
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : safe
}

function withoutKeys(value: unknown): unknown {
  if (typeof value === 'string') return cutKeys(value)
  if (Array.isArray(value)) return value.map(withoutKeys)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [cutKeys(name), withoutKeys(inner)]))
}

/** A text without keys, before it is cut: half a key would not be recognised. */
function cut(text: string): string {
  const safe = cutKeys(text)
  return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe
}
