import { open, readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import {
  type Digest,
  digestFiles,
  packageFiles,
  parseSkill,
  readArchive,
  type Skill,
  type SkillFiles,
} from '@skillwright/skill'
import { findSkill } from './find-skill.ts'
import type { Terminal } from './terminal.ts'

/** A skill as it is, or would be, packed. */
export interface SkillPackage {
  readonly skill: Skill
  readonly files: SkillFiles
  readonly digest: Digest
}

/** Reads a skill, or an archive of one, into what its package holds; of an agent's folder with several skills, the one of that name. */
export async function readPackage(path: string, name?: string): Promise<SkillPackage> {
  const files = (await isArchive(path))
    ? (await readArchive(await readFile(path))).files
    : await packageFiles((await findSkill(path, name)).skill)
  const { digest } = digestFiles(files)
  return { files, digest, skill: parseSkill(files, { folder: basename(resolve(path)) }) }
}

/** True for a gzipped file; a script is a file too. */
async function isArchive(path: string): Promise<boolean> {
  try {
    await using file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.equals(Buffer.from([0x1f, 0x8b]))
  } catch {
    return false
  }
}

/** Reads an archive from a file, or from stdin when the name is `-`. */
export async function readArchiveBytes(terminal: Terminal, path: string): Promise<Uint8Array> {
  if (path === '-') return terminal.readStdinBytes()
  try {
    return await readFile(path)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    if (code === 'ENOENT')
      throw new SkillError('DATA_NOT_FOUND', `There is no file ${path}`, {
        cause,
        hint: 'Check the path, or pass - to read stdin',
      })
    if (code === 'EISDIR')
      throw new SkillError('INVALID_INPUT', `${path} is a folder, expected an archive`, {
        cause,
        hint: `Pack it first: skillwright pack ${path}`,
      })
    throw new SkillError('PERMISSION_DENIED', `${path} cannot be read: ${code ?? String(cause)}`, { cause })
  }
}
