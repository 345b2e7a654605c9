import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'

/** What is remembered of a hub. */
export interface KnownHub {
  readonly handle?: string
  readonly token?: string
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

/** Where hubs are remembered: readable by their owner alone, since tokens are in it. */
export function knownHubsFile(): string {
  const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
  return join(config, 'skillwright', 'hubs.json')
}

/** Reads what is remembered; nothing when there is no file yet. */
export async function readKnownHubs(): Promise<KnownHubs> {
  const file = knownHubsFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"hubs":{}}'
    throw error
  })
  try {
    const { default: first, hubs = {} } = JSON.parse(text) as Partial<KnownHubs>
    return { ...(first === undefined ? {} : { default: first }), hubs }
  } catch (cause) {
    throw new SkillError('INVALID_JSON', `${file} is not JSON`, {
      hint: 'Repair it, or delete it and sign in again',
      cause,
    })
  }
}

/** Remembers something about a hub, beside what is known of it already; with `isDefault` it is the one that is meant from now on. */
export async function rememberHub(url: string, what: KnownHub, { isDefault = false } = {}): Promise<void> {
  const known = await readKnownHubs()
  const hubs = { ...known.hubs, [url]: { ...known.hubs[url], ...what } }
  await writeKnownHubs({ ...known, hubs, ...(isDefault ? { default: url } : {}) })
}

/** Forgets the token for a hub. */
export async function forgetToken(url: string): Promise<void> {
  const known = await readKnownHubs()
  const { token: _token, handle: _handle, ...rest } = known.hubs[url] ?? {}
  await writeKnownHubs({ ...known, hubs: { ...known.hubs, [url]: rest } })
}

async function writeKnownHubs(known: KnownHubs): Promise<void> {
  const file = knownHubsFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}.tmp`
  await writeFile(half, `${JSON.stringify(known, null, 2)}\n`, { mode: 0o600 })
  await rename(half, file)
}
