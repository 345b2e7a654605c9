import { fullName } from '@skillwright/hub-api'
import { textDigest } from '../collections/collection-manifest.ts'
import type { StoreProblem } from './check-hub.ts'
import type { StoredHub } from './open-stored.ts'

/** Checks that every version of a collection holds what was published: its digest is in the log. */
export async function checkCollections({ db }: StoredHub): Promise<StoreProblem[]> {
  const rows = await db
    .selectFrom('collection_versions')
    .innerJoin('collections', 'collections.id', 'collection_versions.collection_id')
    .select(['collection_versions.version', 'collection_versions.digest', 'collection_versions.manifest'])
    .select(['collections.scope', 'collections.name'])
    .execute()
  return rows.flatMap(({ digest, manifest, version, ...place }) => {
    const held = textDigest(manifest)
    if (held === digest) return []
    const subject = `collection ${fullName(place)}@${version}`
    return [{ subject, message: `what it holds has the digest ${held}, recorded is ${digest}` }]
  })
}
