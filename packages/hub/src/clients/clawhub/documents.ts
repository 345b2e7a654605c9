import type { VersionDocument } from '../../registry/version-document.ts'
import type { summariseVersion } from '../../registry/version-summary.ts'

/** A skill as the registry tells it, as far as ClawHub's clients are told of it. */
export interface SkillDocument extends Partial<VersionDocument> {
  readonly scope: string
  readonly name: string
  readonly latest: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly latest_version: ReturnType<typeof summariseVersion> | null
  readonly downloads: number
}

/** A skill as ClawHub shows it. */
export function skillOf(document: SkillDocument, slug: string) {
  return {
    slug,
    displayName: document.title || document.name,
    summary: document.description ?? null,
    topics: document.tags ?? [],
    tags: document.latest === null ? {} : { latest: document.latest },
    stats: { downloads: document.downloads },
    createdAt: Date.parse(document.created_at),
    updatedAt: Date.parse(document.updated_at),
  }
}

/** The newest version as ClawHub shows it; undefined while nobody can have one. */
export function latestVersionOf({ latest_version: latest, changes = [], license }: SkillDocument, changelog?: string) {
  if (latest === null) return undefined
  return {
    version: latest.version,
    createdAt: Date.parse(latest.published_at),
    changelog: changelog ?? changes.join('\n'),
    license: clawhubLicence(license),
  }
}

/** ClawHub knows one licence, and its clients refuse to read of another. */
export function clawhubLicence(licence: string | undefined): 'MIT-0' | null {
  return licence === 'MIT-0' ? licence : null
}

/** An item of a list of skills. */
export function listItemOf(document: SkillDocument, slug: string) {
  const latestVersion = latestVersionOf(document)
  return {
    ...skillOf(document, slug),
    ownerHandle: document.scope,
    ...(latestVersion === undefined ? {} : { latestVersion }),
    metadata: null,
  }
}

/** The owner of a scope, as far as it is public. */
export function ownerOf({ scope }: SkillDocument) {
  return { handle: scope, displayName: scope, image: null }
}
