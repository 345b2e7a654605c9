import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { readState } from './mirror-state.ts'
import { syncMirror } from './sync-mirror.ts'

/** The worker of one node. */
export interface MirrorWorker extends AsyncDisposable {
  /** Brings up to date what is due now. */
  drain(): Promise<void>
}

const EVERY_MS = 15 * 60_000
const IDLE_MS = 30_000

/** Brings every mirror up to date from time to time, and at once while there is more to do. Several nodes share the work. */
export function startMirrorWorker(
  hub: HubContext,
  { everyMs = EVERY_MS, idleMs = IDLE_MS }: { readonly everyMs?: number; readonly idleMs?: number } = {},
): MirrorWorker {
  const stop = new AbortController()
  const drain = async () => {
    for (const id of await dueMirrors(hub, everyMs)) {
      if (stop.signal.aborted) return
      // The mirror records why it failed, and it is tried again when it is due.
      await syncMirror(hub, id, { signal: stop.signal }).catch((thrown: unknown) => {
        if (!(thrown instanceof SkillError)) hub.log.error({ err: thrown }, 'a mirror failed')
      })
    }
  }
  let running = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    running = drain()
      .catch((thrown: unknown) => hub.log.error({ err: thrown }, 'mirrors failed'))
      .finally(() => {
        isRunning = false
      })
  }, idleMs)
  timer.unref()
  return {
    drain,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stop.abort()
      await running
    },
  }
}

async function dueMirrors(hub: HubContext, everyMs: number): Promise<string[]> {
  const now = hub.clock()
  const mirrors = await hub.db.selectFrom('mirrors').select(['id', 'cursor', 'last_at']).orderBy('last_at').execute()
  return mirrors
    .filter(({ cursor, last_at }) => last_at === null || last_at <= now - everyMs || readState(cursor).isBehind)
    .map(({ id }) => id)
}
