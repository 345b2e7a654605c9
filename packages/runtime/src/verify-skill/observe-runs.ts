import { hash } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Schema, SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import type { Runtime } from '../call/create-runtime.ts'
import type { RunOptions, RunRequest, RunStage } from '../run-request.ts'
import { codeOf, outcomeOf, type RunOutcome } from './run-outcome.ts'
import { holdsValue, stablePart } from './stable-part.ts'

/** Runs a skill and remembers what all the runs together showed. */
export interface ObservedRuns {
  run(skill: Skill, request: RunRequest, options?: RunOptions): Promise<ObservedRun>
  /**
   * The same without the contract in front, for what no caller could send; it is not among the calls that were seen. Its data
   * is its own: by what it is sent it could tell that it is tried out, and it must not find that again in other runs.
   */
  runBare(skill: Skill, request: RunRequest, options?: RunOptions): Promise<ObservedRun>
  /** Runs the test programs of a skill, where the request says they are. */
  runTests: Runtime['run']
  /** For a run of which nothing is kept, by a process of its own; the others share data and warm processes, as the calls of a user do. */
  fresh(): FreshStart
  /** Waits for a moment of `performance.now()`. */
  until(moment: number): Promise<void>
  readonly seen: Readonly<Seen>
}

/** The options of runs with a folder for data in which nothing is yet. */
export type FreshStart = Required<Pick<RunOptions, 'dataDir' | 'isOnce'>>

/** One run, and what it showed. */
export interface ObservedRun {
  readonly response: SkillResponse
  readonly outcome: RunOutcome
  /** Stands for what was answered, without what is declared to change; empty without an answer. */
  readonly print: string
}

/** A call that the contract, if there is one, took. */
export interface SeenCall extends Pick<ObservedRun, 'outcome' | 'print'> {
  readonly action: string
  readonly input: unknown
  /** When it ended, by `performance.now()`. */
  readonly at: number
}

/** What runs showed beside their answers. */
interface Seen {
  readonly calls: SeenCall[]
  slowestMs: number
  largestBytes: number
  /** Runs that were ended for a limit, by its code. */
  readonly limits: Map<string, number>
}

const LIMIT_CODES = new Set(['TOOL_TIMEOUT', 'OUTPUT_TOO_LARGE', 'RESOURCE_LIMIT_EXCEEDED'])
// Enough to keep the machine busy, few enough that runs do not slow each other down much.
const AT_ONCE = 4

/** How runs are observed. */
export interface ObservedSetup {
  /** Cancels all of it. */
  readonly signal: AbortSignal | undefined
  /** Ends it with what was seen so far. */
  readonly deadline: AbortSignal
  /** Below which the skill's data is kept meanwhile. */
  readonly dataDir: string
  /** What a sandbox shows as the skill's folder, and where: as in every other run. */
  readonly place: Pick<RunOptions, 'digest' | 'shownAt'>
}

/** Watches every run that goes through it. */
export function observeRuns(
  runtime: Pick<Runtime, 'run'>,
  { signal, deadline, dataDir: root, place }: ObservedSetup,
): ObservedRuns {
  let made = 0
  const fresh = () => ({ dataDir: join(root, String(made++)), isOnce: true })
  const { dataDir: shared } = fresh()
  const seen: Seen = { calls: [], slowestMs: 0, largestBytes: 0, limits: new Map() }
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const refuseEnded = () => {
    signal?.throwIfAborted()
    if (deadline.aborted) throw new OutOfTime()
  }
  const run = async (skill: Skill, request: RunRequest, options: RunOptions) => {
    refuseEnded()
    let stage: RunStage | undefined
    const onStage = (reached: RunStage) => {
      stage = reached
      options.onStage?.(reached)
    }
    const response = await runtime.run(skill, request, {
      dataDir: shared,
      isTrial: true,
      ...options,
      onStage,
      signal: either,
    })
    refuseEnded()
    return { response, outcome: outcomeOf(response, stage) }
  }
  return {
    seen,
    fresh,
    run: async (skill, request, options = {}) =>
      remember(seen, skill, request, await run(skill, request, { ...place, ...options })),
    runBare: async (skill, request, options = {}) => ({
      ...(await run({ ...skill, contract: undefined }, request, { ...place, ...options, ...fresh() })),
      print: '',
    }),
    runTests: async (tests, request = {}, options = {}) =>
      (await run(tests, request, { ...options, ...fresh() })).response,
    async until(moment) {
      const ms = moment - performance.now()
      // The reason for the cancellation is thrown below.
      if (ms > 0) await setTimeout(ms, undefined, { signal: either }).catch(() => undefined)
      refuseEnded()
    },
  }
}

/** Ends a check when the time of the whole verification is over. */
export class OutOfTime extends Error {}

function remember(
  seen: Seen,
  { contract }: Skill,
  request: RunRequest,
  { response, outcome }: Omit<ObservedRun, 'print'>,
): ObservedRun {
  const { execution_time_ms: ms } = response.metadata ?? {}
  if (typeof ms === 'number') seen.slowestMs = Math.max(seen.slowestMs, ms)
  const bytes = response.data === undefined ? 0 : Buffer.byteLength(JSON.stringify(response.data))
  seen.largestBytes = Math.max(seen.largestBytes, bytes)
  const code = codeOf(response)
  if (outcome === 'broken' && LIMIT_CODES.has(code)) seen.limits.set(code, (seen.limits.get(code) ?? 0) + 1)
  if (outcome === 'guarded') return { response, outcome, print: '' }
  // Where the host could not run it, the contract was perhaps not asked, and may not know the action.
  const action = request.action ?? contract?.actions.keys().next().value ?? 'run'
  const print = outcome === 'answered' ? printOf(response, contract?.actions.get(action)?.output.schema ?? true) : ''
  seen.calls.push({ action, input: request.params, outcome, print, at: performance.now() })
  return { response, outcome, print }
}

/** The print of an answer of which everything is declared to change. */
export const NOTHING_STABLE = 'nothing'

/** A digest, since answers may be large and many. */
function printOf({ status, data }: SkillResponse, schema: Schema): string {
  const stable = stablePart(schema, data)
  return holdsValue(stable, data) ? hash('sha256', JSON.stringify([status, stable])) : NOTHING_STABLE
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
