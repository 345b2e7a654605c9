import { counted, isObject, SkillError } from '@skillwright/contract'
import type { AnswerOf } from '../client/request-of.ts'
import type { READ_LOG_ENTRY } from '../operations/log.ts'
import { type Checkpoint, openCheckpoint } from './checkpoint.ts'
import type { LogKey } from './log-key.ts'
import { type Hash, isConsistent, leafHash, rootByInclusion } from './merkle.ts'

/** What a hub gives a client about one entry of its log. */
export type LogReceipt = AnswerOf<typeof READ_LOG_ENTRY>

/** Checks that an entry is in the log the hub signed. Throws INTEGRITY_FAILED when not. */
export async function checkReceipt(
  { checkpoint, index, entry, inclusion }: LogReceipt,
  key: LogKey,
): Promise<{ checkpoint: Checkpoint; entry: Readonly<Record<string, unknown>> }> {
  const head = await openCheckpoint(checkpoint, key)
  if ((await rootByInclusion(await leafHash(entry), index, head.size, inclusion)) !== head.root)
    throw new SkillError('INTEGRITY_FAILED', `The log of the hub does not hold what it says is at ${index}`, {
      hint: 'Do not install it, and tell others who use this hub',
    })
  return { checkpoint: head, entry: readEntry(entry) }
}

/** Checks that a log only grew since a client last saw it. Throws INTEGRITY_FAILED when something was changed or taken out. */
export async function checkGrowth(seen: Checkpoint, now: Checkpoint, proof: readonly Hash[]): Promise<void> {
  if (seen.origin === now.origin && (await isConsistent(seen, now, proof))) return
  throw new SkillError(
    'INTEGRITY_FAILED',
    `The log of the hub is not the one seen before: it had ${counted(seen.size, 'entry')}, and its ${now.size} of now do not begin with them`,
    { hint: 'The hub was restored from an old copy, or its history was rewritten: ask its operator' },
  )
}

/** What is hashed is JSON that the hub made: anything else is not an entry of a log. */
function readEntry(text: string): Readonly<Record<string, unknown>> {
  try {
    const entry: unknown = JSON.parse(text)
    if (isObject(entry)) return entry
  } catch {
    // Said below.
  }
  throw new SkillError('INTEGRITY_FAILED', 'An entry of the log is not a JSON object')
}
