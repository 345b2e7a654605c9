import { fullName } from '@skillwright/hub-api'
import type { StoreProblem } from './check-hub.ts'
import type { StoredHub } from './open-stored.ts'

/** What the log has to say of each version, and what it was found to say. */
export interface VersionPlaces {
  /** What is wrong with an entry of the log. */
  compare(index: number, entry: Readonly<Record<string, unknown>>): string[]
  /** The versions that the log should tell of and does not; to be asked when all entries were compared. */
  missing(): StoreProblem[]
}

interface Place {
  readonly digest: string
  readonly log_index: number | null
  readonly isOwed: boolean
}

/** Reads where in the first entries of the log each version of a skill and of a collection says it stands. */
export async function readPlaces(db: StoredHub['db'], size: number): Promise<VersionPlaces> {
  const places = new Map([...(await skillPlaces(db)), ...(await collectionPlaces(db))])
  const seen = new Set<string>()
  return {
    compare(index, { type, skill, collection, version, digest }) {
      if (type !== 'publish' && type !== 'collection') return []
      const subject = `${type === 'publish' ? String(skill) : `collection ${String(collection)}`}@${String(version)}`
      const place = places.get(subject)
      seen.add(subject)
      if (place === undefined) return [`it tells of ${subject}, which is not here`]
      return [
        ...(place.digest === digest ? [] : [`it tells of ${subject} with another digest`]),
        ...(place.log_index === index ? [] : [`it tells of ${subject}, which says it stands at ${place.log_index}`]),
      ]
    },
    missing: () =>
      [...places].flatMap(([subject, { log_index, isOwed }]) => {
        if (seen.has(subject) || (log_index ?? 0) >= size || !(isOwed || log_index !== null)) return []
        return [{ subject, message: `the log does not tell of it (its place: ${log_index ?? 'none'})` }]
      }),
  }
}

async function skillPlaces(db: StoredHub['db']): Promise<[string, Place][]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.version', 'versions.digest', 'versions.log_index', 'versions.state', 'versions.released_at'])
    .select(['skills.scope', 'skills.name', 'skills.access'])
    .execute()
  return rows.map(({ access, state, released_at, ...row }) => {
    const isOut = state === 'published' || state === 'yanked'
    return [
      `${fullName(row)}@${row.version}`,
      { ...row, isOwed: isOut && released_at !== null && access !== 'private' },
    ]
  })
}

async function collectionPlaces(db: StoredHub['db']): Promise<[string, Place][]> {
  const rows = await db
    .selectFrom('collection_versions')
    .innerJoin('collections', 'collections.id', 'collection_versions.collection_id')
    .select(['collection_versions.version', 'collection_versions.digest', 'collection_versions.log_index'])
    .select(['collections.scope', 'collections.name'])
    .execute()
  return rows.map((row) => [`collection ${fullName(row)}@${row.version}`, { ...row, isOwed: true }])
}
