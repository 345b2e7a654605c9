import type { VERIFICATION, Wire } from '@skillwright/hub-api'
import { paint } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import { shortTime } from './short-time.ts'

/** What a hub's own verify run of a version showed. */
export type Verification = Wire<typeof VERIFICATION>

const WORDS = {
  pass: 'passed',
  fail: 'failed',
  unavailable: 'could not be done',
  waiting: 'waits',
  running: 'is under way',
  missing: 'was not asked for',
} as const

/** How a verify run ended, and when. */
export function verificationTitle({ version, outcome, at, report, obstacle, again }: Verification): string {
  const facts = [
    `the verify run of ${visibleText(version)} ${WORDS[outcome] ?? `is ${outcome}`}`,
    ...(at === null ? [] : [`${report === null && obstacle === null ? 'since' : 'at'} ${shortTime(at)}`]),
    ...(report?.subject === 'answers' ? [`seed ${report.seed}`] : []),
    ...(again ? ['another run waits'] : []),
  ]
  return facts.join(', ')
}

/** What a verify run did not prove, one line for each check; none when it passed. */
export function unprovenLines({ report, obstacle }: Verification): string[] {
  if (obstacle !== null)
    return [obstacle.message, ...(obstacle.hint === undefined ? [] : [obstacle.hint])].map(
      (line) => `  ${paint('yellow', '?')} ${visibleText(line)}`,
    )
  return (report?.checks ?? []).flatMap(({ name, outcome, failed, failures, obstacles }) => {
    if (outcome === 'fail')
      return [`  ${paint('red', '✗')} ${name}: ${failed} failed: ${firstLine(failures[0]?.problem)}`]
    return outcome === 'unavailable' ? [`  ${paint('yellow', '?')} ${name}: ${firstLine(obstacles[0])}`] : []
  })
}

function firstLine(text = ''): string {
  return visibleText(text.split('\n', 1)[0] ?? '')
}
