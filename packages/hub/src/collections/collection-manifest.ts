import { createHash } from 'node:crypto'
import { parseRange, SkillError } from '@skillwright/contract'
import { type COLLECTION_MANIFEST, checkName, fullName, parseReference, type Wire } from '@skillwright/hub-api'

/** A set of skills that belong together, as its author writes it. */
export type CollectionManifest = Wire<typeof COLLECTION_MANIFEST>

/** One skill of a collection. */
export type CollectionMember = CollectionManifest['skills'][number]

/** Brings a manifest into its one form: full names in order, every range readable, no skill twice. Throws INVALID_INPUT. */
export function normaliseManifest({ description, skills }: CollectionManifest): CollectionManifest {
  const members = skills.map(({ name, range }) => {
    const { prefix, name: skill } = parseReference(name)
    if (prefix === undefined)
      throw new SkillError('INVALID_INPUT', `Expected @scope/name, got ${JSON.stringify(name.slice(0, 80))}`)
    parseRange(range)
    return { name: fullName({ scope: checkName(prefix, 'scope'), name: skill }), range }
  })
  members.sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = members.find(({ name }, i) => members[i + 1]?.name === name)
  if (twice) throw new SkillError('INVALID_INPUT', `${twice.name} is in the collection twice`)
  return { description, skills: members }
}

/** The digest of a manifest in its one form. */
export function manifestDigest(manifest: CollectionManifest): string {
  return textDigest(JSON.stringify(manifest))
}

/** The digest of a manifest in its one form, as text. */
export function textDigest(manifest: string): string {
  return `sha256:${createHash('sha256').update(manifest).digest('hex')}`
}
