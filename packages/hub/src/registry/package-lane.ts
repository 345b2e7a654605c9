import { fileURLToPath } from 'node:url'
import { SkillError } from '@skillwright/contract'
import { Piscina } from 'piscina'
import { FairQueue } from './fair-queue.ts'

const MAX_WAITING = 200
const TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 768

/** Threads for one kind of work on packages. They start when there is something to do, and end when there has been nothing for a while. */
export class PackageLane {
  readonly #threads: Piscina
  readonly #queue: FairQueue
  #isClosed = false

  constructor(maxThreads: number) {
    this.#threads = openThreads(maxThreads)
    this.#queue = new FairQueue({ atOnce: maxThreads, mostWaiting: MAX_WAITING })
  }

  /** Does one piece of work when it is the caller's turn. Throws SERVICE_UNAVAILABLE when that cannot be, or takes too much. */
  async run(caller: string, name: string, request: unknown): Promise<unknown> {
    if (this.#queue.isFull) throw unavailable('too many are waiting')
    return this.#queue.run(caller, async () => {
      if (this.#isClosed) throw unavailable('the hub is stopping')
      return this.#threads.run(request, { name, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
        const reason = whyUnavailable(cause)
        throw reason === undefined ? cause : unavailable(reason, cause)
      })
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await this.#threads.destroy()
  }
}

function openThreads(maxThreads: number): Piscina {
  const file = fileURLToPath(import.meta.url)
  const isSource = file.endsWith('.ts')
  return new Piscina({
    filename: file.replace(/package-lane(\.\w+)$/, 'package-worker$1'),
    minThreads: 0,
    maxThreads,
    idleTimeout: 30_000,
    // The scanner loads its grammars while it works, which a thread that sleeps between tasks cannot.
    atomics: 'disabled',
    execArgv: isSource ? ['--conditions=@skillwright/source'] : [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  })
}

/** Why there is no answer, when that is not a fault of the program. */
function whyUnavailable(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined
  if (cause.name === 'AbortError' || cause.name === 'TimeoutError') return `it took longer than ${TIMEOUT_MS / 1000} s`
  if ('code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY') return `it takes more than ${MAX_HEAP_MB} MB`
  return /terminating worker/i.test(cause.message) ? 'the hub is stopping' : undefined
}

function unavailable(reason: string, cause?: unknown): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', `The package could not be looked at: ${reason}`, { cause })
}
