import { chmod, lstat, mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { type Digest, digestFiles, readFiles, type SkillFiles } from '@skillwright/skill'
import { type PruneOptions, pruneCopies } from './prune-copies.ts'

/** A copy of a skill that is what its digest says, and stays so. */
interface StoredSkill {
  /** The folder of the copy. */
  readonly dir: string
  readonly digest: Digest
}

/** Options of opening a skill through the store. */
interface OpenVerifiedOptions {
  /** What was scanned or installed; anything else is refused. */
  readonly expected?: Digest
}

// File times move in steps of some milliseconds, so two changes within one step look like one.
const FRESH_MS = 100
// How often use of a copy is recorded: far more often than unused ones are removed.
const SAY_USED_MS = 600_000

/**
 * Copies of skills by digest, read-only. The bytes that are hashed are the bytes that are kept, so a file swapped
 * between the check and the start changes nothing.
 */
export interface SkillStore {
  /** The verified copy of a skill folder, made on first use. Throws PERMISSION_DENIED when it is not what was expected. */
  open(dir: string, options?: OpenVerifiedOptions): Promise<StoredSkill>
}

/** Reads the digest of a folder, and its files unless it has not changed since it was last read. */
type ReadFolder = (dir: string) => Promise<{ digest: Digest; files: SkillFiles | undefined }>

/** Opens the store in a folder that belongs to us alone. It keeps what is used and forgets the rest. */
export function openSkillStore(root: string, options: PruneOptions = {}): SkillStore {
  const read = rememberingReader()
  const saidUsed = new Map<string, number>()
  // Recorded before the copy is read: a process that removes it at this moment then puts it back.
  const sayUsed = async (copy: string) => {
    const now = Date.now()
    if (now - (saidUsed.get(copy) ?? 0) < SAY_USED_MS) return
    saidUsed.set(copy, now)
    await utimes(copy, new Date(now), new Date(now)).catch(() => undefined)
  }
  return {
    async open(dir, { expected } = {}) {
      const { digest, files } = await read(dir)
      if (expected !== undefined && digest !== expected) {
        throw new SkillError('PERMISSION_DENIED', `${dir} has changed since it was checked`, {
          details: { expected, found: digest },
          hint: 'Install it again, or scan it as it is now',
        })
      }
      const copy = join(root, digest.replace(':', '-'))
      const isWhole = () =>
        read(copy).then(
          (found) => found.digest === digest,
          () => false,
        )
      await sayUsed(copy)
      if (!(await isWhole())) {
        await writeCopy(copy, files ?? (await filesOf(dir, digest)), isWhole)
        await pruneCopies(root, options)
      }
      return { dir: copy, digest }
    },
  }
}

function rememberingReader(): ReadFolder {
  const seen = new Map<string, { readonly stamp: string; readonly digest: Digest }>()
  return async (dir) => {
    const stamp = await stampFolder(dir)
    const known = seen.get(dir)
    if (known !== undefined && known.stamp === stamp) return { digest: known.digest, files: undefined }
    const { files } = await readFiles(dir)
    const { digest } = digestFiles(files)
    // Taken before reading: a change meanwhile shows as another stamp the next time.
    if (stamp !== undefined) seen.set(dir, { stamp, digest })
    return { digest, files }
  }
}

async function writeCopy(copy: string, files: SkillFiles, isWhole: () => Promise<boolean>): Promise<void> {
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
  const staging = await mkdtemp(join(dirname(copy), 'new-'))
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true })
      await writeFile(join(staging, path), bytes, { flag: 'wx', mode: isProgram(bytes) ? 0o555 : 0o444 })
    }
    await chmod(staging, 0o755)
    await rename(staging, copy).catch(async () => {
      // Another process made the same copy at the same moment, or it is one that was damaged.
      if (await isWhole()) return
      await rm(copy, { recursive: true, force: true })
      await rename(staging, copy)
    })
  } finally {
    await rm(staging, { recursive: true, force: true })
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
  const names = (await readdir(dir, { recursive: true }).catch(() => [])).sort()
  const stats = await Promise.all(names.map((name) => lstat(join(dir, name), { bigint: true }).catch(() => undefined)))
  const newest = stats.reduce((most, stat) => (stat !== undefined && stat.ctimeMs > most ? stat.ctimeMs : most), 0n)
  if (Date.now() - Number(newest) < FRESH_MS) return undefined
  return stats
    .map((stat, i) => `${names[i]} ${stat?.ino} ${stat?.mode} ${stat?.size} ${stat?.mtimeNs} ${stat?.ctimeNs}`)
    .join('\n')
}

/** True for what is started by itself: a script that names its interpreter, or a binary. */
function isProgram(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  return start.startsWith('#!') || start === '\x7fELF'
}
