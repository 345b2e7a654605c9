import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Finding, SkillError } from '@skillwright/contract'
import { gzipSync } from 'fflate'
import { packTar } from 'modern-tar'
import { findSkillFile } from '../parse-skill.ts'
import { readFiles, readListed, sortByBytes } from '../read-files.ts'
import { scriptCases } from '../read-skill-cases.ts'
import type { Skill } from '../skill.ts'
import { standsAlone } from '../skill-fields.ts'
import type { SkillFiles } from '../skill-files.ts'
import { folderOf } from '../skill-folder.ts'
import { type Digest, digestFiles, type FileDigest } from './digest-files.ts'
import { checkPaths } from './safe-path.ts'
import { scriptPackage } from './script-package.ts'
import { withoutIgnored } from './without-ignored.ts'

/** A packed skill: the archive, and what is in it. */
export interface PackedSkill {
  /** A gzipped tar with the files at its root. */
  readonly archive: Uint8Array
  /** `sha256:…` over the sorted list of paths and file hashes; the name under which the content is known. */
  readonly digest: Digest
  readonly files: readonly FileDigest[]
}

/**
 * Packs a skill, or the skill in a folder: the same files give the same bytes, on any machine, in any locale. A script is packed
 * with the folder of its agent and a SKILL.md that names it. Throws when something cannot be packed.
 */
export async function packSkill(skill: string | Skill): Promise<PackedSkill> {
  return packFiles(await packageFiles(skill))
}

/** The files that the package of a skill, or of the skill in a folder, holds. Throws when something cannot be packed. */
export async function packageFiles(skill: string | Skill): Promise<SkillFiles> {
  const dir = resolve(folderOf(skill))
  const script = typeof skill !== 'string' && skill.dialect === 'script' ? skill : undefined
  const { files, findings } = script ? await readScriptFiles(script, dir) : await readFiles(dir)
  const kept = withoutIgnored(files)
  if (findings.length > 0) {
    throw new SkillError('INVALID_INPUT', `${dir} cannot be packed: ${findings[0]?.message ?? ''}`, {
      findings,
      hint: findings[0]?.fix ?? '',
    })
  }
  const packed = script ? scriptPackage(script, kept) : withSkillMd(kept)
  checkPaths([...packed.keys()])
  if (packed.has('SKILL.md')) return packed
  throw new SkillError('DATA_NOT_FOUND', `${dir} holds no SKILL.md`, { hint: 'Name the folder that holds SKILL.md' })
}

/** A `skill.md` is packed under the name that every reader looks for. */
function withSkillMd(files: SkillFiles): SkillFiles {
  const found = findSkillFile([...files.keys()])
  if (found === undefined || found === 'SKILL.md') return files
  return new Map([...files].map(([path, bytes]) => [path === found ? 'SKILL.md' : path, bytes]))
}

/** What belongs to a script: its agent's folder, or nothing but itself and its cases. */
async function readScriptFiles(skill: Skill, dir: string): Promise<{ files: SkillFiles; findings: Finding[] }> {
  const findings = skill.findings.filter(({ severity }) => severity === 'error')
  const cases = standsAlone(skill) && existsSync(join(dir, scriptCases(skill))) ? [scriptCases(skill)] : []
  return { files: await readListed(dir, [...skill.files, ...cases], findings), findings }
}

/** Packs files in memory. Throws when a path would be refused by `unpackSkill`. */
export async function packFiles(files: SkillFiles): Promise<PackedSkill> {
  const paths = sortByBytes([...files.keys()])
  checkPaths(paths)
  const entries = paths.map((name) => {
    const body = files.get(name) ?? new Uint8Array()
    // Times, owners and modes of the author's machine are private; a script stays executable by its first line.
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
