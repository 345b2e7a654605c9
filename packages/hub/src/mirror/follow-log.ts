import { createHash } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import {
  type Checkpoint,
  checkGrowth,
  DOWNLOAD_PACKAGE,
  fullName,
  type Hash,
  LIST_LOG_ENTRIES,
  openCheckpoint,
  READ_CHECKPOINT,
  READ_CONSISTENCY,
  READ_LOG_KEY,
  READ_VERSION,
  readLogKey,
} from '@skillwright/hub-api'
import { AbsentVersions } from './absent-versions.ts'
import { Attempts } from './attempts.ts'
import { claimName } from './claim-name.ts'
import { followAccess, followDeprecation } from './follow-skill.ts'
import { followState } from './follow-state.ts'
import { type LogEntry, readEntry, type VersionEntry } from './log-entry.ts'
import { frontierRoot, growFrontier } from './log-frontier.ts'
import type { MirrorRun } from './mirror-run.ts'
import type { LogState } from './mirror-state.ts'
import { openUpstream } from './open-upstream.ts'
import { localVersions, publishMirrored } from './publish-mirrored.ts'

const BATCH = 50
const MAX_NOTE_BYTES = 10_000
const MOST_ATTEMPTS = 5
const MOST_RETRIES = 100

/**
 * Follows another hub by its log. Nothing is taken over before it is shown to be in the log that the hub signed, and that this log
 * only grew since it was last seen. Throws INTEGRITY_FAILED when not, until an operator has looked at it.
 */
export async function followLog(run: MirrorRun): Promise<boolean> {
  const { key, head } = await readHead(run)
  const attempts = new Attempts(run, () => readHead(run))
  const { log } = run.state
  const absent = new AbsentVersions(log?.absent)
  const apply = (entries: LogState['retry'], waiting?: LogState['retry']) =>
    applyEntries(run, entries, { attempts, absent }, waiting)
  let at: LogState = { key, checkpoint: head, next: 0, frontier: [], retry: [], ...seenBefore(log, head) }
  at = { ...at, retry: await apply(at.retry), absent: absent.entries }
  await run.save({ log: at })
  while (at.next < head.size && run.room > 0 && at.retry.length < MOST_RETRIES) {
    const { entries, frontier } = await readEntries(run, at, head)
    const fresh = entries.map((entry) => ({ entry, attempts: 0 }))
    const retry = [...at.retry, ...(await apply(fresh, at.retry))]
    run.room -= entries.length
    at = { ...at, next: at.next + entries.length, frontier, retry, absent: absent.entries }
    await run.save({ log: at })
  }
  return at.next >= head.size
}

function seenBefore(log: LogState | undefined, head: Checkpoint): Partial<LogState> {
  return log === undefined ? {} : { ...log, checkpoint: head }
}

/** The checkpoint of the log, signed by the key that signed it before, and grown out of what was seen before. */
async function readHead(run: MirrorRun): Promise<{ key: string; head: Checkpoint }> {
  const { log } = run.state
  const upstream = openUpstream(run, { maxAnswerBytes: MAX_NOTE_BYTES })
  const key = await upstream.call(READ_LOG_KEY)
  const logKey = await readLogKey(key)
  if (log !== undefined && (await readLogKey(log.key)).hex !== logKey.hex)
    throw new SkillError('INTEGRITY_FAILED', `${run.mirror.url} signs its log with another key than before`, {
      hint: 'Ask its operator; when all is well, remove the mirror and add it again',
    })
  const head = await openCheckpoint(await upstream.call(READ_CHECKPOINT), logKey)
  if (log !== undefined) await checkGrowth(log.checkpoint, head, await readProof(run, log.checkpoint.size, head.size))
  return { key, head }
}

async function readProof(run: MirrorRun, from: number, to: number): Promise<readonly Hash[]> {
  if (from === 0 || from >= to) return []
  const { proof } = await openUpstream(run).call(READ_CONSISTENCY, { query: { from, to } })
  return proof
}

