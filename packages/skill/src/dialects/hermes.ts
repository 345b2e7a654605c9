import { type Finding, isObject } from '@skillwright/contract'
import type { Skill } from '../skill.ts'
import { metadataOf } from '../skill-fields.ts'

const HOUSE_DESCRIPTION = 60

/** Hermes' dialect: environment variables at the top, tags and tools in `metadata.hermes`. */
export function hermesFields(skill: Skill, findings: Finding[]): Record<string, unknown> {
  const length = [...skill.description].length
  if (length > HOUSE_DESCRIPTION) findings.push(longDescription(length))
  const { platforms, required_environment_variables: variables, required_credential_files } = skill.frontMatter
  const hermes = {
    ...hermesMetadata(skill.frontMatter),
    ...(skill.tags.length > 0 ? { tags: skill.tags } : {}),
    ...(skill.toolsRequired.length > 0 ? { requires_tools: skill.toolsRequired } : {}),
  }
  return {
    name: skill.id,
    description: skill.description || skill.name,
    version: skill.version,
    author: skill.author,
    license: skill.license,
    platforms,
    required_environment_variables: environment(skill.permissions.env, variables),
    required_credential_files,
    metadata: Object.keys(hermes).length > 0 ? { hermes } : undefined,
  }
}

/** What a front matter says for Hermes. */
export function hermesMetadata(fields: Skill['frontMatter']): Readonly<Record<string, unknown>> {
  const { hermes } = metadataOf(fields)
  return isObject(hermes) ? hermes : {}
}

/** The variables with how the user is asked for each, where the front matter says that. */
function environment(names: readonly string[], stated: unknown): unknown {
  if (names.length === 0) return stated
  const known: readonly unknown[] = Array.isArray(stated) ? stated : []
  return names.map(
    (name) => known.find((one) => isObject(one) && one.name === name) ?? { name, prompt: `Value of ${name}` },
  )
}

function longDescription(length: number): Finding {
  const message = `The description has ${length} characters; Hermes shows the first ${HOUSE_DESCRIPTION}`
  return {
    rule: 'export/long-description',
    severity: 'info',
    file: 'SKILL.md',
    message,
    fix: 'Say what matters first.',
  }
}
