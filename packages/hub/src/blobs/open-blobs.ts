import { join } from 'node:path'
import type { HubConfig } from '../hub-config.ts'
import type { BlobStore } from './blob-store.ts'
import { openFolderBlobs } from './folder-blobs.ts'
import { openS3Blobs } from './s3-blobs.ts'

/** Opens the packages of a hub where its configuration says they are. */
export async function openBlobs({ s3, dir }: Pick<HubConfig, 's3' | 'dir'>): Promise<BlobStore> {
  return s3 ? openS3Blobs(s3) : openFolderBlobs(join(dir, 'packages'))
}
