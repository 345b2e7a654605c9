import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, packFiles, readArchive, type SkillFiles, userFolder } from '@skillwright/skill'

/** Packages kept by their content, shared by every project of a user. */
export interface PackageStore {
  /** The files of a digest, checked; undefined when they are not there, or are not what they should be any more. */
  read(digest: Digest): Promise<SkillFiles | undefined>
  /** Whether there is something under a digest; what it is, reading says. */
  has(digest: Digest): Promise<boolean>
  /** Keeps a package. */
  add(digest: Digest, files: SkillFiles, archive?: Uint8Array): Promise<void>
}

/** Where packages are kept when nothing else is said. */
export function storeFolder(): string {
  return join(userFolder('data'), 'store')
}

/** Opens the store in a folder. */
export function openStore(dir = storeFolder()): PackageStore {
  const fileOf = (digest: Digest) => {
    const hash = digest.slice('sha256:'.length)
    return join(dir, 'packages', hash.slice(0, 2), `${hash}.tgz`)
  }
  return {
    async read(digest) {
      const archive = await readFile(fileOf(digest)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (archive === undefined) return undefined
      try {
        return (await readArchive(archive, { digest })).files
      } catch (thrown) {
        // Damaged: what is fetched again takes its place.
        if (thrown instanceof SkillError) return undefined
        throw thrown
      }
    },
    has: (digest) =>
      access(fileOf(digest)).then(
        () => true,
        () => false,
      ),
    async add(digest, files, archive) {
      const file = fileOf(digest)
      await mkdir(dirname(file), { recursive: true })
      const half = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`
      await writeFile(half, archive ?? (await packFiles(files)).archive)
      await rename(half, file)
    },
  }
}
