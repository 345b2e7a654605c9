import { type Finding, isObject } from '@skillwright/contract'
import { readFrontMatter } from '../front-matter.ts'
import { kebab, parseSkill } from '../parse-skill.ts'
import type { Permissions } from '../permissions.ts'
import type { Skill } from '../skill.ts'
import { metadataOf } from '../skill-fields.ts'
import type { SkillFiles } from '../skill-files.ts'
import { standardMetadata } from './agent-skills.ts'
import { clawHubMetadata } from './claw-hub.ts'
import { isSkillFile } from './export-skill.ts'
import { skillMarkdown } from './front-matter-text.ts'
import { hermesMetadata } from './hermes.ts'
import { openExport } from './kept-original.ts'
import { findSkill, type PluginFacts } from './plugin-source.ts'
import { jsonFile, skillJson } from './skill-json.ts'

/** A skill in document C's form, made of one in another. */
export interface ImportedSkill {
  /** The skill's id, which is safe as the name of a folder. */
  readonly folder: string
  readonly files: SkillFiles
  /** What had to be assumed or left behind, and what is wrong with the skill. */
  readonly findings: readonly Finding[]
}

/** Options of importSkill. */
export interface ImportOptions {
  readonly folder?: string
  /** Which skill, when a plugin holds several. */
  readonly name?: string
}

/** Rewrites a skill of any dialect, or the skill of a plugin of Claude or Codex, in document C's form. Unknown keys are kept. */
export function importSkill(source: SkillFiles, { folder = 'skill', name }: ImportOptions = {}): ImportedSkill {
  const found = findSkill(source, name)
  const { files, state, frontMatter } = openExport(found.files)
  const read = parseSkill(files, { folder: found.folder ?? folder })
  const findings: Finding[] = [...found.findings, ...read.findings]
  if (state === 'edited') findings.push(edited())
  const skill = completed(read, found.facts, findings)
  const written = new Map(files)
  // What its author wrote in document C's form needs no rewriting, and keeps its comments.
  const isComplete = skill.id === read.id && read.version !== undefined && read.hermesVersion !== undefined
  const isWritten = read.dialect === 'standard' && (state === 'restored' || isComplete)
  if (!isWritten || !files.has('SKILL.md')) {
    for (const path of files.keys()) if (isSkillFile(path)) written.delete(path)
    written.set('SKILL.md', skillMarkdown(standardFields(skill, frontMatter), skill.body))
  }
  if (!isWritten || !files.has('skill.json')) written.set('skill.json', jsonFile(skillJson(skill)))
  return { folder: skill.id, files: written, findings }
}

/** The skill with every field that document C requires, from wherever its dialect says it. */
function completed(skill: Skill, plugin: PluginFacts, findings: Finding[]): Skill {
  const { frontMatter } = skill
  const metadata = metadataOf(frontMatter)
  const compatibility = typeof frontMatter.compatibility === 'string' ? frontMatter.compatibility : ''
  const hermesVersion = skill.hermesVersion ?? /(?:^|; )Hermes ([^;]+)/.exec(compatibility)?.[1]?.trim()
  const version = skill.version ?? plugin.version
  if (version === undefined) findings.push(assumed('version', '0.1.0'))
  if (hermesVersion === undefined) findings.push(assumed('hermes_version', '*'))
  const { requires_tools } = hermesMetadata(frontMatter)
  return {
    ...skill,
    id: plainId(skill.id, findings),
    version: version ?? '0.1.0',
    author: skill.author ?? plugin.author,
    license: skill.license ?? plugin.license,
    homepage: skill.homepage ?? plugin.homepage,
    tags: firstFilled(skill.tags, plugin.tags ?? []),
    hermesVersion: hermesVersion ?? '*',
    toolsRequired: firstFilled(skill.toolsRequired, words(metadata['tools-required']), words(requires_tools)),
    toolsOptional: firstFilled(skill.toolsOptional, words(metadata['tools-optional'])),
    permissions: importedPermissions(skill.permissions, frontMatter),
  }
}

/** What ClawHub and Hermes say a skill needs, as permissions. */
function importedPermissions(own: Permissions, frontMatter: Skill['frontMatter']): Permissions {
  const { requires } = clawHubMetadata(frontMatter)
  const { bins, env } = isObject(requires) ? requires : {}
  const { required_environment_variables: variables } = frontMatter
  const names = (Array.isArray(variables) ? variables : []).map((one: unknown) => (isObject(one) ? one.name : one))
  return {
    ...own,
    programs: firstFilled(own.programs, words(bins)),
    env: firstFilled(own.env, words(env), words(names)),
  }
}

/** The front matter in document C's order, then every key that only other dialects know. */
function standardFields(skill: Skill, originalFrontMatter: string): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    id: skill.id,
    version: skill.version,
    name: skill.name,
    description: skill.description,
    author: skill.author,
    license: skill.license,
    tags: skill.tags.length > 0 ? skill.tags : undefined,
    hermes_version: skill.hermesVersion,
    tools_required: skill.toolsRequired,
    tools_optional: skill.toolsOptional.length > 0 ? skill.toolsOptional : undefined,
    language: skill.language,
    created: skill.created,
    updated: skill.updated,
  }
  const said = standardMetadata(skill)
  const metadata = Object.entries(metadataOf(skill.frontMatter)).filter(([name, value]) => value !== said[name])
  const others = Object.entries({ ...readFrontMatter(originalFrontMatter).fields, ...skill.frontMatter }).filter(
    ([name]) => !Object.hasOwn(fields, name) && name !== 'homepage' && name !== 'metadata',
  )
  return Object.fromEntries([
    ...Object.entries(fields),
    ...others,
    ...(metadata.length > 0 ? [['metadata', Object.fromEntries(metadata)] as const] : []),
  ])
}

/** An id that is safe as the name of a folder. */
function plainId(id: string, findings: Finding[]): string {
  const plain = kebab(id.slice(id.lastIndexOf('/') + 1)) ?? 'skill'
  if (plain === id) return id
  findings.push({
    rule: 'import/id',
    severity: 'warning',
    file: 'SKILL.md',
    message: `The id ${JSON.stringify(id.slice(0, 100))} is not kebab-case; ${plain} is used`,
    fix: 'Choose an id of lower-case letters, digits and single hyphens.',
  })
  return plain
}

function words(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((word) => word !== '')
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function firstFilled(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? []
}

function assumed(field: string, value: string): Finding {
  const message = `${field} was not stated; ${value} is assumed`
  return { rule: 'import/assumed', severity: 'info', file: 'SKILL.md', message, fix: `Set ${field} yourself.` }
}

function edited(): Finding {
  return {
    rule: 'import/edited',
    severity: 'info',
    file: 'SKILL.md',
    message: 'SKILL.md was edited after its export; what it says now counts',
    fix: 'Read through the result.',
  }
}
