import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { userFolder } from '@skillwright/skill'
import { ownVersion } from '../own-version.ts'

/** Where `serve` keeps its socket, its token and the history of runs. */
export function serveFolder(): string {
  return join(userFolder('state'), 'serve')
}

/** The socket of `serve`, when this user made it and no other user could have; a server may or may not answer there. */
export function findServeSocket(folder = serveFolder()): string | undefined {
  const socket = join(folder, 'socket')
  const [of, at] = [folder, socket].map((path) => lstatSync(path, { throwIfNoEntry: false }))
  if (of === undefined || at === undefined || !of.isDirectory() || !at.isSocket()) return undefined
  const uid = process.getuid?.()
  return of.uid === uid && at.uid === uid && (of.mode & 0o077) === 0 ? socket : undefined
}

/** What decides where programs, data and answers to questions are found. */
const VARIABLES = ['PATH', 'HOME', 'TMPDIR', 'TZ'].concat(
  ['CONFIG', 'CACHE', 'DATA'].flatMap((kind) => [`SKILLWRIGHT_${kind}`, `XDG_${kind}_HOME`]),
)

/** What a run depends on beside the skill. Two processes of a user with the same text run a skill alike. */
export function hostFacts(): string {
  const variables = VARIABLES.map((name) => process.env[name] ?? null)
  return JSON.stringify([ownVersion(), process.execPath, variables, ['mnt', 'net', 'pid', 'user'].map(namespace)])
}

/** In a container the same path can be another file. */
function namespace(kind: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return ''
  }
}
