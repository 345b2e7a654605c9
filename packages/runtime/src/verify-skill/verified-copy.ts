import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, digestFiles, packSkill, readFiles, readSkill, type Skill, unpackSkill } from '@skillwright/skill'

/** What is verified: exactly what the package holds, in a folder that is thrown away. */
export interface VerifiedCopy extends AsyncDisposable {
  readonly skill: Skill
  /** The package that it is a copy of. */
  readonly digest: Digest
  /** Where it keeps its data meanwhile. */
  readonly dataDir: string
  /** True when files were changed that the skill does not declare to write. */
  hasChanged(): Promise<boolean>
}

/** Makes the copy. */
export async function verifiedCopy(skill: Skill): Promise<VerifiedCopy> {
  const { dir, id } = skill
  if (dir === undefined) throw new SkillError('INVALID_INPUT', `${id} is not in a folder, so it cannot be run`)
  const { skill: copy, digest, temp } = await copyPackage(skill, basename(resolve(dir)))
  const before = await contentOf(copy)
  return {
    skill: copy,
    digest,
    dataDir: join(temp, 'data'),
    hasChanged: async () => (await contentOf(copy)) !== before,
    async [Symbol.asyncDispose]() {
      await rm(temp, { recursive: true, force: true })
    },
  }
}

async function copyPackage(original: Skill, name: string): Promise<{ skill: Skill; digest: Digest; temp: string }> {
  const { archive, digest } = await packSkill(original)
  const temp = await mkdtemp(join(tmpdir(), 'skill-'))
  try {
    // The folder keeps its name, which may be the skill's.
    const folder = join(temp, name)
    await unpackSkill(archive, folder)
    return { skill: await readSkill(folder), digest, temp }
  } catch (cause) {
    await rm(temp, { recursive: true, force: true })
    throw cause
  }
}

/** The digest of everything in the folder that the skill does not declare to write. */
async function contentOf({ dir = '', permissions }: Skill): Promise<string> {
  const writable = permissions.write.map((path) => resolve(dir, path))
  const { files } = await readFiles(dir)
  const isKept = (file: string) => !writable.some((path) => `${join(dir, file)}/`.startsWith(`${path}/`))
  return digestFiles(new Map([...files].filter(([file]) => isKept(file)))).digest
}
