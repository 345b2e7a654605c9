import { createHubClient, type HubClient } from '@skillwright/hub-api'
import { fetchGuarded } from '@skillwright/runtime'
import type { MirrorRun } from './mirror-run.ts'

const MAX_DOCUMENT_BYTES = 20_000_000
const TIMEOUT_MS = 30_000

/** A client for the hub that is mirrored: only at addresses that are public or allowed, and only so many bytes of each answer. */
export function openUpstream(
  { hub, mirror, signal }: MirrorRun,
  { maxAnswerBytes = MAX_DOCUMENT_BYTES } = {},
): HubClient {
  return createHubClient({
    url: mirror.url,
    async fetch(url) {
      const allow = hub.config.allowAddresses
      const answer = await fetchGuarded(url, { allow, maxAnswerBytes, timeoutMs: TIMEOUT_MS, signal })
      return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers })
    },
  })
}
