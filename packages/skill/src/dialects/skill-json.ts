import { NO_PERMISSIONS } from '../permissions.ts'
import type { Skill } from '../skill.ts'

/** The fields of skill.json that a skill has, in document C's order and names; what its own file says beyond them is kept. */
export function skillJson(skill: Skill): Record<string, unknown> {
  const hasPermissions = Object.keys(NO_PERMISSIONS).some(
    (name) => skill.permissions[name as keyof typeof NO_PERMISSIONS].length > 0,
  )
  const known: Record<string, unknown> = {
    id: skill.id,
    version: skill.version,
    name: skill.name,
    description: skill.description,
    author: skill.author,
    license: skill.license,
    hermes_version: skill.hermesVersion,
    tags: skill.tags.length > 0 ? skill.tags : undefined,
    tools_required: skill.toolsRequired,
    tools_optional: skill.toolsOptional.length > 0 ? skill.toolsOptional : undefined,
    entry_point: 'SKILL.md',
    entry: skill.entry?.path,
    homepage: skill.homepage,
    language: skill.language,
    created: skill.created,
    updated: skill.updated,
    capability_type: skill.capabilityType === 'plugin' ? undefined : skill.capabilityType,
    permissions: hasPermissions ? skill.permissions : undefined,
    timeout_seconds: skill.timeoutSeconds,
  }
  const merged = {
    ...known,
    ...Object.fromEntries(Object.entries(skill.manifest ?? {}).filter(([name]) => known[name] === undefined)),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined))
}

/** The same as the text of the file. */
export function skillJsonText(skill: Skill): string {
  return `${JSON.stringify(skillJson(skill), null, 2)}\n`
}
