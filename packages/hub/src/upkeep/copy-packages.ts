import type { BlobStore } from '../blobs/blob-store.ts'
import type { StoreProblem } from './check-hub.ts'
import { readReferenced } from './find-orphans.ts'
import type { StoredHub } from './open-stored.ts'

/** What became of the packages. */
export interface CopiedPackages {
  readonly packages: number
  /** Those that were not there already. */
  readonly copied: number
  readonly problems: readonly StoreProblem[]
}

/** Copies every package that a database refers to from one store to another. What is there and whole stays; what is unavailable is reported. */
export async function copyPackages(db: StoredHub['db'], from: BlobStore, to: BlobStore): Promise<CopiedPackages> {
  const names = await readReferenced(db)
  const problems: StoreProblem[] = []
  let copied = 0
  for (const sha256 of names) {
    if (await isWhole(to, sha256)) continue
    try {
      const bytes = await from.read(sha256)
      if (bytes === undefined) problems.push({ subject: `package ${sha256}`, message: 'it is not in the store' })
      else {
        await to.put(sha256, bytes)
        copied++
      }
    } catch (error) {
      problems.push({ subject: `package ${sha256}`, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return { packages: names.size, copied, problems }
}

async function isWhole(store: BlobStore, sha256: string): Promise<boolean> {
  try {
    return (await store.read(sha256)) !== undefined
  } catch {
    return false
  }
}
