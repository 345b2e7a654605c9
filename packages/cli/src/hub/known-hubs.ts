import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { keyFolder } from '@skillwright/skill'

/** What is remembered of a hub. */
export interface KnownHub {
  readonly handle?: string
  readonly token?: string
  /** True when signing in with a password made the token, so that signing out may end it. */
  readonly isOwnToken?: boolean
  /** Public key of its log, as it was first seen. */
  readonly logKey?: string
  /** The newest checkpoint seen; its log must never be shorter or other than this. */
  readonly checkpoint?: string
}

/** All hubs this person used. */
export interface KnownHubs {
  /** The hub that is meant when none is named. */
  readonly default?: string
  readonly hubs: Readonly<Record<string, KnownHub>>
}

/** Where hubs are remembered, beside the user's keys: readable by their owner alone, since tokens are in it. */
export function knownHubsFile(): string {
  return join(dirname(keyFolder()), 'hubs.json')
}

/** Reads what is remembered; nothing when there is no file yet. */
export async function readKnownHubs(): Promise<KnownHubs> {
  const file = knownHubsFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"hubs":{}}'
    throw error
  })
  try {
    const known: unknown = JSON.parse(text)
    if (isObject(known) && isObject(known.hubs)) return known as unknown as KnownHubs
  } catch {
    // Said below.
  }
  throw new SkillError('INVALID_JSON', `${file} does not hold what is known of hubs`, {
    hint: 'Repair it, or delete it and sign in again',
  })
}

/** Remembers something about a hub, beside what is known of it already; with `isDefault` it is the one that is meant from now on. */
export async function rememberHub(url: string, what: KnownHub, { isDefault = false } = {}): Promise<void> {
  const known = await readKnownHubs()
  const hubs = { ...known.hubs, [url]: { ...known.hubs[url], ...what } }
  await writeKnownHubs({ ...known, hubs, ...(isDefault ? { default: url } : {}) })
}

/** Forgets who one is at a hub; with `log` also what was seen of its log. */
export async function forgetHub(url: string, { log = false } = {}): Promise<void> {
  const known = await readKnownHubs()
  const { logKey, checkpoint } = known.hubs[url] ?? {}
  const { [url]: _forgotten, ...others } = known.hubs
  const seen = log || logKey === undefined ? {} : { [url]: { logKey, ...(checkpoint ? { checkpoint } : {}) } }
  await writeKnownHubs({ ...known, hubs: { ...others, ...seen } })
}

async function writeKnownHubs(known: KnownHubs): Promise<void> {
  const file = knownHubsFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}.tmp`
  await writeFile(half, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(half, file)
}
