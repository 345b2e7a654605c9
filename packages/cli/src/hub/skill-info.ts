import type { AnswerOf, ItemOf, LIST_VERSIONS, READ_EVIDENCE, READ_VERSION } from '@skillwright/hub-api'
import { paint } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'
import { columns } from './columns.ts'
import { shortTime } from './short-time.ts'
import { paintTier } from './tier.ts'
import { unprovenLines, type Verification, verificationTitle } from './verification.ts'

/** The conditions of a tier. */
type Evidence = AnswerOf<typeof READ_EVIDENCE>['evidence']

/** A version with what is known of its skill. */
export interface SkillInfo extends AnswerOf<typeof READ_VERSION> {
  readonly evidence: Evidence
  readonly verification: Verification
  readonly versions: readonly ItemOf<typeof LIST_VERSIONS>[]
  readonly downloads: number
}

/** Everything a hub knows of a skill, in words. */
export function skillInfoLines(info: SkillInfo): string[] {
  const { title = '', description = '', asks_for = [], actions = [] } = info
  return [
    `${paint('bold', visibleText(info.name))} ${visibleText(info.version)}  ${visibleText(title)}`,
    visibleText(description),
    '',
    ...columns(factsOf(info).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    '',
    'it may:',
    ...(asks_for.length === 0 ? ['nothing beyond its own folder'] : asks_for).map((line) => `  ${visibleText(line)}`),
    // A single action says what the description says.
    ...(actions.length > 1 ? ['', 'actions:'] : []),
    ...(actions.length > 1 ? columns(actions.map(({ name, description: does = '' }) => [`  ${name}`, does])) : []),
    '',
    `tier: ${paintTier(info.tier)}, by what the hub saw of the newest version:`,
    ...evidenceLines(info.evidence),
    ...verificationLines(info),
  ]
}

function factsOf(info: SkillInfo): [string, string | null | undefined][] {
  const versions = info.versions.map(({ version, state }) =>
    state === 'published' ? version : `${version} (${state})`,
  )
  return [
    ['state', info.state === 'published' ? undefined : `${info.state}: ${info.state_reason ?? 'no reason was given'}`],
    ['deprecated', info.deprecated],
    ['access', info.access],
    ['license', info.license],
    ['tags', info.tags?.join(', ')],
    ['versions', versions.join(', ')],
    ['published', `${shortTime(info.published_at)} by ${info.published_by}`],
    ['downloads', String(info.downloads)],
    ['signed by', info.signed_by],
    ['digest', info.digest],
    ['log', info.log_index === null ? 'not in it: not available to everyone' : `entry ${info.log_index}, checked`],
  ]
}

const MARKS = { met: '✓', unmet: '✗', waiting: '…', unavailable: '?' } as const
const COLOURS = { met: 'green', unmet: 'dim', waiting: 'dim', unavailable: 'yellow' } as const

function evidenceLines(evidence: Evidence): string[] {
  const lines = columns(evidence.map(({ name, detail }) => [name.replaceAll('-', ' '), shortTime(detail)]))
  return lines.map((line, i) => {
    const { state = 'unmet' } = evidence[i] ?? {}
    return `  ${paint(COLOURS[state] ?? 'yellow', MARKS[state] ?? '?')} ${line}`
  })
}

/** What the verify run of the version did not prove. */
function verificationLines({ name, version, verification }: SkillInfo): string[] {
  const unproven = unprovenLines(verification)
  if (unproven.length === 0) return []
  const all = visibleText(`  all of it: skillwright review evidence ${name}@${version}`)
  return ['', `${verificationTitle(verification)}:`, ...unproven, ...(verification.report === null ? [] : [all])]
}
