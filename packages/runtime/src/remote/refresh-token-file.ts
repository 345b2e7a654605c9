import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isObject } from '@skillwright/contract'

/** Refresh tokens that outlive the process: a service that replaces one accepts the old one no more. */
export interface RefreshTokens {
  /** Keeps other processes from renewing until it is disposed of, since a token is good for one renewal. */
  lock(): Promise<AsyncDisposable>
  read(key: string): Promise<string | undefined>
  write(key: string, refreshToken: string): Promise<void>
}

// A renewal takes seconds at most: a lock that is older was left by a process that died.
const STALE_MS = 60_000
const LOOK_EVERY_MS = 50

/** Keeps refresh tokens in a file that only its owner can read. Keys are digests, so the file does not say whose they are. */
export function refreshTokenFile(file: string): RefreshTokens {
  const lockFile = `${file}.lock`
  return {
    async lock() {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      while (!(await create(lockFile))) {
        const { mtimeMs } = await stat(lockFile).catch(() => ({ mtimeMs: Date.now() }))
        if (Date.now() - mtimeMs > STALE_MS) await rm(lockFile, { force: true })
        else await wait(LOOK_EVERY_MS)
      }
      return { [Symbol.asyncDispose]: () => rm(lockFile, { force: true }) }
    },
    read: async (key) => (await readTokens(file))[key],
    async write(key, refreshToken) {
      const half = `${file}.${process.pid}.tmp`
      const tokens = { ...(await readTokens(file)), [key]: refreshToken }
      await writeFile(half, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 })
      await rename(half, file)
    },
  }
}

async function create(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx', 0o600)).close()
    return true
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false
    throw thrown
  }
}

/** What the file holds; nothing when it is not there, or is something else. */
async function readTokens(file: string): Promise<Record<string, string>> {
  try {
    const tokens: unknown = JSON.parse(await readFile(file, 'utf8'))
    const entries = isObject(tokens) ? Object.entries(tokens) : []
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}
