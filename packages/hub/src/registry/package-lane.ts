import { fileURLToPath } from 'node:url'
import { SkillError } from '@skillwright/contract'
import { Piscina } from 'piscina'
import { FairQueue } from './fair-queue.ts'

const MAX_WAITING = 200
const TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 768

/** How a piece of work is done. */
interface LaneOptions {
  /** For whom. */
  readonly caller: string
  /** The function of package-worker.ts. */
  readonly name: string
  /** Aborted when the hub that asked stops: what is under way is ended, with its thread. */
  readonly closing: AbortSignal
}

/** Threads for one kind of work on packages. They start when there is something to do, and end when there has been nothing for a while. */
export class PackageLane {
  readonly #maxThreads: number
  readonly #queue: FairQueue
  #threads: Piscina | undefined

  constructor(maxThreads: number) {
    this.#maxThreads = maxThreads
    this.#queue = new FairQueue({ atOnce: maxThreads, mostWaiting: MAX_WAITING })
  }

  /** Does one piece of work when it is the caller's turn. Throws SERVICE_UNAVAILABLE when that cannot be, or takes too much. */
  async run(request: unknown, { caller, name, closing }: LaneOptions): Promise<unknown> {
    if (this.#queue.isFull) throw unavailable('too many are waiting')
    return this.#queue.run(caller, async () => {
      if (closing.aborted) throw unavailable('the hub is stopping')
      const signal = AbortSignal.any([closing, AbortSignal.timeout(TIMEOUT_MS)])
      this.#threads ??= openThreads(this.#maxThreads)
      return this.#threads.run(request, { name, signal }).catch((cause: unknown) => {
        const reason = closing.aborted ? 'the hub is stopping' : whyUnavailable(cause)
        throw reason === undefined ? cause : unavailable(reason, cause)
      })
    })
  }
}

function openThreads(maxThreads: number): Piscina {
  const file = fileURLToPath(import.meta.url)
  const isSource = file.endsWith('.ts')
  return new Piscina({
    filename: file.replace(/package-lane(\.\w+)$/, 'package-worker$1'),
    minThreads: 0,
    maxThreads,
    // To start one and to load the scanner again costs a second of the processor.
    idleTimeout: 300_000,
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
  return undefined
}

function unavailable(reason: string, cause?: unknown): SkillError {
  return new SkillError('SERVICE_UNAVAILABLE', `The package could not be looked at: ${reason}`, { cause })
}
