import type { Finding } from '@skillwright/contract'
import { cutText } from '../cut-text.ts'
import type { Skill } from '../skill.ts'
import { metadataOf } from '../skill-fields.ts'

const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500

/** The Agent Skills standard, as strict as its reference validator: six keys, everything else as text under `metadata`. */
export function agentSkillsFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  const { 'allowed-tools': allowed } = skill.frontMatter
  const description = oneLine(skill.description) || oneLine(skill.name) || skill.id
  const metadata = { ...ownMetadata(skill), ...standardMetadata(skill) }
  return {
    name: skill.id,
    description: shortened(description, MAX_DESCRIPTION, 'description', findings),
    license: filled(oneLine(skill.license ?? '')),
    compatibility: compatibility(skill, findings),
    'allowed-tools': typeof allowed === 'string' ? filled(oneLine(allowed)) : undefined,
    metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
  }
}

/** The fields of document C that the standard has no key for, as text for its `metadata`. */
export function standardMetadata(skill: Skill): Record<string, string> {
  return textFields({
    title: skill.name === skill.id ? undefined : skill.name,
    version: skill.version,
    author: skill.author,
    homepage: skill.homepage,
    language: skill.language,
    created: skill.created,
    updated: skill.updated,
    tags: skill.tags.join(', '),
    // Not allowed-tools: that grants, these are needed.
    'tools-required': skill.toolsRequired.join(' '),
    'tools-optional': skill.toolsOptional.join(' '),
  })
}

/** Its other `metadata`, where names are words and values text. */
function ownMetadata(skill: Skill): Record<string, string> {
  const entries = Object.entries(metadataOf(skill.frontMatter))
  return textFields(Object.fromEntries(entries.filter(([name]) => /^[A-Za-z]\w*(?:[.-]\w+)*$/.test(name))))
}

function textFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const line = typeof value === 'string' ? oneLine(value) : ''
      return line === '' ? [] : [[name, line]]
    }),
  )
}

function compatibility(skill: Skill, findings: Finding[]): string | undefined {
  const stated = typeof skill.frontMatter.compatibility === 'string' ? oneLine(skill.frontMatter.compatibility) : ''
  const needs = [
    skill.hermesVersion === undefined || skill.hermesVersion === '*' ? '' : `Hermes ${oneLine(skill.hermesVersion)}`,
    skill.permissions.programs.length > 0 ? `needs ${oneLine(skill.permissions.programs.join(', '))}` : '',
  ]
  const parts = [stated, ...needs.filter((need) => !stated.includes(need))].filter((part) => part !== '')
  return parts.length > 0 ? shortened(parts.join('; '), MAX_COMPATIBILITY, 'compatibility', findings) : undefined
}

/** Text cut to what the standard allows, with a finding when something was cut. */
function shortened(text: string, max: number, field: string, findings: Finding[]): string {
  // The standard counts code points, its JavaScript port UTF-16 units, of which there are never fewer.
  if (text.length <= max) return text
  findings.push({
    rule: 'export/shortened',
    severity: 'warning',
    file: 'SKILL.md',
    message: `${field} has ${text.length} characters and was cut to ${max}`,
    fix: `Say it in ${max} characters; the whole text is kept in skill.json.`,
  })
  return cutText(text, max)
}

/** Text without line breaks and the characters that YAML 1.1 readers refuse. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .trim()
}

function filled(text: string): string | undefined {
  return text === '' ? undefined : text
}
