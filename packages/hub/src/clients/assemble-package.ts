import { SkillError } from '@skillwright/contract'
import {
  type Digest,
  digestFiles,
  type FileDigest,
  packFiles,
  parseSkill,
  readArchive,
  restateSkill,
  type SkillFiles,
  unzipFiles,
} from '@skillwright/skill'

/** The files a client offers as a skill, and the skill they are to become. */
export interface AssembleRequest {
  /** Its files, a ZIP of them, or a gzipped tar. */
  readonly source: SkillFiles | Uint8Array
  readonly name: string
  /** The one it states when absent, else 0.1.0. */
  readonly version?: string
}

/** A package that can be published. */
export interface AssembledPackage {
  readonly archive: Uint8Array
  readonly digest: Digest
  readonly version: string
  /** The files as they came. */
  readonly offered: readonly FileDigest[]
}

/** Makes a package of what another registry or its client offers. Throws INVALID_INPUT or PUBLISH_REFUSED for what is none. */
export async function assemblePackage({ source, name, version }: AssembleRequest): Promise<AssembledPackage> {
  const files = source instanceof Uint8Array ? await openArchive(source) : source
  const named = version ?? parseSkill(files, { folder: name }).version ?? '0.1.0'
  const { archive, digest } = await packFiles(restateSkill(files, { name, version: named }))
  return { archive, digest, version: named, offered: digestFiles(files).files }
}

async function openArchive(bytes: Uint8Array): Promise<SkillFiles> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return unzipFiles(bytes)
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return (await readArchive(bytes)).files
  throw new SkillError('INVALID_INPUT', 'Expected a ZIP or a gzipped tar')
}
