import { type Finding, SkillError } from '@skillwright/contract'
import { parseSkill } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillJsonText } from './skill-json.ts'
import { toAgentSkills } from './to-agent-skills.ts'
import { toClaudePlugin } from './to-claude-plugin.ts'
import { toClawHub } from './to-claw-hub.ts'
import { toHermes } from './to-hermes.ts'

/** Whose form a skill is written in. */
export type ExportTarget = 'agentskills' | 'clawhub' | 'hermes' | 'claude-plugin'

/** A skill in another dialect. */
export interface ExportedSkill {
  /** The folder's name: the standard wants it to be the skill's name. */
  readonly folder: string
  readonly files: SkillFiles
  /** What the other dialect cannot say; it stays readable for us in skill.json. */
  readonly findings: readonly Finding[]
}

/** What a dialect makes of a skill: the new front matter, or a whole new set of files. */
export type DialectWriter = (
  skill: Skill,
  files: ReadonlyMap<string, Uint8Array>,
) => { files: SkillFiles; findings: readonly Finding[] }

const WRITERS: Readonly<Record<ExportTarget, DialectWriter>> = {
  agentskills: toAgentSkills,
  clawhub: toClawHub,
  hermes: toHermes,
  'claude-plugin': toClaudePlugin,
}

/** Writes a skill in another dialect. Every other file comes along; skill.json keeps what the dialect cannot say, so `importSkill` loses nothing. */
export function exportSkill(files: SkillFiles, target: ExportTarget, { folder = 'skill' } = {}): ExportedSkill {
  const skill = parseSkill(files, { folder })
  const name = skillName(skill.id)
  const carried = new Map([...files].filter(([path]) => path.toLowerCase() !== 'skill.md'))
  carried.set('skill.json', new TextEncoder().encode(skillJsonText(skill)))
  const { files: written, findings } = WRITERS[target]({ ...skill, id: name }, carried)
  return { folder: name, files: written, findings }
}

/** The id as every dialect takes it: the last part of a scoped one, lower case, at most 64 characters. */
function skillName(id: string): string {
  const name = id.slice(id.lastIndexOf('/') + 1)
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return name
  throw new SkillError('INVALID_INPUT', `The id ${JSON.stringify(id)} is not a name other tools take`, {
    hint: 'Give it an id of at most 64 lower-case letters, digits and single hyphens',
  })
}
