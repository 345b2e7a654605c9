import type { Skill } from '../skill.ts'

/** The fields of skill.json that a skill has, in document C's order and names; what its own file says beyond them is kept. */
export function skillJson(skill: Skill): Record<string, unknown> {
  const hasPermissions = Object.values(skill.permissions).some((list: readonly string[]) => list.length > 0)
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
  const stated = Object.entries(known).filter(([, value]) => value !== undefined)
  const isStated = new Set(stated.map(([name]) => name))
  const own = Object.entries(skill.manifest ?? {}).filter(([name]) => !isStated.has(name))
  return Object.fromEntries([...stated, ...own])
}

/** A document as the bytes of a JSON file. */
export function jsonFile(document: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`)
}
