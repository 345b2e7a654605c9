import {
  type Action,
  type Bump,
  type Contract,
  type ContractComparison,
  exampleInput,
  type Finding,
} from '@skillwright/contract'
import type { ScanReport } from '../scan/scan-report.ts'
import type { SkillFiles } from '../skill-files.ts'

/** What is said of a skill that was made of a foreign service. */
export interface ForeignSkill {
  readonly id: string
  readonly title: string
  readonly version: string
  readonly description: string
  readonly tags: readonly string[]
  readonly contract: Contract
  /** What it is, in a sentence. */
  readonly overview: string
  /** How it is used, as the service says. */
  readonly usage: string
  /** What answers for it. */
  readonly dependency: string
  /** What skill.json says beside that. */
  readonly manifest: Readonly<Record<string, unknown>>
  /** Its other files: texts, and values that are written as JSON. */
  readonly files: Readonly<Record<string, unknown>>
}

/** A skill that was made of what others offer. */
export interface ImportedSkill {
  readonly id: string
  readonly files: SkillFiles
  readonly contract: Contract
  readonly version: string
  /** What was left out, and what is to be known. */
  readonly findings: readonly Finding[]
  /** What its words could do to a user. */
  readonly scan: ScanReport
  /** What changed since the last import, with inputs that break. */
  readonly comparison?: ContractComparison
}

const MAX_USAGE = 4_000
const MAX_SAID = 500

/** The files of a skill that was made of a foreign service. */
export function foreignSkillFiles(skill: ForeignSkill): SkillFiles {
  const { id, title, version, description, manifest, files } = skill
  const all = {
    'SKILL.md': markdown(skill),
    'skill.json': { id, version, name: title, description, ...manifest },
    ...files,
  }
  return new Map(Object.entries(all).map(([path, content]) => [path, Buffer.from(textOf(content))]))
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
}

/** The smallest version that says what the change since another one is; the first when there was none. */
export function versionAfter(before: string | undefined, bump: Bump): string {
  if (before === undefined) return '1.0.0'
  const [major = 1, minor = 0, patch = 0] = before.split(/[.+-]/).map(Number)
  if (bump === 'none') return before
  if (bump === 'major') return `${major + 1}.0.0`
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

/** A text without line breaks and characters that are not seen. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
}

function markdown({
  id,
  title,
  version,
  description,
  tags,
  contract,
  overview,
  usage,
  dependency,
}: ForeignSkill): string {
  const fields = { id, name: title, version, description, tags, hermes_version: '*', tools_required: [] }
  const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  const actions = [...contract.actions.values()]
  const said = ({ name, description: about = '' }: Action) =>
    `- \`${oneLine(name)}\`: ${oneLine(about).slice(0, MAX_SAID)}`
  const [first] = actions
  const example = { action: first?.name, params: first === undefined ? {} : exampleInput(first.input.schema) }
  return [
    ...['---', ...front, '---', '', `# ${title}`, ''],
    ...['## Overview', '', overview, ''],
    ...['**When to use this skill:**', ...actions.map(said), ''],
    ...[
      '## Usage',
      '',
      usage.trim().slice(0, MAX_USAGE) || 'Call one of its actions with parameters as contract.json states them.',
      '',
    ],
    ...['## Examples', '', '```json', JSON.stringify(example, null, 2), '```', ''],
    ...['## Dependencies', '', `- ${dependency}`, ''],
  ].join('\n')
}
