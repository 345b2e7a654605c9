import type { SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { Runtime } from '../create-runtime.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'

/** Runs a skill and remembers what all the runs together showed. */
export interface ObservedRuns {
  run(skill: Skill, request: RunRequest, options?: RunOptions): Promise<SkillResponse>
  readonly seen: Readonly<Seen>
}

/** What runs showed beside their answers. */
interface Seen {
  runs: number
  slowestMs: number
  largestBytes: number
  /** Runs that were ended for a limit, by its code. */
  readonly limits: Map<string, number>
}

const LIMIT_CODES = new Set(['TOOL_TIMEOUT', 'OUTPUT_TOO_LARGE', 'RESOURCE_LIMIT_EXCEEDED'])
// Enough to keep the machine busy, few enough that runs do not slow each other down much.
const AT_ONCE = 4

/** Watches every run that goes through it. */
export function observeRuns(runtime: Runtime, signal: AbortSignal | undefined): ObservedRuns {
  const seen: Seen = { runs: 0, slowestMs: 0, largestBytes: 0, limits: new Map() }
  return {
    seen,
    async run(skill, request, options = {}) {
      signal?.throwIfAborted()
      const response = await runtime.run(skill, request, signal ? { ...options, signal } : options)
      signal?.throwIfAborted()
      seen.runs++
      const { execution_time_ms: ms } = response.metadata ?? {}
      if (typeof ms === 'number') seen.slowestMs = Math.max(seen.slowestMs, ms)
      const bytes = response.data === undefined ? 0 : Buffer.byteLength(JSON.stringify(response.data))
      seen.largestBytes = Math.max(seen.largestBytes, bytes)
      const code = response.errors?.[0]?.code ?? ''
      if (LIMIT_CODES.has(code)) seen.limits.set(code, (seen.limits.get(code) ?? 0) + 1)
      return response
    },
  }
}

/** Does something with each item, a few at a time, and keeps their order. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const pending = items.entries()
  const worker = async () => {
    for (const [i, item] of pending) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
