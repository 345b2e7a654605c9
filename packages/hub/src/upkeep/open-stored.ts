import type { Kysely } from 'kysely'
import type { BlobStore } from '../blobs/blob-store.ts'
import { openBlobs } from '../blobs/open-blobs.ts'
import type { HubConfig } from '../hub-config.ts'
import { databaseOf, openDatabase } from '../store/open-database.ts'
import type { Tables } from '../store/tables.ts'

/** What a hub keeps, whether or not it is running. */
export interface StoredHub extends AsyncDisposable {
  readonly db: Kysely<Tables>
  readonly database: 'sqlite' | 'postgres'
  readonly blobs: BlobStore
}

/** Opens what a hub keeps beside the hub itself, without changing anything. Throws DATA_NOT_FOUND when there is none. */
export async function openStored(config: HubConfig): Promise<StoredHub> {
  const {
    db,
    kind,
    stamp: _stamp,
    setQuiet: _setQuiet,
    ...closing
  } = await openDatabase(databaseOf(config), { mustExist: true })
  return { db, database: kind, blobs: await openBlobs(config), ...closing }
}
