import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, digestFiles, readFiles, type SkillFiles } from '@skillwright/skill'

/** A copy of a skill that is what its digest says, and stays so. */
export interface StoredSkill {
  /** The folder of the copy. */
  readonly dir: string
  readonly digest: Digest
}

/** Options of opening a skill through the store. */
export interface OpenVerifiedOptions {
  /** What was scanned or installed; anything else is refused. */
  readonly expected?: Digest
  /** Folders the copy must have, to bind something on, relative to the skill. */
  readonly folders?: readonly string[]
}

// File times move in steps of some milliseconds, so two changes within one step look like one.
const FRESH_MS = 100

/**
 * Copies of skills by digest, read-only. The bytes that are hashed are the bytes that are kept, so a file swapped
 * between the check and the start changes nothing.
 */
export class SkillStore {
  readonly #root: string
  /** What each folder looked like when it was last read, so that an unchanged one is not read again. */
  readonly #seen = new Map<string, { readonly stamp: string; readonly digest: Digest }>()

  constructor(root: string) {
    this.#root = root
  }

  /** The verified copy of a skill folder, made on first use. Throws PERMISSION_DENIED when it is not what was expected. */
  async open(dir: string, { expected, folders = [] }: OpenVerifiedOptions = {}): Promise<StoredSkill> {
    const { digest, files } = await this.#read(dir)
    if (expected !== undefined && digest !== expected) {
      throw new SkillError('PERMISSION_DENIED', `${dir} has changed since it was checked`, {
        details: { expected, found: digest },
        hint: 'Install it again, or scan it as it is now',
      })
    }
    const copy = join(this.#root, digest.replace(':', '-'))
    if (!(await this.#isWhole(copy, digest))) await this.#write(copy, digest, files ?? (await filesOf(dir, digest)))
    for (const folder of folders) await mkdir(join(copy, folder), { recursive: true })
    return { dir: copy, digest }
  }

  /** The digest of a folder, and its files unless it has not changed since it was last read. */
  async #read(dir: string): Promise<{ digest: Digest; files: SkillFiles | undefined }> {
    const stamp = await stampFolder(dir)
    const known = this.#seen.get(dir)
    if (known !== undefined && known.stamp === stamp) return { digest: known.digest, files: undefined }
    const { files } = await readFiles(dir)
    const { digest } = digestFiles(files)
    // Taken before reading: a change meanwhile shows as another stamp the next time.
    if (stamp !== undefined) this.#seen.set(dir, { stamp, digest })
    return { digest, files }
  }

  async #isWhole(copy: string, digest: Digest): Promise<boolean> {
    return this.#read(copy).then(
      (found) => found.digest === digest,
      () => false,
    )
  }

  async #write(copy: string, digest: Digest, files: SkillFiles): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const staging = await mkdtemp(join(this.#root, 'new-'))
    try {
      for (const [path, bytes] of files) {
        await mkdir(dirname(join(staging, path)), { recursive: true })
        await writeFile(join(staging, path), bytes, { flag: 'wx', mode: isProgram(bytes) ? 0o555 : 0o444 })
      }
      await chmod(staging, 0o755)
      await rename(staging, copy).catch(async () => {
        // Somebody made the same copy at the same moment, or it is one that was damaged.
        if (await this.#isWhole(copy, digest)) return
        await rm(copy, { recursive: true, force: true })
        await rename(staging, copy)
      })
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  }
}

/** The files of a folder, provided that they still are what they were a moment ago. */
async function filesOf(dir: string, digest: Digest): Promise<SkillFiles> {
  const { files } = await readFiles(dir)
  if (digestFiles(files).digest === digest) return files
  throw new SkillError('PERMISSION_DENIED', `${dir} changed while it was opened`)
}

/** What shows whether anything in a folder changed; undefined while it is too fresh to tell by its times. */
async function stampFolder(dir: string): Promise<string | undefined> {
  const names = await readdir(dir, { recursive: true }).catch(() => [])
  const stats = await Promise.all(
    ['', ...names.sort()].map((name) => lstat(join(dir, name), { bigint: true }).catch(() => undefined)),
  )
  const newest = stats.reduce((most, stat) => (stat !== undefined && stat.ctimeMs > most ? stat.ctimeMs : most), 0n)
  if (Date.now() - Number(newest) < FRESH_MS) return undefined
  return stats
    .map((stat, i) => `${names[i - 1]} ${stat?.ino} ${stat?.mode} ${stat?.size} ${stat?.mtimeNs} ${stat?.ctimeNs}`)
    .join('\n')
}

/** True for what is started by itself: a script that names its interpreter, or a binary. */
function isProgram(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  return start.startsWith('#!') || start === '\x7fELF'
}
