import type { VersionDocument } from './version-document.ts'

/** What skills are filtered by, in lower case: `tag:news`, `type:plugin`, `license:mit`, `asks:network`, `needs:@acme/pdf-reader`. */
export function facetsOf({
  tags,
  capability_type: type,
  license,
  permissions,
  dependencies = {},
}: Pick<
  VersionDocument,
  'tags' | 'capability_type' | 'license' | 'permissions' | 'dependencies'
>): ReadonlySet<string> {
  const facets = [
    ...tags.map((tag) => `tag:${tag}`),
    `type:${type}`,
    ...(license === undefined ? [] : [`license:${license}`]),
    ...Object.entries(permissions).flatMap(([kind, allowed]) => (allowed.length === 0 ? [] : [`asks:${kind}`])),
    ...Object.keys(dependencies).map((name) => `needs:@${name.replace(/^@/, '')}`),
  ]
  return new Set(facets.map((facet) => facet.toLowerCase()))
}
