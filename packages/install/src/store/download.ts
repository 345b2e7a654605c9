import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SkillError } from '@skillwright/contract'
import { sha256 as hashOf, PACKAGE_LIMITS } from '@skillwright/skill'
import { fetchFollowing } from './fetch-following.ts'

/** Fetches an archive. */
export type Download = (url: string, options?: DownloadOptions) => Promise<Uint8Array>

/** What is known of an archive before it is fetched. */
interface DownloadOptions {
  /** With it a download that was cut off goes on where it ended. */
  readonly sha256?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** How downloads are made. */
export interface DownloadSettings {
  /** Where parts of downloads are kept. */
  readonly dir: string
  /** Headers for an address, such as the token of its hub. */
  readonly headersFor?: (url: string) => Readonly<Record<string, string>>
  readonly fetch?: typeof globalThis.fetch
}

const TRIES = 3
const TIMEOUT_MS = 120_000
const FLUSH_BYTES = 1_000_000
/** The most that an archive may have: it is smaller than its files, but for what cannot be compressed and its headers. */
export const MAX_ARCHIVE_BYTES = PACKAGE_LIMITS.maxTotalBytes + 10_000_000

/**
 * Downloads archives. One that is cut off is continued where it ended, also by a later run; nothing is believed about its length, and its caller
 * checks its digest.
 */
export function createDownload({ dir, headersFor = () => ({}), fetch = globalThis.fetch }: DownloadSettings): Download {
  return async (url, { sha256, signal } = {}) => {
    const part = join(dir, 'partial', sha256 ?? hashOf(url))
    for (let left = TRIES; ; left--) {
      const have = sha256 === undefined ? undefined : await readPart(part)
      try {
        const bytes = await receive(url, have, { fetch, headers: headersFor(url), signal, part: sha256 && part })
        if (have === undefined) return bytes
        await rm(part, { force: true })
        // What was kept may be of another file, or damaged: then all of it is fetched anew.
        if (hashOf(bytes) === sha256 || left <= 1) return bytes
      } catch (thrown) {
        if (signal?.aborted) throw new SkillError('CANCELLED', 'Interrupted', { cause: thrown })
        if (thrown instanceof SkillError && (!thrown.recoverable || left <= 1)) throw thrown
        if (left <= 1)
          throw new SkillError('FETCH_FAILED', `${url} could not be downloaded: ${reasonOf(thrown)}`, {
            cause: thrown,
            hint: 'Check the address and the connection; what has come is kept, and the next try goes on there',
          })
      }
    }
  }
}

interface Receiving {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal | undefined
  readonly part: string | undefined
}

async function receive(
  url: string,
  have: Uint8Array | undefined,
  { fetch, headers, signal, part }: Receiving,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetchFollowing(url, {
    fetch,
    headers: { ...headers, ...(have === undefined ? {} : { range: `bytes=${have.length}-` }) },
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  })
  // A part that is all there is, or more: begin anew.
  if (answer.status === 416 && part !== undefined) {
    await rm(part, { force: true })
    throw new SkillError('FETCH_FAILED', `${url} is shorter than what has come of it`)
  }
  if (!answer.ok || answer.body === null) throw refusal(url, answer.status, await shortText(answer))
  const before = answer.status === 206 && have !== undefined ? have : new Uint8Array()
  const chunks: Uint8Array[] = [before]
  let total = before.length
  let kept = before.length
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      total += chunk.length
      if (total > MAX_ARCHIVE_BYTES)
        throw new SkillError('INPUT_TOO_LARGE', `${url} has more than ${MAX_ARCHIVE_BYTES} bytes, too many for a skill`)
      if (part !== undefined && total - kept >= FLUSH_BYTES) kept = await keep(part, chunks, kept, total)
    }
  } catch (thrown) {
    if (part !== undefined && !(thrown instanceof SkillError)) await keep(part, chunks, kept, total)
    throw thrown
  }
  if (part !== undefined && kept > 0) await rm(part, { force: true })
  return Buffer.concat(chunks)
}

/** Adds to the part on disk what has come since; a part of another length than remembered is replaced. */
async function keep(part: string, chunks: readonly Uint8Array[], kept: number, total: number): Promise<number> {
  await mkdir(dirname(part), { recursive: true })
  const all = Buffer.concat(chunks)
  if (kept === 0) await rm(part, { force: true })
  await appendFile(part, all.subarray(kept))
  return total
}

async function readPart(part: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(part).catch(() => undefined)
  return bytes === undefined || bytes.length === 0 ? undefined : bytes
}

async function shortText(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '')
  return text.slice(0, 2_000)
}

/** What a server refuses is said with the code of its hub where it is one. */
function refusal(url: string, status: number, body: string): SkillError {
  try {
    const { code, detail } = JSON.parse(body) as { code?: unknown; detail?: unknown }
    if (typeof code === 'string' && typeof detail === 'string') return new SkillError(code, detail)
  } catch {
    // No document of a hub.
  }
  if (status === 404 || status === 410)
    return new SkillError(status === 404 ? 'DATA_NOT_FOUND' : 'WITHDRAWN', `There is nothing at ${url}`)
  if (status === 401 || status === 403)
    return new SkillError('PERMISSION_DENIED', `${url} may not be read without signing in`)
  return new SkillError('FETCH_FAILED', `${url} answered ${status}`)
}

function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  return cause instanceof Error ? cause.message : String(cause)
}
