import type { CLAWHUB_ITEM, CLAWHUB_LATEST, CLAWHUB_OWNER, CLAWHUB_SKILL, Wire } from '@skillwright/hub-api'
import type { SkillDocument } from '../../registry/read-skill.ts'

/** A skill as ClawHub shows it. */
export function skillOf(document: SkillDocument, slug: string, stars?: number): Wire<typeof CLAWHUB_SKILL> {
  return {
    slug,
    displayName: document.title || document.skill,
    summary: document.description ?? null,
    topics: document.tags ?? [],
    tags: document.latest === null ? {} : { latest: document.latest },
    stats: { downloads: document.downloads, ...(stars === undefined ? {} : { stars }) },
    createdAt: Date.parse(document.created_at),
    updatedAt: Date.parse(document.updated_at),
  }
}

/** The newest version as ClawHub shows it; undefined while none is available. */
export function latestVersionOf(
  { latest_version: latest, changes = [], license }: SkillDocument,
  changelog?: string,
): Wire<typeof CLAWHUB_LATEST> | undefined {
  if (latest === null) return undefined
  return {
    version: latest.version,
    createdAt: Date.parse(latest.published_at),
    changelog: changelog ?? changes.join('\n'),
    license: clawhubLicense(license),
  }
}

/** ClawHub knows one license, and its clients refuse to read of another. */
export function clawhubLicense(license: string | undefined): 'MIT-0' | null {
  return license === 'MIT-0' ? license : null
}

/** An item of a list of skills. */
export function listItemOf(document: SkillDocument, slug: string): Wire<typeof CLAWHUB_ITEM> {
  const latestVersion = latestVersionOf(document)
  return {
    ...skillOf(document, slug),
    ownerHandle: document.scope,
    ...(latestVersion === undefined ? {} : { latestVersion }),
    metadata: null,
  }
}

/** The owner of a scope, as far as it is public. */
export function ownerOf({ scope }: SkillDocument): Wire<typeof CLAWHUB_OWNER> {
  return { handle: scope, displayName: scope, image: null }
}
