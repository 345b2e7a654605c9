import type { KeyObject } from 'node:crypto'
import { counted, SkillError } from '@skillwright/contract'
import { type Hash, isConsistent, leafHash, rootByInclusion } from './merkle.ts'
import { type Checkpoint, openCheckpoint } from './signed-note.ts'

/** What a hub gives a client about one entry of its log. */
export interface LogReceipt {
  /** Signed note. */
  readonly checkpoint: string
  readonly index: number
  /** The entry, exactly as it was hashed. */
  readonly entry: string
  readonly inclusion: readonly Hash[]
}

/** Checks that an entry is in the log the hub signed. Throws INTEGRITY_FAILED when not. */
export function checkReceipt(
  { checkpoint, index, entry, inclusion }: LogReceipt,
  publicKey: KeyObject,
): { checkpoint: Checkpoint; entry: Readonly<Record<string, unknown>> } {
  const head = openCheckpoint(checkpoint, publicKey)
  if (rootByInclusion(leafHash(entry), index, head.size, inclusion) !== head.root)
    throw new SkillError('INTEGRITY_FAILED', `The log of the hub does not hold what it says is at ${index}`, {
      hint: 'Do not install it, and tell others who use this hub',
    })
  return { checkpoint: head, entry: JSON.parse(entry) as Record<string, unknown> }
}

/** Checks that a log only grew since a client last saw it. Throws INTEGRITY_FAILED when something was changed or taken out. */
export function checkGrowth(seen: Checkpoint, now: Checkpoint, proof: readonly Hash[]): void {
  if (seen.origin === now.origin && isConsistent(seen, now, proof)) return
  throw new SkillError(
    'INTEGRITY_FAILED',
    `The log of the hub is not the one seen before: it had ${counted(seen.size, 'entry')}, and its ${now.size} of now do not begin with them`,
    { hint: 'The hub was restored from an old copy, or somebody rewrites its history: ask its operator' },
  )
}
