import { SkillError } from '@skillwright/contract'
import type { HubClient } from './hub-client.ts'

/** A skill, or a collection, of a hub. */
export interface SkillReference {
  readonly scope: string
  readonly name: string
}

/** One version of it. */
export interface VersionReference extends SkillReference {
  readonly version: string
}

/** Which skill and version somebody means by `name`, `scope/name` or `@scope/name@range`; the hub decides. */
export async function resolveReference(client: HubClient, text: string): Promise<VersionReference> {
  const { scope, skill, version } = await client.ask<{ scope: string; skill: string; version: string }>(
    `/v1/resolve?name=${encodeURIComponent(text)}`,
  )
  return { scope, name: skill, version }
}

/** Reads `@scope/name` or `@scope/name@range`, for verbs that change something: nothing may be left to guess. */
export function readReference(text: string): SkillReference & { readonly range?: string } {
  const [, scope, name, range] = /^@?([^@/]+)\/([^@/]+)(?:@([^@/]+))?$/.exec(text) ?? []
  if (scope !== undefined && name !== undefined) return { scope, name, ...(range === undefined ? {} : { range }) }
  throw new SkillError('INVALID_INPUT', `Expected @scope/name, got ${JSON.stringify(text)}`, {
    hint: 'Write the scope and the name, such as @acme/web-search',
  })
}

/** Reads `@scope/name@1.2.0`, for verbs that change one version. */
export function readVersionReference(text: string): VersionReference {
  const { scope, name, range: version } = readReference(text)
  if (version !== undefined) return { scope, name, version }
  throw new SkillError('INVALID_INPUT', `Expected @scope/name@version, got ${JSON.stringify(text)}`, {
    hint: `Name the exact version, such as @${scope}/${name}@1.2.0; to see them: skillwright info ${text}`,
  })
}

/** How a reference is written. */
export function writeReference({ scope, name, version }: SkillReference & { readonly version?: string }): string {
  return `@${scope}/${name}${version === undefined ? '' : `@${version}`}`
}

/** The path of a skill in the hub's API. */
export function skillPath({ scope, name }: SkillReference): string {
  return `/v1/skills/@${encodeURIComponent(scope)}/${encodeURIComponent(name)}`
}

/** The path of a version in the hub's API. */
export function versionPath({ version, ...skill }: VersionReference): string {
  return `${skillPath(skill)}/versions/${encodeURIComponent(version)}`
}

/** The path of what reviewers do with a version in the hub's API. */
export function reviewPath({ scope, name, version }: VersionReference): string {
  return `/v1/review/@${[scope, name, version].map(encodeURIComponent).join('/')}`
}

/** The path of a collection in the hub's API. */
export function collectionPath({ scope, name }: SkillReference): string {
  return `/v1/collections/@${encodeURIComponent(scope)}/${encodeURIComponent(name)}`
}
