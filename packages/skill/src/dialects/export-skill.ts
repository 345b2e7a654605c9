import { type Finding, SkillError } from '@skillwright/contract'
import { parseSkill } from '../parse-skill.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { agentSkillsFields } from './agent-skills.ts'
import { claudeSkillFields } from './claude-plugin.ts'
import { clawHubFields } from './claw-hub.ts'
import { skillMarkdown } from './front-matter-text.ts'
import { hermesFields } from './hermes.ts'
import { keepOriginal, openExport } from './kept-original.ts'
import { PLUGIN_MANIFESTS, type PluginKind, pluginFolder } from './plugin-folder.ts'

/** Whose form a skill is written in. */
export type ExportTarget = 'agentskills' | 'clawhub' | 'hermes' | PluginKind

/** A skill in another dialect. */
export interface ExportedSkill {
  /** The folder's name: the standard wants it to be the skill's name. */
  readonly folder: string
  readonly files: SkillFiles
  /** What the other dialect cannot say; it stays readable for us in skill.json. */
  readonly findings: readonly Finding[]
}

/** Makes the front matter that a dialect wants; what it cannot say is added to the findings. */
type FieldWriter = (skill: Skill, findings: Finding[]) => Readonly<Record<string, unknown>>

const WRITERS: Readonly<Record<ExportTarget, FieldWriter>> = {
  agentskills: agentSkillsFields,
  clawhub: clawHubFields,
  hermes: hermesFields,
  'claude-plugin': claudeSkillFields,
  'codex-plugin': agentSkillsFields,
}

/** Options of exportSkill. */
export interface ExportOptions {
  /** The name of the folder that the skill is in. */
  readonly folder?: string
  /** Where an MCP server offers the skill, for plugins to name. */
  readonly mcpUrl?: string | undefined
}

/** Writes a skill in another dialect. Every other file comes along; skill.json keeps what the dialect cannot say, so `importSkill` loses nothing. */
export function exportSkill(
  source: SkillFiles,
  target: ExportTarget,
  { folder = 'skill', mcpUrl }: ExportOptions = {},
): ExportedSkill {
  const plugin = isPluginKind(target) ? target : undefined
  if (plugin === undefined && mcpUrl !== undefined)
    throw new SkillError('INVALID_INPUT', `${target} has no place for the address of an MCP server`, {
      hint: `Only ${Object.keys(PLUGIN_MANIFESTS).join(' and ')} do`,
    })
  const { files } = openExport(source)
  const skill = parseSkill(files, { folder })
  if (![...files.keys()].some(isSkillFile))
    throw new SkillError('DATA_NOT_FOUND', 'There is no SKILL.md to export', {
      hint: 'Name the folder that holds SKILL.md',
    })
  const name = skillName(skill.id)
  const findings: Finding[] = []
  const fields = WRITERS[target]({ ...skill, id: name }, findings)
  const written = new Map([...files].filter(([path]) => !isSkillFile(path)))
  const markdown = skillMarkdown(fields, skill.body)
  written.set('SKILL.md', markdown)
  written.set('skill.json', keepOriginal(files, skill, { target, markdown, findings }))
  const result = plugin === undefined ? written : pluginFolder(plugin, { ...skill, id: name }, written, mcpUrl)
  return { folder: name, files: result, findings }
}

function isPluginKind(target: ExportTarget): target is PluginKind {
  return Object.hasOwn(PLUGIN_MANIFESTS, target)
}

/** True for SKILL.md in any letter case, at the root. */
export function isSkillFile(path: string): boolean {
  return path.toLowerCase() === 'skill.md'
}

/** The id as every dialect takes it: the last part of a scoped one, lower case, at most 64 characters. */
function skillName(id: string): string {
  const name = id.slice(id.lastIndexOf('/') + 1)
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return name
  throw new SkillError('INVALID_INPUT', `The id ${JSON.stringify(id)} is not a name other tools take`, {
    hint: 'Give it an id of at most 64 lower-case letters, digits and single hyphens',
  })
}