/** The next entries, shown to be those that the signed log has there. */
async function readEntries(run: MirrorRun, { next, frontier: before }: LogState, head: Checkpoint) {
  const limit = Math.min(BATCH, head.size - next, run.room)
  const { items } = await openUpstream(run).call(LIST_LOG_ENTRIES, { query: { from: next, limit } })
  const entries = items.slice(0, limit).map(({ entry }) => entry)
  if (entries.length === 0)
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `${run.mirror.url} does not show entry ${next} of its log`)
  const frontier = await growFrontier(before, entries)
  const size = next + entries.length
  const shown = { origin: head.origin, size, root: await frontierRoot(frontier) }
  await checkGrowth(shown, head, await readProof(run, size, head.size))
  return { entries, frontier }
}

/** Applies entries in their order; returns those worth a retry, and what has to wait for them. */
async function applyEntries(
  run: MirrorRun,
  entries: LogState['retry'],
  { attempts, absent }: { readonly attempts: Attempts; readonly absent: AbsentVersions },
  waiting: LogState['retry'] = [],
): Promise<LogState['retry']> {
  const left: { entry: string; attempts: number }[] = []
  const held = new Set(waiting.flatMap(({ entry }) => subjectsOf(readEntry(entry))))
  const apply = async ({ entry: text, attempts: before }: LogState['retry'][number]) => {
    const entry = readEntry(text)
    if (entry === undefined) return
    const [skill = '', subject = skill] = subjectsOf(entry)
    // A change of a version waits for that version only: a quarantine is not delayed because another cannot be fetched.
    const isHeld = held.has(entry.type === 'publish' ? skill : subject)
    if (isHeld) left.push({ entry: text, attempts: before })
    else if (!(await attempts.try(subject, () => absent.unlessAbsent(text, entry, () => applyEntry(run, entry))))) {
      if (before + 1 >= MOST_ATTEMPTS) return
      left.push({ entry: text, attempts: before + 1 })
      for (const one of [skill, subject]) held.add(one)
    }
  }
  for (const one of entries) {
    for (const entry of absent.openedBy(readEntry(one.entry))) await apply({ entry, attempts: 0 })
    await apply(one)
  }
  return left
}

/** The skill that an entry is about, and the version when it is about one. */
function subjectsOf(entry: LogEntry | undefined): string[] {
  if (entry === undefined) return []
  const skill = fullName(entry)
  return 'version' in entry && entry.version !== undefined ? [skill, `${skill}@${entry.version}`] : [skill]
}

async function applyEntry(run: MirrorRun, entry: LogEntry): Promise<void> {
  const { scope, name } = entry
  const source = `${run.mirror.url}/v1/skills/@${scope}/${name}`
  await claimName(run, { name, source })
  if (entry.type === 'publish') await takeVersion(run, entry)
  else if (entry.type === 'access') await followAccess(run, entry)
  else if (entry.type === 'deprecate') await followDeprecation(run, entry)
  else await followState(run, { name, version: entry.version }, entry.type)
}

async function takeVersion(run: MirrorRun, entry: VersionEntry): Promise<void> {
  const { scope, name, version, digest, archiveSha256, isSigned } = entry
  const local = (await localVersions(run, name)).find((one) => one.version === version)
  if (local?.digest === digest) return
  const params = { scope, skill: name, version }
  const archive = await openUpstream(run, { maxAnswerBytes: run.hub.config.maxPackageBytes }).call(DOWNLOAD_PACKAGE, {
    params,
  })
  if (createHash('sha256').update(archive).digest('hex') !== archiveSha256)
    throw new SkillError('INTEGRITY_FAILED', 'The package is not the one in the log')
  const signature = isSigned ? (await openUpstream(run).call(READ_VERSION, { params })).signature : undefined
  await publishMirrored(run, { name, version, archive, digest, ...(signature ? { signature } : {}) })
}
