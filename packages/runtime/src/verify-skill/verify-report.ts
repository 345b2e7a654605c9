/** What a verification saw. */
export interface VerifyReport {
  readonly id: string
  readonly version: string | undefined
  /** The package that was verified. */
  readonly digest: string
  /** The same seed tries the same inputs again. */
  readonly seed: number
  /** Generated inputs of each kind and action. */
  readonly runs: number
  /** True when the skill ran in the sandbox. */
  readonly contained: boolean
  readonly checks: readonly VerifyCheck[]
  /** True when no check failed. */
  readonly ok: boolean
}

/** One thing that was looked at. */
export interface VerifyCheck {
  readonly name: CheckName
  readonly passed: number
  readonly failed: number
  /** What failed, the first few of each kind. */
  readonly failures: readonly VerifyFailure[]
  /** What is worth knowing and no failure. */
  readonly notes: readonly string[]
}

/** What a verification looks at. */
export type CheckName = 'examples' | 'valid-inputs' | 'invalid-inputs' | 'idempotency' | 'limits' | 'undeclared'

/** One failure, with what is needed to see it again. */
export interface VerifyFailure {
  readonly problem: string
  readonly action?: string
  readonly input?: unknown
}

const MAX_FAILURES = 10
const MAX_INPUT = 300

const TITLES: Readonly<Record<CheckName, string>> = {
  examples: 'its own examples and tests',
  'valid-inputs': 'generated valid inputs: every answer keeps the contract',
  'invalid-inputs': 'generated invalid inputs: an error with a code, never a crash',
  idempotency: 'the same input again: the same answer',
  limits: 'within time and output limits, and ended when told to',
  undeclared: 'nothing beyond what it declares',
}

/** Makes a check of what passed and what did not. */
export function toCheck(
  name: CheckName,
  passed: number,
  failures: readonly VerifyFailure[],
  notes: readonly string[] = [],
): VerifyCheck {
  return { name, passed, failed: failures.length, failures: failures.slice(0, MAX_FAILURES), notes }
}

/** The report as lines for people. */
export function describeReport(report: VerifyReport): string[] {
  const { id, version, digest, seed, checks, contained, ok } = report
  return [
    `${id}${version === undefined ? '' : ` ${version}`}  ${digest}`,
    ...checks.flatMap(describeCheck),
    `${ok ? 'verified' : 'not verified'}${contained ? '' : ' and not contained'}, seed ${seed}`,
  ]
}

function describeCheck({ name, passed, failed, failures, notes }: VerifyCheck): string[] {
  const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '-'
  const counts = failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`
  return [
    `${mark} ${TITLES[name]}: ${counts}`,
    ...failures.map(({ problem, action, input }) => {
      const call = [action, input === undefined ? undefined : shorten(JSON.stringify(input))].filter(Boolean).join(' ')
      return `    ${problem}${call === '' ? '' : `  (${call})`}`
    }),
    ...notes.map((note) => `    ${note}`),
  ]
}

function shorten(text: string): string {
  return text.length > MAX_INPUT ? `${text.slice(0, MAX_INPUT)}…` : text
}
