import { type Finding, isObject, SkillError } from '@skillwright/contract'
import { CLAWHUB_METADATA, metadataOf } from '../dialect.ts'
import { parseSkill } from '../parse-skill.ts'
import type { Permissions } from '../permissions.ts'
import type { Skill } from '../skill.ts'
import type { SkillFiles } from '../skill-files.ts'
import { skillMarkdown } from './front-matter-text.ts'
import { skillJsonText } from './skill-json.ts'

/** A skill in document C's form, made of one in another. */
export interface ImportedSkill {
  readonly folder: string
  readonly files: SkillFiles
  /** What had to be assumed. */
  readonly findings: readonly Finding[]
}

/** Options of importSkill. */
export interface ImportOptions {
  readonly folder?: string
  /** Which skill, when a plugin holds several. */
  readonly name?: string
}

/** Rewrites a skill of any dialect, or the skill of a Claude plugin, in document C's form. Keys nobody knows are kept. */
export function importSkill(source: SkillFiles, { folder = 'skill', name }: ImportOptions = {}): ImportedSkill {
  const root = skillRoot(source, name)
  const files = new Map(
    [...source].flatMap(([path, bytes]) => (path.startsWith(root) ? [[path.slice(root.length), bytes] as const] : [])),
  )
  const read = parseSkill(files, { folder: root === '' ? folder : (root.split('/').at(-2) ?? folder) })
  const findings: Finding[] = [...read.findings]
  const skill = completed(read, findings)
  files.delete('skill.md')
  files.set('SKILL.md', skillMarkdown(standardFields(skill), skill.body))
  files.set('skill.json', new TextEncoder().encode(skillJsonText(skill)))
  return { folder: skill.id, files, findings }
}

/** The folder of the skill inside the files: their root, or the one skill of a plugin. */
function skillRoot(files: SkillFiles, name: string | undefined): string {
  if (files.has('SKILL.md') || files.has('skill.md')) return ''
  const roots = [...files.keys()]
    .filter((path) => path.endsWith('/SKILL.md'))
    .map((path) => path.slice(0, -'SKILL.md'.length))
  const wanted = name === undefined ? roots : roots.filter((root) => root.endsWith(`/${name}/`) || root === `${name}/`)
  const [only, ...others] = wanted
  if (only !== undefined && others.length === 0) return only
  const names = roots.map((root) => root.split('/').at(-2)).join(', ')
  throw new SkillError(
    'DATA_NOT_FOUND',
    roots.length === 0 ? 'There is no SKILL.md to import' : `Expected one skill, found ${roots.length}: ${names}`,
    {
      hint: roots.length === 0 ? 'Name the folder that holds SKILL.md' : 'Say which one with --name',
    },
  )
}

function completed(skill: Skill, findings: Finding[]): Skill {
  const metadata = metadataOf(skill.frontMatter)
  const assume = <T>(value: T | undefined, field: string, assumed: T): T => {
    if (value !== undefined) return value
    findings.push({
      rule: 'import/assumed',
      severity: 'info',
      file: 'SKILL.md',
      message: `${field} was not stated; ${String(assumed)} is assumed`,
      fix: `Set ${field} yourself.`,
    })
    return assumed
  }
  const compatibility = typeof skill.frontMatter.compatibility === 'string' ? skill.frontMatter.compatibility : ''
  const words = (value: unknown) => (typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : [])
  const hermes = isObject(metadata.hermes) ? metadata.hermes : {}
  const needed = firstFilled(skill.toolsRequired, words(metadata['tools-required']), textList(hermes.requires_tools))
  return {
    ...skill,
    version: assume(skill.version, 'version', '0.1.0'),
    hermesVersion: assume(
      skill.hermesVersion ?? /Hermes ([^;]+)/.exec(compatibility)?.[1]?.trim(),
      'hermes_version',
      '*',
    ),
    toolsRequired: needed,
    toolsOptional: firstFilled(skill.toolsOptional, words(metadata['tools-optional'])),
    permissions: importedPermissions(skill.permissions, metadata, skill.frontMatter),
  }
}

/** What ClawHub and Hermes say a skill needs, as permissions. */
function importedPermissions(
  own: Permissions,
  metadata: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>>,
): Permissions {
  const claw = CLAWHUB_METADATA.map((name) => metadata[name]).find(isObject) ?? {}
  const requires = isObject(claw.requires) ? claw.requires : {}
  const variables = Array.isArray(fields.required_environment_variables) ? fields.required_environment_variables : []
  const names = variables.flatMap((variable: unknown) =>
    isObject(variable) && typeof variable.name === 'string' ? [variable.name] : [],
  )
  return {
    ...own,
    programs: firstFilled(own.programs, textList(requires.bins)),
    env: firstFilled(own.env, textList(requires.env), names),
  }
}

const STANDARD_ORDER = [
  'id',
  'version',
  'name',
  'description',
  'author',
  'license',
  'tags',
  'hermes_version',
  'tools_required',
  'tools_optional',
  'language',
  'created',
  'updated',
]

function standardFields(skill: Skill): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    id: skill.id,
    version: skill.version,
    name: skill.name,
    description: skill.description,
    author: skill.author,
    license: skill.license,
    tags: skill.tags,
    hermes_version: skill.hermesVersion,
    tools_required: skill.toolsRequired,
    tools_optional: skill.toolsOptional,
    language: skill.language,
    created: skill.created,
    updated: skill.updated,
  }
  const others = Object.entries(skill.frontMatter).filter(
    ([name]) => !STANDARD_ORDER.includes(name) && name !== 'homepage',
  )
  return { ...fields, ...Object.fromEntries(others) }
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function firstFilled(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find((list) => list.length > 0) ?? []
}
