import type { VersionDocument } from './version-document.ts'

/** What skills are filtered by, in lower case: `tag:news`, `type:plugin`, `license:mit`, `asks:network`. */
export function facetsOf({
  tags,
  capability_type: type,
  license,
  permissions,
}: Pick<VersionDocument, 'tags' | 'capability_type' | 'license' | 'permissions'>): ReadonlySet<string> {
  const facets = [
    ...tags.map((tag) => `tag:${tag}`),
    `type:${type}`,
    ...(license === undefined ? [] : [`license:${license}`]),
    ...Object.entries(permissions).flatMap(([kind, allowed]) => (allowed.length === 0 ? [] : [`asks:${kind}`])),
  ]
  return new Set(facets.map((facet) => facet.toLowerCase()))
}
