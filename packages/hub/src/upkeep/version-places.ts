import { fullName } from '@skillwright/hub-api'
import type { StoreProblem } from './check-hub.ts'
import { LoggedStates, type StoredState } from './logged-states.ts'
import type { StoredHub } from './open-stored.ts'

/** What the log has to say of each version, and what it was found to say. */
export interface VersionPlaces {
  /** What is wrong with an entry of the log. */
  compare(index: number, entry: Readonly<Record<string, unknown>>): string[]
  /** What the log should tell and does not, or tells otherwise than it is; to be asked when all entries were compared. */
  differences(): StoreProblem[]
}

interface Place {
  readonly digest: string
  readonly archive_sha256?: string
  readonly signed_by?: string | null
  readonly log_index: number | null
  readonly isOwed: boolean
}

/** Reads how long the log is, and where in it each version of a skill and of a collection says it stands, both at one moment. */
export async function readPlaces(db: StoredHub['db']): Promise<VersionPlaces & { readonly size: number }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const { log_size: size } = await snapshot.selectFrom('registry_head').select('log_size').executeTakeFirstOrThrow()
      const skills = await skillPlaces(snapshot)
      return { size, ...placesOf(skills, await collectionPlaces(snapshot)) }
    })
}

function placesOf(skills: readonly (Place & StoredState)[], collections: readonly [string, Place][]): VersionPlaces {
  const places = new Map<string, Place>([
    ...skills.map((one) => [`${one.skill}@${one.version}`, one] as const),
    ...collections,
  ])
  const seen = new Set<string>()
  const states = new LoggedStates()
  return {
    compare(index, entry) {
      states.add(entry)
      const { type, skill, collection, version, digest, archive_sha256: archive, signed_by: signer = null } = entry
      if (type !== 'publish' && type !== 'collection') return []
      const subject = `${type === 'publish' ? String(skill) : `collection ${String(collection)}`}@${String(version)}`
      const place = places.get(subject)
      seen.add(subject)
      if (place === undefined) return [`it tells of ${subject}, which is not here`]
      return [
        ...(place.digest === digest ? [] : [`it tells of ${subject} with another digest`]),
        ...(place.archive_sha256 === archive ? [] : [`it tells of ${subject} with another package`]),
        ...((place.signed_by ?? null) === signer ? [] : [`it tells of ${subject} with another signer`]),
        ...(place.log_index === index ? [] : [`it tells of ${subject}, which says it stands at ${place.log_index}`]),
      ]
    },
    differences: () => [
      ...[...places].flatMap(([subject, { log_index, isOwed }]) => {
        if (seen.has(subject) || !(isOwed || log_index !== null)) return []
        return [{ subject, message: `the log does not tell of it (its place: ${log_index ?? 'none'})` }]
      }),
      ...states.differences(skills),
    ],
  }
}

async function skillPlaces(db: StoredHub['db']): Promise<(Place & StoredState)[]> {
  const rows = await db
    .selectFrom('versions')
    .innerJoin('skills', 'skills.id', 'versions.skill_id')
    .select(['versions.version', 'versions.digest', 'versions.archive_sha256', 'versions.log_index'])
    .select(['versions.signed_by', 'versions.state', 'versions.deprecated'])
    .select(['versions.logged_state', 'versions.logged_deprecated'])
    .select(['skills.scope', 'skills.name', 'skills.access', 'skills.deprecated as skill_deprecated'])
    .select(['skills.logged_access as skill_logged_access', 'skills.logged_deprecated as skill_logged_deprecated'])
    .execute()
  return rows.map((row) => {
    const isOut = row.state === 'published' || row.state === 'yanked'
    return { ...row, skill: fullName(row), isOwed: isOut && row.access !== 'private' }
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
