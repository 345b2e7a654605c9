import type { Finding } from '@skillwright/contract'
import type { PUBLISH_OUTCOME, Wire } from '@skillwright/hub-api'
import { findingLines } from '../finding-lines.ts'
import { paint } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import { ACCESS_MEANING } from './access-meaning.ts'

/** What became of a package. */
type PublishOutcome = Wire<typeof PUBLISH_OUTCOME>

const COLOURS: Readonly<Record<string, 'green' | 'red'>> = { published: 'green', quarantined: 'red' }

/** What became of a package, why, and what its author can do now. */
export function outcomeLines(outcome: PublishOutcome): string[] {
  const { name, version, state, access, digest, log_index, dry_run } = outcome
  const findings = shownFindings(outcome)
  // The hub repeats among the reasons what the scanner found, which is shown below with its place.
  const shown = new Set(findings.map(({ rule, message }) => `${rule}: ${message}`))
  const reasons = outcome.reasons.filter((reason) => !shown.has(reason))
  const reference = visibleText(`${name}@${version}`)
  return [
    `${paint(COLOURS[state] ?? 'yellow', visibleText(dry_run ? `would be ${state}` : state))} ${reference}`,
    `  ${visibleText(digest)}`,
    `  ${visibleText(access)}: ${ACCESS_MEANING[access] ?? 'as the hub says'}`,
    ...reasons.map((reason) => `  because: ${visibleText(reason)}`),
    ...comparisonLines(outcome),
    ...findingLines(findings, { paint }).map((line) => `  ${line}`),
    ...(log_index === undefined ? [] : [`  entry ${log_index} of the log of the hub, checked`]),
    ...(dry_run ? ['  nothing was published'] : nextLines(state, reference)),
  ]
}

function comparisonLines({ comparison, version }: PublishOutcome): string[] {
  if (comparison === null) return []
  const { previous, required, step, permissions } = comparison
  const takes = required === 'none' ? 'the contract is the same' : `the contract takes a ${required} step`
  return [
    `  after ${previous}: ${takes}, and ${version} is a ${step} one`,
    ...permissions.flatMap(({ permission, added, removed }) => [
      ...added.map((item) => `  it may now: ${permission} ${item}`),
      ...removed.map((item) => `  it may no longer: ${permission} ${item}`),
    ]),
  ].map(visibleText)
}

/** What the scanner saw is the author's business when it held the version back. */
function shownFindings({ findings, scan }: PublishOutcome): readonly Finding[] {
  return scan.verdict === 'pass' ? findings : [...findings, ...scan.findings]
}

function nextLines(state: PublishOutcome['state'], reference: string): string[] {
  if (state === 'pending') return [`  a reviewer decides; to see where it stands: skillwright info ${reference}`]
  if (state === 'quarantined')
    return [`  it is not available; if that is wrong: skillwright review appeal ${reference} --reason …`]
  return [`  to see it as others do: skillwright info ${reference}`]
}
