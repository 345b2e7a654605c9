import type { StoredBlob } from '../blobs/blob-store.ts'
import { registryWrite } from '../store/registry-write.ts'
import type { StoredHub } from './open-stored.ts'

/** A package, or a file of a run, that nothing refers to. */
export interface Orphan {
  readonly sha256: string
  readonly bytes: number
}

/** Between storing a package and recording its version lies less than this, even on a hub that can hardly cope. */
const YOUNG_MS = 3_600_000

/** The packages that nothing refers to, and that no publish can be about to refer to. */
export async function findOrphans({ db, blobs }: StoredHub, now: number): Promise<Orphan[]> {
  const unused: StoredBlob[] = []
  const used = await readReferenced(db)
  for await (const blob of blobs.list()) if (!used.has(blob.sha256) && blob.putAt < now - YOUNG_MS) unused.push(blob)
  // What was put before and recorded while this was listed is in use by now.
  const usedNow = unused.length === 0 ? used : await readReferenced(db)
  return unused.filter(({ sha256 }) => !usedNow.has(sha256)).map(({ sha256, bytes }) => ({ sha256, bytes }))
}

/**
 * Removes packages that nothing refers to; gives how many. While one is looked at and removed nothing can be recorded, so that it is
 * still unused when it goes; a publish that stored it before looks afterwards whether it is still there.
 */
export async function removeOrphans(
  { db, blobs }: StoredHub,
  orphans: readonly Orphan[],
  now: number,
): Promise<number> {
  let removed = 0
  for (const { sha256 } of orphans)
    await registryWrite(db, async (transaction) => {
      const version = transaction.selectFrom('versions').select('id').where('archive_sha256', '=', sha256)
      const made = transaction.selectFrom('standard_exports').select('name').where('sha256', '=', sha256)
      const left = transaction.selectFrom('artifacts').select('path').where('sha256', '=', sha256)
      if ((await version.executeTakeFirst()) ?? (await made.executeTakeFirst()) ?? (await left.executeTakeFirst()))
        return
      if (await blobs.remove(sha256, now - YOUNG_MS)) removed++
    })
  return removed
}

/** The names of all packages that something refers to. */
export async function readReferenced(db: StoredHub['db']): Promise<Set<string>> {
  const versions = await db.selectFrom('versions').select('archive_sha256').distinct().execute()
  const made = await db.selectFrom('standard_exports').select('sha256').execute()
  const left = await db.selectFrom('artifacts').select('sha256').distinct().execute()
  return new Set([...versions.map((row) => row.archive_sha256), ...[...made, ...left].map((row) => row.sha256)])
}
