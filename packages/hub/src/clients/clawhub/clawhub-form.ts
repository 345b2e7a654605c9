import { digestFiles, exportSkill, type FileDigest, parseSkill, readArchive, zipFiles } from '@skillwright/skill'
import { fingerprintOf } from './fingerprint.ts'

/** A stored package, and what it is called. */
export interface ClawhubFormRequest {
  readonly archive: Uint8Array
  readonly name: string
}

/** A package as ClawHub's own hub would hand it out. */
export interface ClawhubForm {
  readonly zip: Uint8Array
  readonly files: readonly FileDigest[]
  /** ClawHub's name for these files. */
  readonly fingerprint: string
  /** The files that are written otherwise than they are stored. */
  readonly rewritten: ReadonlyMap<string, Uint8Array>
}

/** Writes a package as ClawHub's clients read it: one in document C's form in theirs, any other as its author wrote it. */
export async function clawhubForm({ archive, name }: ClawhubFormRequest): Promise<ClawhubForm> {
  const { files: stored } = await readArchive(archive)
  const isForeign = parseSkill(stored, { folder: name }).dialect === 'standard'
  const files = isForeign ? exportSkill(stored, 'clawhub', { folder: name }).files : stored
  const digests = digestFiles(files).files
  return {
    zip: zipFiles(files),
    files: digests,
    fingerprint: fingerprintOf(digests),
    rewritten: new Map([...files].filter(([path, bytes]) => stored.get(path) !== bytes)),
  }
}
