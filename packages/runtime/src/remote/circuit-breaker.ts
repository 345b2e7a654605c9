import { counted, SkillError } from '@skillwright/contract'

/** Keeps calls away from origins that keep failing, so that neither side is overloaded by retries. */
export interface CircuitBreaker {
  /** Does the work, or throws EXTERNAL_SERVICE_ERROR at once while the origin is left alone. `isBad` judges what came back. */
  run<T>(origin: string, work: () => Promise<T>, isBad: (answer: T) => boolean): Promise<T>
  /** How an origin stands. */
  state(origin: string): 'closed' | 'open' | 'half-open'
}

/** Options of createCircuitBreaker. */
export interface CircuitBreakerOptions {
  /** So many failures in a row open the circuit. */
  readonly failures?: number
  /** How long an origin is left alone before one call may try again. */
  readonly coolDownMs?: number
  /** At most so many failing origins are remembered; the oldest is forgotten first. */
  readonly maxOrigins?: number
  readonly now?: () => number
}

interface Trouble {
  failures: number
  openUntil: number
  /** A single call may find out whether an open origin is back. */
  isProbing: boolean
}

/** Makes a circuit breaker for any number of origins. Only failing origins take memory. */
export function createCircuitBreaker({
  failures: limit = 5,
  coolDownMs = 30_000,
  maxOrigins = 1_000,
  now = Date.now,
}: CircuitBreakerOptions = {}): CircuitBreaker {
  const troubles = new Map<string, Trouble>()

  const fail = (origin: string) => {
    const trouble = troubles.get(origin) ?? { failures: 0, openUntil: 0, isProbing: false }
    trouble.failures++
    trouble.isProbing = false
    if (trouble.failures >= limit) trouble.openUntil = now() + coolDownMs
    troubles.delete(origin)
    troubles.set(origin, trouble)
    const [oldest] = troubles.keys()
    if (troubles.size > maxOrigins && oldest !== undefined) troubles.delete(oldest)
  }

  return {
    async run(origin, work, isBad) {
      const trouble = troubles.get(origin)
      if (trouble !== undefined && trouble.failures >= limit) {
        if (trouble.isProbing || now() < trouble.openUntil) throw leftAlone(origin, trouble, now())
        trouble.isProbing = true
      }
      try {
        const answer = await work()
        if (isBad(answer)) fail(origin)
        else troubles.delete(origin)
        return answer
      } catch (thrown) {
        if (isOriginsFault(thrown)) fail(origin)
        else if (trouble !== undefined) trouble.isProbing = false
        throw thrown
      }
    },
    state(origin) {
      const trouble = troubles.get(origin)
      if (trouble === undefined || trouble.failures < limit) return 'closed'
      return now() < trouble.openUntil ? 'open' : 'half-open'
    },
  }
}

/** A refused address or a caller who gave up says nothing about the origin. */
function isOriginsFault(thrown: unknown): boolean {
  return thrown instanceof SkillError && (thrown.code === 'FETCH_FAILED' || thrown.code === 'TOOL_TIMEOUT')
}

function leftAlone(origin: string, { failures, openUntil }: Trouble, now: number): SkillError {
  const seconds = Math.max(1, Math.ceil((openUntil - now) / 1_000))
  const message = `${origin} failed ${counted(failures, 'time')} in a row and is left alone for another ${seconds}s`
  return new SkillError('EXTERNAL_SERVICE_ERROR', message, {
    details: { circuit: 'open', retry_after_seconds: seconds },
  })
}
