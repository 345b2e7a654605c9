import { SkillError } from '@skillwright/contract'
import { fetchGuarded } from '@skillwright/runtime'
import type { MirrorRun } from './mirror-run.ts'

const MAX_DOCUMENT_BYTES = 20_000_000
const TIMEOUT_MS = 30_000

/** Fetches bytes from another registry: only from addresses that are public or allowed, and only so many. */
export async function fetchBytes({ hub, signal }: MirrorRun, url: string | URL): Promise<Buffer> {
  const { body } = await fetchGuarded(String(url), {
    allow: hub.config.allowAddresses,
    maxAnswerBytes: hub.config.maxPackageBytes,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  return body
}

/** Fetches a JSON document. Throws EXTERNAL_SERVICE_ERROR when it is none. */
export async function fetchJson({ hub, signal }: MirrorRun, url: string | URL): Promise<unknown> {
  const { body } = await fetchGuarded(String(url), {
    allow: hub.config.allowAddresses,
    maxAnswerBytes: MAX_DOCUMENT_BYTES,
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `Expected JSON at ${url}`, { cause })
  }
}
