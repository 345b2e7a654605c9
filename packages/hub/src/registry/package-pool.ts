import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { SkillError } from '@skillwright/contract'
import { Piscina } from 'piscina'
import type * as worker from './package-worker.ts'
import type { WorkerAnswer } from './package-worker.ts'

type Work = typeof worker
type Value<Name extends keyof Work> = Awaited<ReturnType<Work[Name]>> extends WorkerAnswer<infer V> ? V : never

const MAX_WAITING = 200
const TIMEOUT_MS = 60_000
const MAX_HEAP_MB = 768

/** Where packages are read, scanned and compared: beside the thread that answers requests, which they would hold up. Threads start when there is something to do, and end when there has been nothing for a while. */
export class PackagePool {
  /** Nobody who reads has to wait for those who publish. */
  readonly #publishing = openThreads(Math.max(1, availableParallelism() - 1))
  readonly #reading = openThreads(1)

  /** Does one piece of work on a package. Throws what it throws, SERVICE_UNAVAILABLE when too many are waiting. */
  async run<Name extends keyof Work>(name: Name, request: Parameters<Work[Name]>[0]): Promise<Value<Name>> {
    const threads = name === 'examine' || name === 'assemble' || name === 'repack' ? this.#publishing : this.#reading
    const answer: WorkerAnswer<Value<Name>> = await threads
      .run(request, { name, signal: AbortSignal.timeout(TIMEOUT_MS) })
      .catch((cause: unknown) => {
        const reason = whyUnavailable(cause)
        if (reason === undefined) throw cause
        throw new SkillError('SERVICE_UNAVAILABLE', `The package could not be looked at: ${reason}`, { cause })
      })
    if ('value' in answer) return answer.value
    const { code, message, hint, findings, details } = answer.error
    throw new SkillError(code, message, { hint, findings, ...(details === undefined ? {} : { details }) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#publishing.destroy(), this.#reading.destroy()])
  }
}

function openThreads(maxThreads: number): Piscina {
  const file = fileURLToPath(import.meta.url)
  const isSource = file.endsWith('.ts')
  return new Piscina({
    filename: file.replace(/package-pool(\.\w+)$/, 'package-worker$1'),
    minThreads: 0,
    maxThreads,
    maxQueue: MAX_WAITING,
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
  if (/queue is at limit/i.test(cause.message)) return 'too many are waiting'
  return /terminating worker/i.test(cause.message) ? 'the hub is stopping' : undefined
}
