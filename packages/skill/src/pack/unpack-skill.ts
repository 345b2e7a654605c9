import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SkillError } from '@skillwright/contract'
import { unpackTar } from 'modern-tar'
import { PACKAGE_LIMITS, type ReadLimits } from '../read-files.ts'
import type { SkillFiles } from '../skill-files.ts'
import { type Digest, digestFiles } from './digest-files.ts'
import { checkPaths } from './safe-path.ts'

/** Options of reading an archive. */
export interface UnpackOptions {
  readonly limits?: ReadLimits
  /** Refuse content with any other digest. */
  readonly digest?: string
}

/** Reads an archive into memory. Refuses links, devices, traversal, colliding names, decompression bombs and false sizes before anything is written. */
export async function readArchive(
  archive: Uint8Array,
  { limits = PACKAGE_LIMITS, digest }: UnpackOptions = {},
): Promise<{ files: SkillFiles; digest: Digest }> {
  const files = await readTarball(archive, limits)
  if (!files.has('SKILL.md')) throw refused('holds no SKILL.md at its root')
  const found = digestFiles(files).digest
  if (digest !== undefined && digest !== found) throw refused(`has the digest ${found}, expected ${digest}`)
  return { files, digest: found }
}

/** Reads a gzipped tar into memory, whatever files it holds, and refuses the same. */
export async function readTarball(archive: Uint8Array, limits: ReadLimits = PACKAGE_LIMITS): Promise<SkillFiles> {
  const tar = gunzip(archive, limits)
  const files = new Map<string, Uint8Array>()
  let count = 0
  let total = 0
  const entries = await unpackTar(tar, {
    strict: true,
    filter: ({ name, type, size }) => {
      total += size
      if (++count > limits.maxFiles) throw refused(`has more than ${limits.maxFiles} entries`)
      if (size > limits.maxFileBytes)
        throw refused(`says ${preview(name)} has ${size} bytes, more than ${limits.maxFileBytes}`)
      if (total > limits.maxTotalBytes) throw refused(`unpacks to more than ${limits.maxTotalBytes} bytes`)
      if (type !== 'file' && type !== 'directory')
        throw refused(`holds ${preview(name)}, which is a ${type}: only files are allowed`)
      return type === 'file'
    },
  }).catch((thrown: unknown) => {
    throw thrown instanceof SkillError
      ? thrown
      : refused(`is not a tar archive: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  })
  const paths = entries.map(({ header }) => header.name.replace(/^\.\//, ''))
  checkPaths(paths)
  for (const [i, { header, data = new Uint8Array() }] of entries.entries()) {
    if (data.length !== header.size)
      throw refused(`says ${preview(header.name)} has ${header.size} bytes, it has ${data.length}`)
    files.set(paths[i] ?? '', data)
  }
  return files
}

/** Unpacks an archive into a folder that must not exist yet. It appears there whole or not at all. */
export async function unpackSkill(
  archive: Uint8Array,
  target: string,
  options: UnpackOptions = {},
): Promise<{ digest: Digest; files: readonly string[] }> {
  const { files, digest } = await readArchive(archive, options)
  const destination = resolve(target)
  await mkdir(dirname(destination), { recursive: true })
  const staging = await mkdtemp(`${destination}.unpacking-`)
  try {
    for (const [path, bytes] of files) {
      await mkdir(join(staging, dirname(path)), { recursive: true })
      await writeFile(join(staging, path), bytes, {
        flag: 'wx',
        mode: bytes[0] === 0x23 && bytes[1] === 0x21 ? 0o755 : 0o644,
      })
    }
    await rename(staging, destination)
  } catch (cause) {
    await rm(staging, { recursive: true, force: true })
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw cause
    throw new SkillError('INVALID_INPUT', `${target} is there already`, {
      cause,
      hint: 'Name a folder that does not exist yet, or remove it',
    })
  }
  return { digest, files: [...files.keys()] }
}

function gunzip(archive: Uint8Array, limits: ReadLimits): Uint8Array {
  // Headers and padding come on top of the files: at most two blocks each, and the end.
  const maxOutputLength = limits.maxTotalBytes + limits.maxFiles * 2_048 + 10_240
  try {
    return gunzipSync(archive, { maxOutputLength })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ERR_BUFFER_TOO_LARGE') throw refused(`unpacks to more than ${limits.maxTotalBytes} bytes`)
    throw refused(`is not gzip: ${(cause as Error).message}`)
  }
}

function preview(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}

function refused(what: string): SkillError {
  return new SkillError('INVALID_INPUT', `The archive ${what}`, {
    hint: 'Do not use this archive; get it again from where it came',
  })
}
