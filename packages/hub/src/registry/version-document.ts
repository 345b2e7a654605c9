import { storableText } from '@skillwright/contract'
import { describePermissions, type Permissions, type Skill } from '@skillwright/skill'

/** The document of a version for readers; stored as JSON and sent as it is. */
export interface VersionDocument {
  readonly title: string
  readonly description: string
  readonly author?: string
  readonly license?: string
  readonly homepage?: string
  readonly language?: string
  readonly tags: readonly string[]
  readonly capability_type: Skill['capabilityType']
  readonly dialect: Skill['dialect']
  readonly hermes_version?: string
  readonly tools_required: readonly string[]
  readonly tools_optional: readonly string[]
  readonly permissions: Permissions
  /** Skills that it needs, each with a range; absent in documents of before there were any. */
  readonly dependencies?: Readonly<Record<string, string>>
  /** The permissions as sentences. */
  readonly asks_for: readonly string[]
  readonly entry?: string
  readonly actions: readonly { readonly name: string; readonly description: string; readonly idempotent: boolean }[]
  readonly when_to_use: readonly string[]
  readonly changes: readonly string[]
}

const MAX_TEXT = 2_000
const MAX_ITEMS = 50

/** Makes the document of a version. Everything is cut to a size that lists can carry. */
export function versionDocument(skill: Skill, version: string): VersionDocument {
  const actions = [...(skill.contract?.actions.values() ?? [])].slice(0, MAX_ITEMS)
  return {
    title: cut(skill.name, 200),
    description: cut(skill.description),
    ...optional('author', skill.author),
    ...optional('license', skill.license),
    ...optional('homepage', skill.homepage),
    ...optional('language', skill.language),
    tags: words(skill.tags),
    capability_type: skill.capabilityType,
    dialect: skill.dialect,
    ...optional('hermes_version', skill.hermesVersion),
    tools_required: words(skill.toolsRequired),
    tools_optional: words(skill.toolsOptional),
    permissions: skill.permissions,
    ...(skill.dependencies.size === 0 ? {} : { dependencies: Object.fromEntries(skill.dependencies) }),
    asks_for: describePermissions(skill.permissions).map((sentence) => cut(sentence)),
    ...optional('entry', skill.entry?.path),
    actions: actions.map(({ name, description, idempotent }) => ({
      name: cut(name, 100),
      description: cut(description ?? ''),
      idempotent,
    })),
    when_to_use: skill.sections.whenToUse.slice(0, 10).map((line) => cut(line, 300)),
    changes: (skill.sections.changelog.find((entry) => entry.version === version)?.changes ?? [])
      .slice(0, MAX_ITEMS)
      .map((line) => cut(line, 300)),
  }
}

function words(list: readonly string[]): string[] {
  return list.slice(0, MAX_ITEMS).map((word) => cut(word, 100))
}

function cut(text: string, maxCharacters = MAX_TEXT): string {
  return storableText(text.slice(0, maxCharacters))
}

function optional<Key extends string>(key: Key, text: string | undefined): { [name in Key]?: string } {
  return text === undefined ? {} : ({ [key]: cut(text, 300) } as { [name in Key]: string })
}
