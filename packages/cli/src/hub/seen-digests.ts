import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject, SkillError } from '@skillwright/contract'
import { knownHubsFile } from './known-hubs.ts'

/** What a log said once, by what it was about: `publish @scope/name 1.0.0`. */
type Seen = Readonly<Record<string, string>>

const MOST = 20_000

/** Where digests are remembered, beside the hubs. */
function seenFile(): string {
  return join(dirname(knownHubsFile()), 'seen-digests.json')
}

/**
 * Remembers which digests a hub showed for what never changes. Throws INTEGRITY_FAILED when it showed another one of something before: a log that
 * only grows can still say two things of one version, and only who saw the first can tell.
 */
export async function checkSeenDigests(url: string, shown: ReadonlyMap<string, string>): Promise<void> {
  const all = await readSeen()
  const known = all[url] ?? {}
  const unseen = [...shown].filter(([about, digest]) => {
    const before = known[about]
    if (before === undefined || before === digest) return before === undefined
    throw new SkillError('INTEGRITY_FAILED', `${about} is ${digest} now, and was ${before} when you first saw it`)
  })
  if (unseen.length === 0) return
  const entries = [...Object.entries(known), ...unseen].slice(-MOST)
  await writeSeen({ ...all, [url]: Object.fromEntries(entries) })
}

/** Forgets all that a hub showed. */
export async function forgetSeenDigests(url: string): Promise<void> {
  const { [url]: forgotten, ...others } = await readSeen()
  if (forgotten !== undefined) await writeSeen(others)
}

async function readSeen(): Promise<Readonly<Record<string, Seen>>> {
  const file = seenFile()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    const seen: unknown = JSON.parse(text)
    if (isObject(seen)) return seen as Record<string, Seen>
  } catch {
    // Said below.
  }
  throw new SkillError('INVALID_JSON', `${file} does not hold what was seen of hubs`, {
    hint: 'Repair it, or delete it',
  })
}

async function writeSeen(seen: Readonly<Record<string, Seen>>): Promise<void> {
  const file = seenFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}.tmp`
  await writeFile(half, `${JSON.stringify(seen)}\n`, { mode: 0o600 })
  await rename(half, file)
}
