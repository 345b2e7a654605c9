import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, packFiles, readArchive, type SkillFiles, sha256, userFolder } from '@skillwright/skill'

/** Packages kept by their content, shared by every project of a user. */
export interface PackageStore {
  /** The files of a digest, checked; undefined when they are not there, or are not what they should be any more. */
  read(digest: Digest): Promise<SkillFiles | undefined>
  /** Whether a package is kept that came from just there: a lock may name any place for content that came from another. */
  isFrom(digest: Digest, origin: string): Promise<boolean>
  /** Keeps a package, and where it came from. */
  add(digest: Digest, origin: string, files: SkillFiles, archive?: Uint8Array): Promise<void>
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
  const originOf = (digest: Digest, origin: string) => join(dir, 'origins', sha256(`${digest}\n${origin}`))
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
    isFrom: (digest, origin) =>
      access(originOf(digest, origin)).then(
        () => true,
        () => false,
      ),
    async add(digest, origin, files, archive) {
      const file = fileOf(digest)
      await mkdir(dirname(file), { recursive: true })
      const half = `${file}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`
      await writeFile(half, archive ?? (await packFiles(files)).archive)
      await rename(half, file)
      await mkdir(join(dir, 'origins'), { recursive: true })
      await writeFile(originOf(digest, origin), '')
    },
  }
}
