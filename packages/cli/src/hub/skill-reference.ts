import { SkillError } from '@skillwright/contract'
import type { HubClient } from './hub-client.ts'

/** A skill a person named, as the hub knows it. */
export interface ResolvedReference {
  readonly scope: string
  readonly name: string
  readonly version: string
}

/** Which skill and version somebody means by `name`, `scope/name` or `@scope/name@range`; the hub decides. */
export async function resolveReference(client: HubClient, reference: string): Promise<ResolvedReference> {
  return client.ask<ResolvedReference>(`/v1/resolve?name=${encodeURIComponent(reference)}`)
}

/** Reads `@scope/name@1.2.0` for verbs that change one version: nothing may be left to choose. */
export function exactReference(text: string): ResolvedReference {
  const [, scope, name, version] = /^@?([^@/]+)\/([^@/]+)@([^@/]+)$/.exec(text) ?? []
  if (scope !== undefined && name !== undefined && version !== undefined) return { scope, name, version }
  throw new SkillError('INVALID_INPUT', `Expected @scope/name@version, got ${JSON.stringify(text)}`, {
    hint: 'Name the exact version: @acme/web-search@1.2.0',
  })
}

/** The path of a version in the hub's API. */
export function versionPath({ scope, name, version }: ResolvedReference): string {
  return `${skillPath({ scope, name })}/versions/${encodeURIComponent(version)}`
}

/** The path of a skill in the hub's API. */
export function skillPath({ scope, name }: Pick<ResolvedReference, 'scope' | 'name'>): string {
  return `/v1/skills/@${encodeURIComponent(scope)}/${encodeURIComponent(name)}`
}
