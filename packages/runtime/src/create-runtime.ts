import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { failed, type SkillResponse } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'
import { findInterpreters } from './interpreters.ts'
import type { Launch, ProcessLimits } from './launch.ts'
import { launchSpec } from './launch-spec.ts'
import { RunQueue } from './run-queue.ts'
import type { RunOptions, RunRequest } from './run-request.ts'
import { runScript } from './run-skill.ts'

/** Options of createRuntime. */
export interface RuntimeOptions {
  /** Starts processes. */
  readonly launch: Launch
  /** `false` runs skills uncontained: only an operator may say so, and loudly. */
  readonly contain?: boolean
  readonly limits?: ProcessLimits
  /** Runs at the same time; the others wait their turn. */
  readonly concurrency?: number
  /** Runs that may wait. */
  readonly maxWaiting?: number
}

/** Runs skills. Everything it started ends with it. */
export interface Runtime extends AsyncDisposable {
  /** Runs a skill once. Never throws for what the skill or the caller did: that is in the response. */
  run(skill: Skill, request?: RunRequest, options?: RunOptions): Promise<SkillResponse>
}

/** Opens a runtime. */
export async function createRuntime({
  launch,
  contain = true,
  limits = {},
  concurrency = availableParallelism() * 2,
  maxWaiting = 1_000,
}: RuntimeOptions): Promise<Runtime> {
  const interpreters = findInterpreters()
  const queue = new RunQueue({ concurrency, maxWaiting })
  const closing = new AbortController()
  const specFor = (skill: Skill, options: RunOptions) => launchSpec(skill, options, { interpreters, contain, limits })
  return {
    run(skill, request = {}, options = {}) {
      const signal = options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal
      const setup = { runId: randomUUID(), launch, specFor, now: () => performance.now() }
      return queue
        .run(options.principal ?? '', () => runScript(skill, request, { ...options, signal }, setup), signal)
        .catch((thrown: unknown) => failed(thrown, { metadata: { run_id: setup.runId } }))
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new DOMException('The runtime was closed', 'AbortError'))
    },
  }
}
