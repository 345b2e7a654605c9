import { SkillError } from '@skillwright/contract'
import {
  type Checkpoint,
  checkGrowth,
  checkReceipt,
  type HubClient,
  type LogKey,
  openCheckpoint,
  READ_CHECKPOINT,
  READ_CONSISTENCY,
  READ_LOG_KEY,
  READ_RECEIPTS,
  readLogKey,
} from '@skillwright/hub-api'
import { type KnownHub, readKnownHubs, rememberHub } from './known-hubs.ts'
import { checkSeenDigests } from './seen-digests.ts'

const RECEIPTS_AT_ONCE = 100

/** What an entry of a hub's log has to say, such as `{ type: 'publish', skill, version, digest }`. */
export type ExpectedEntry = Readonly<Record<string, string>> & { readonly digest: string }

/** Checks, before anything is sent there, that the log of a hub only grew since this person last looked. Throws INTEGRITY_FAILED. */
export async function checkLogGrowth(client: HubClient): Promise<void> {
  const known = (await readKnownHubs()).hubs[client.url] ?? {}
  if (known.checkpoint === undefined) return
  await checkLog(client, known, async (key) => {
    const note = await client.call(READ_CHECKPOINT)
    return { note, checkpoint: await openCheckpoint(note, key) }
  })
}

/**
 * Checks that what a hub says was published is in its log, that the hub's key signed it, and that the log only grew since
 * this person last looked, and never said another digest of the same version. The key is remembered from the first time. Throws INTEGRITY_FAILED.
 */
export async function checkLogEntry(client: HubClient, index: number, expected: ExpectedEntry): Promise<void> {
  return checkLogEntries(client, new Map([[index, expected]]))
}

/** The same for many entries, by their index, with few requests. */
export async function checkLogEntries(client: HubClient, expected: ReadonlyMap<number, ExpectedEntry>): Promise<void> {
  const indexes = [...expected.keys()]
  for (let i = 0; i < indexes.length; i += RECEIPTS_AT_ONCE) {
    const some = indexes.slice(i, i + RECEIPTS_AT_ONCE)
    const known = (await readKnownHubs()).hubs[client.url] ?? {}
    await checkLog(client, known, async (key) => {
      const { checkpoint: note, receipts } = await client.call(READ_RECEIPTS, { query: { indexes: some.join() } })
      const found = await Promise.all(
        some.map(async (index) => {
          const receipt = receipts.find((one) => one.index === index)
          if (receipt === undefined)
            throw new SkillError('INTEGRITY_FAILED', `The hub proves nothing of entry ${index} of its log`)
          const { checkpoint, entry } = await checkReceipt({ checkpoint: note, ...receipt }, key)
          return { checkpoint, about: aboutOf(index, entry, expected.get(index)) }
        }),
      )
      await checkSeenDigests(client.url, new Map(found.map(({ about }) => about)))
      const [first] = found
      return { note, checkpoint: first?.checkpoint ?? (await openCheckpoint(note, key)) }
    })
  }
}

/** What an entry is about, and the digest it states. Throws INTEGRITY_FAILED when it is about something else. */
function aboutOf(
  index: number,
  entry: Readonly<Record<string, unknown>>,
  expected: ExpectedEntry | undefined,
): readonly [string, string] {
  const { digest = '', ...about } = expected ?? {}
  if (expected === undefined || Object.entries(expected).some(([name, value]) => entry[name] !== value))
    throw new SkillError(
      'INTEGRITY_FAILED',
      `Entry ${index} of the log of the hub is not about ${Object.values(expected ?? {}).join(' ')}`,
    )
  return [Object.values(about).join(' '), digest]
}

type Seen = Readonly<{ note: string; checkpoint: Checkpoint }>

async function checkLog(client: HubClient, known: KnownHub, look: (key: LogKey) => Promise<Seen>): Promise<void> {
  const logKey = known.logKey ?? (await client.call(READ_LOG_KEY))
  try {
    const key = await readLogKey(logKey)
    const { note, checkpoint } = await look(key)
    if (known.checkpoint !== undefined) {
      const before = await openCheckpoint(known.checkpoint, key)
      await checkGrowth(before, checkpoint, await growthProof(client, before.size, checkpoint.size))
    }
    await rememberHub(client.url, { logKey, checkpoint: note })
  } catch (thrown) {
    throw distrust(client.url, thrown)
  }
}

async function growthProof(client: HubClient, from: number, to: number): Promise<readonly string[]> {
  // A log that is shorter than it was has no proof, which is then found to be wrong.
  if (to < from) return []
  const { proof } = await client.call(READ_CONSISTENCY, { query: { from, to } })
  return proof
}

/** Whatever of the log does not hold, or cannot be read, is a reason not to trust the hub. */
function distrust(url: string, thrown: unknown): unknown {
  if (thrown instanceof SkillError && thrown.code !== 'INTEGRITY_FAILED') return thrown
  const message = thrown instanceof SkillError ? thrown.message : `What ${url} says of its log cannot be checked`
  return new SkillError('INTEGRITY_FAILED', message, {
    hint: `Ask the operator. Only if they confirm that the hub was set up again: skillwright logout ${url} --forget-log`,
    cause: thrown,
  })
}
