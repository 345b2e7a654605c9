import { closeSync, constants, type Dirent, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '@skillwright/contract'
import type { SkillFiles } from './skill-files.ts'
import { unreadablePath } from './unreadable-path.ts'

/** How much of a folder is read; what is beyond is a finding, never silently left out. */
export interface ReadLimits {
  readonly maxFiles: number
  readonly maxFileBytes: number
  readonly maxTotalBytes: number
  readonly maxDepth: number
}

/** The limits of a package: what may be packed may be read. */
export const PACKAGE_LIMITS: ReadLimits = {
  maxFiles: 2_000,
  maxFileBytes: 10_000_000,
  maxTotalBytes: 50_000_000,
  maxDepth: 12,
}

/** Folders that are never part of a package: they are not packed, and an archive that holds one is refused. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  '.git',
  '.hg',
  '.jj',
  '.svn',
  '.bzr',
  'node_modules',
  '__pycache__',
  '.venv',
  'venv',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
])

/** The paths of a folder's files, sorted by bytes, what was left out, and the folders that are never part of a package. Links are reported, never followed. */
export async function listFiles(
  dir: string,
  limits: ReadLimits = PACKAGE_LIMITS,
): Promise<{ paths: string[]; findings: Finding[]; skipped: string[] }> {
  const paths: string[] = []
  const skipped: string[] = []
  const findings: Finding[] = []
  const pending = [{ path: '', depth: 0 }]
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    const entries = entriesOf(join(dir, folder.path), folder.path === '')
    if (typeof entries === 'string') findings.push(unreadable(folder.path, entries))
    for (const entry of typeof entries === 'string' ? [] : entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (entry.isSymbolicLink())
        findings.push(
          leftOut('skill/link', path, 'is a link; links are never followed', 'Put a copy of the file in its place.'),
        )
      else if (entry.isDirectory()) {
        if (SKIPPED_FOLDERS.has(entry.name)) skipped.push(path)
        else if (folder.depth < limits.maxDepth) pending.push({ path, depth: folder.depth + 1 })
        else
          findings.push(
            leftOut('skill/too-deep', path, `is more than ${limits.maxDepth} folders deep`, 'Flatten the folders.'),
          )
      } else if (!entry.isFile())
        findings.push(leftOut('skill/special-file', path, 'is neither a file nor a folder', 'Remove it.'))
      else if (paths.length < limits.maxFiles) paths.push(path)
      else {
        findings.push(
          leftOut(
            'skill/too-many-files',
            path,
            `and what follows is beyond ${limits.maxFiles} files`,
            'Ship fewer files.',
          ),
        )
        return { paths: sortByBytes(paths), findings, skipped }
      }
    }
  }
  return { paths: sortByBytes(paths), findings, skipped }
}

/** Every file of a folder with its bytes, within the limits. */
export async function readFiles(
  dir: string,
  limits: ReadLimits = PACKAGE_LIMITS,
): Promise<{ files: SkillFiles; findings: Finding[]; skipped: string[] }> {
  const { paths, findings, skipped } = await listFiles(dir, limits)
  return { files: await readListed(dir, paths, findings, limits), findings, skipped }
}

/** The bytes of some files of a folder, within the limits; each that cannot be read becomes a finding. */
export async function readListed(
  dir: string,
  paths: readonly string[],
  findings: Finding[],
  limits: ReadLimits = PACKAGE_LIMITS,
): Promise<SkillFiles> {
  const files = new Map<string, Uint8Array>()
  let left = limits.maxTotalBytes
  for (const path of paths) {
    const most = Math.min(limits.maxFileBytes, left)
    const bytes = await readAtMost(join(dir, path), most).catch((cause: NodeJS.ErrnoException) => cause.code ?? 'EIO')
    if (typeof bytes === 'string') findings.push(unreadable(path, bytes))
    else if (bytes === undefined)
      findings.push(
        leftOut('skill/too-large', path, `is larger than the ${most} bytes that are left for it`, 'Ship less.'),
      )
    else {
      files.set(path, bytes)
      left -= bytes.length
    }
  }
  return files
}

// One for all: what is read is copied out of it before anything else can run.
const SCRATCH = Buffer.allocUnsafeSlow(65_536)

/**
 * A file's bytes, or undefined when it has more than `max`. The size is judged by what was read, so a growing file cannot lie.
 * Reads at once rather than through the thread pool, whose round trips cost ten times what a few kilobytes do.
 */
export async function readAtMost(file: string, max: number): Promise<Uint8Array | undefined> {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const chunks: Buffer[] = []
    let length = 0
    for (let read = SCRATCH.length; read === SCRATCH.length; ) {
      read = readSync(handle, SCRATCH, 0, SCRATCH.length, null)
      length += read
      if (length > max) return undefined
      chunks.push(Buffer.from(SCRATCH.subarray(0, read)))
    }
    const [first] = chunks
    return chunks.length === 1 && first ? first : Buffer.concat(chunks)
  } finally {
    closeSync(handle)
  }
}

/** Orders paths by their UTF-8 bytes: the same on every machine and in every locale. */
export function sortByBytes(paths: readonly string[]): string[] {
  // Strings sort by UTF-16, which is another order than bytes only beyond ASCII.
  if (paths.every((path) => /^[ -~]*$/.test(path))) return paths.toSorted()
  return paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

/** The entries of a folder, or the code of the error that kept them from being read. The root must be readable. */
function entriesOf(dir: string, isRoot: boolean): Dirent[] | string {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (cause) {
    if (isRoot) throw unreadablePath(dir, cause)
    return (cause as NodeJS.ErrnoException).code ?? 'EIO'
  }
}

function unreadable(path: string, code: string): Finding {
  return leftOut('skill/unreadable', path, `cannot be read (${code})`, 'Check its permissions.')
}

function leftOut(rule: string, file: string, what: string, fix: string): Finding {
  return {
    rule,
    severity: 'error',
    file,
    message: `${file} ${what}`,
    why: 'What is not read is not checked and not packed.',
    fix,
  }
}
