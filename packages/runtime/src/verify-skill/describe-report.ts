import { counted } from '@skillwright/contract'
import { describeContainment } from '../contain/detect-containment.ts'
import type {
  ActionRuns,
  CheckName,
  ReportedContainment,
  VerifyCheck,
  VerifyFailure,
  VerifyReport,
} from './verify-report.ts'

const TITLES: Readonly<Record<CheckName, string>> = {
  examples: 'its own examples and tests',
  'valid-inputs': 'generated valid inputs: every answer keeps the contract',
  'invalid-inputs': 'generated invalid inputs: an error with a code, never a crash',
  idempotency: 'the same input again: the same answer',
  limits: 'within time and output limits, and ended when told to',
  undeclared: 'nothing beyond what it declares',
  lint: 'nothing wrong with its files',
  scan: 'nothing dangerous in its files',
  links: 'every link leads to a file of the package',
  triggers: 'messages that should find it, and that should not',
}
const MARKS: Readonly<Record<VerifyCheck['outcome'], string>> = {
  pass: '✓',
  fail: '✗',
  unavailable: '?',
  'not-applicable': '-',
}
const WORDS = { pass: 'verified', fail: 'not verified', unavailable: 'could not be checked' } as const
const MAX_SHOWN = 300

/** The report as lines for people. */
export function describeReport(report: VerifyReport): string[] {
  const { id, version, digest, seed, checks, containment, outcome, obstacle } = report
  return [
    `${id}${version === undefined ? '' : ` ${version}`}  ${digest}`,
    ...checks.flatMap(describeCheck),
    ...(obstacle === undefined ? [] : [`? ${obstacle.code}: ${obstacle.message}`]),
    ...(obstacle?.hint === undefined ? [] : [`    ${obstacle.hint}`]),
    ...actionLines(report),
    containment === undefined
      ? `${WORDS[outcome]}, nothing was run`
      : `${WORDS[outcome]}, ${describeContained(containment)}, seed ${seed}`,
  ]
}

function describeContained({ kind, system_call_filter: systemCallFilter }: ReportedContainment): string {
  return describeContainment({ kind, systemCallFilter })
}

function actionLines({ actions }: VerifyReport): string[] {
  return Object.entries(actions).map(([name, runs]) => `  ${name}: ${describeRuns(runs)}`)
}

function describeRuns({ answered, refused, broken, unavailable }: ActionRuns): string {
  const more = [
    [refused, 'refused by the skill'],
    [broken, 'broken'],
    [unavailable, 'not run'],
  ] as const
  return [
    `${counted(answered, 'call')} answered`,
    ...more.flatMap(([n, word]) => (n > 0 ? [`${n} ${word}`] : [])),
  ].join(', ')
}

function describeCheck({ name, outcome, passed, failed, failures, obstacles, notes }: VerifyCheck): string[] {
  const counts = [`${passed} passed`, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
  return [
    `${MARKS[outcome]} ${TITLES[name]}: ${outcome === 'not-applicable' ? 'does not apply' : counts}`,
    ...failures.map((failure) => `    ${describeFailure(failure)}`),
    ...obstacles.map((obstacle) => `    ? ${obstacle}`),
    ...notes.map((note) => `    ${note}`),
  ]
}

function describeFailure({ problem, action, input }: VerifyFailure): string {
  const call = [action, input === undefined ? undefined : shorten(JSON.stringify(input))].filter(Boolean).join(' ')
  return call === '' ? problem : `${problem}  (${call})`
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
