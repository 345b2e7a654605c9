import { SkillError } from '@skillwright/contract'
import type { BlobStore } from './blob-store.ts'

/** The same store, which reports every blob that was found damaged. To its reader the package is unavailable for the moment. */
export function watchBlobs(store: BlobStore, onDamaged: (sha256: string, error: unknown) => void): BlobStore {
  const watched = async <T>(sha256: string, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (!isDamage(error)) throw error
      onDamaged(sha256, error)
      throw new SkillError('SERVICE_UNAVAILABLE', 'The package is damaged in the store', {
        hint: 'The operator has to bring it back; publishing the same package again does so, too',
        cause: error,
      })
    }
  }
  return {
    ...store,
    read: (sha256) => watched(sha256, store.read(sha256)),
    async open(sha256, size) {
      const stream = await watched(sha256, store.open(sha256, size))
      return stream?.once('error', (error) => {
        if (isDamage(error)) onDamaged(sha256, error)
      })
    },
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof SkillError && error.code === 'INTEGRITY_FAILED'
}
