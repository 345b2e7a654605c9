import { resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { gzipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { readFiles, sortByBytes } from '../read-files.ts'
import type { SkillFiles } from '../skill-files.ts'
import { type Digest, digestFiles, type FileDigest } from './digest-files.ts'
import { checkPaths } from './safe-path.ts'
import { withoutIgnored } from './without-ignored.ts'

/** A packed skill: the archive, and what is in it. */
export interface PackedSkill {
  /** A gzipped tar with the files at its root. */
  readonly archive: Uint8Array
  /** `sha256:…` over the sorted list of paths and file hashes; the name under which the content is known. */
  readonly digest: Digest
  readonly files: readonly FileDigest[]
}

/** Packs a skill folder: the same files give the same bytes, on any machine, in any locale. Throws when something cannot be packed. */
export async function packSkill(dir: string): Promise<PackedSkill> {
  const { files, findings } = await readFiles(resolve(dir))
  const kept = withoutIgnored(files)
  if (findings.length > 0) {
    throw new SkillError('INVALID_INPUT', `${dir} cannot be packed: ${findings[0]?.message ?? ''}`, {
      findings,
      hint: findings[0]?.fix ?? '',
    })
  }
  if (!kept.has('SKILL.md')) {
    throw new SkillError('DATA_NOT_FOUND', `${dir} holds no SKILL.md`, { hint: 'Name the folder that holds SKILL.md' })
  }
  return packFiles(kept)
}

/** Packs files in memory. Throws when a path would be refused by `unpackSkill`. */
export async function packFiles(files: SkillFiles): Promise<PackedSkill> {
  const paths = sortByBytes([...files.keys()])
  checkPaths(paths)
  const entries = paths.map((name) => {
    const body = files.get(name) ?? new Uint8Array()
    // Times, owners and modes of the author's machine are nobody's business; a script keeps being one by its first line.
    const mode = body[0] === 0x23 && body[1] === 0x21 ? 0o755 : 0o644
    return {
      header: {
        name,
        size: body.length,
        mode,
        mtime: new Date(0),
        uid: 0,
        gid: 0,
        uname: '',
        gname: '',
        type: 'file' as const,
      },
      body,
    }
  })
  // Not zlib: its output differs between processors, this one's does not.
  const archive = gzipSync(await packTar(entries), { level: 9, mtime: 0 })
  return { archive, ...digestFiles(files) }
}
