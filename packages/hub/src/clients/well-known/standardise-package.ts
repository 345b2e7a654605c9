import { storableText } from '@skillwright/contract'
import { exportSkill, type Identity, packFiles, parseSkillHead, readArchive, restateSkill } from '@skillwright/skill'

/** A stored package, and the name and version it is handed out under. */
export interface StandardiseRequest extends Identity {
  readonly archive: Uint8Array
}

/** A package that any client of the Agent Skills standard takes. */
export interface StandardPackage {
  /** Gzipped tar with SKILL.md at its root. */
  readonly archive: Uint8Array
  readonly description: string
  readonly files: readonly string[]
}

/** Writes a package in the form of the Agent Skills standard, as strict as its clients are. */
export async function standardisePackage({ archive, ...identity }: StandardiseRequest): Promise<StandardPackage> {
  const { files } = await readArchive(archive)
  const exported = exportSkill(restateSkill(files, identity), 'agentskills', { folder: identity.name })
  const packed = await packFiles(exported.files)
  return {
    archive: packed.archive,
    description: storableText(parseSkillHead(exported.files, { folder: identity.name }).description),
    files: packed.files.map(({ path }) => path),
  }
}
