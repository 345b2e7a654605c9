import { createHash } from 'node:crypto'
import { sortByBytes } from '../read-files.ts'
import type { SkillFiles } from '../skill-files.ts'

/** A content digest, `sha256:` and 64 hex digits. */
export type Digest = `sha256:${string}`

/** One file of a package. */
export interface FileDigest {
  readonly path: string
  readonly sha256: string
  readonly size: number
}

/** The digest of a set of files: over `path \0 sha256 \n` for each, sorted by the bytes of the path. */
export function digestFiles(files: SkillFiles): { digest: Digest; files: readonly FileDigest[] } {
  const list = sortByBytes([...files.keys()]).map((path) => {
    const bytes = files.get(path) ?? new Uint8Array()
    return { path, sha256: sha256(bytes), size: bytes.length }
  })
  return { digest: digestOfList(list), files: list }
}

/** The digest of files of which only the hashes are at hand. */
export function digestOfList(list: readonly Omit<FileDigest, 'size'>[]): Digest {
  const hashes = new Map(list.map(({ path, sha256: hash }) => [path, hash]))
  const text = sortByBytes([...hashes.keys()]).map((path) => `${path}\0${hashes.get(path)}\n`)
  return `sha256:${sha256(text.join(''))}`
}

/** SHA-256 in hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
