import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { userFolder } from '@skillwright/skill'

/** A folder that skills are installed for: a project, or a user's home. */
export interface Project {
  /** What placed folders are relative to. */
  readonly root: string
  readonly isUser: boolean
  readonly manifestFile: string
  readonly lockFile: string
  /** Where receipts, the journal and earlier states are kept. */
  readonly stateDir: string
}

/** Names of manifests, the one that wins first. */
const MANIFESTS = ['skillwright.yaml', 'skillwright.yml', 'hermes.yaml', 'hermes.yml']
/** The name of locks. */
const LOCK_FILE = 'skillwright.lock'

/**
 * The project that a folder belongs to: the nearest folder upwards that has a manifest, no further than the top of the repository; else the folder itself.
 * With `user` it is the home folder, whose manifest is in the user's settings.
 */
export function findProject({ cwd = process.cwd(), user = false, home = homedir() } = {}): Project {
  if (user) {
    const config = userFolder('config', process.env, () => home)
    return {
      root: home,
      isUser: true,
      manifestFile: join(config, MANIFESTS[0] ?? ''),
      lockFile: join(config, LOCK_FILE),
      stateDir: join(
        userFolder('data', process.env, () => home),
        'installed',
      ),
    }
  }
  const start = resolve(cwd)
  for (let folder = start; ; folder = dirname(folder)) {
    const name = MANIFESTS.find((file) => existsSync(join(folder, file)))
    if (name !== undefined) return projectAt(folder, name)
    if (existsSync(join(folder, '.git')) || folder === home || dirname(folder) === folder) break
  }
  return projectAt(start, MANIFESTS[0] ?? '')
}

function projectAt(root: string, manifest: string): Project {
  return {
    root,
    isUser: false,
    manifestFile: join(root, manifest),
    lockFile: join(root, LOCK_FILE),
    stateDir: join(root, '.skillwright'),
  }
}

const MAX_BYTES = 100_000_000

/** The text of a file; undefined when there is none. A project may come from anywhere: what is no file, or has no end, is not read. Throws INVALID_INPUT. */
export async function readIfThere(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats === undefined) return undefined
  if (stats.isFile() && stats.size <= MAX_BYTES) return readFile(file, 'utf8')
  throw new SkillError('INVALID_INPUT', `${file} should be a file of at most ${MAX_BYTES} bytes`, {
    hint: 'Remove what is there instead',
  })
}
