import type { Child } from '../launch.ts'
import type { WarmPool, WarmPoolSetup } from './warm-pool.ts'

/** Options of a spare pool. */
export interface SparePoolOptions {
  readonly spares?: number
  /** Whether calls are running, whose processor time a new spare would take. */
  readonly isBusy?: () => boolean
  /** How long to wait with a new spare after a call, and again while calls are running. */
  readonly refillMs?: number
}

// A script that ends before it was given anything does not wait for its input: it cannot be started ahead.
const MAX_DEATHS = 2
// Some die by accident, and do not count forever.
const FORGIVEN_MS = 60_000

/** Processes of one script that are started ahead and wait for their input; each serves one call. */
export function sparePool(
  { launch, spec, clock, budget }: WarmPoolSetup,
  { spares = 1, isBusy = () => false, refillMs = 5 }: SparePoolOptions = {},
): WarmPool {
  const waiting = new Map<Child, { forget: () => void }>()
  let deaths: number[] = []
  let isStarting = false
  let isClosed = false
  let callOff: (() => void) | undefined
  let lastUsed = clock.now()

  const refillLater = () => {
    callOff ??= clock.after(refillMs, () => {
      callOff = undefined
      if (isBusy()) refillLater()
      else void refill()
    })
  }
  const refill = async () => {
    deaths = deaths.filter((moment) => clock.now() - moment < FORGIVEN_MS)
    if (isClosed || isStarting || deaths.length >= MAX_DEATHS || waiting.size >= spares || !budget.reserve()) return
    isStarting = true
    try {
      const child = await launch(spec)
      isStarting = false
      keep(child)
    } catch {
      // A plain launch will fail the same way, and its caller gets the error.
      isStarting = false
      budget.release()
    }
  }
  const keep = (child: Child) => {
    const forget = () => {
      if (waiting.delete(child)) budget.release()
    }
    waiting.set(child, { forget })
    child.stdin.on('error', () => undefined)
    void child.exited.then(() => {
      if (!waiting.has(child)) return
      deaths.push(clock.now())
      end(child, forget)
    })
    if (isClosed) end(child, forget)
    else if (waiting.size < spares) refillLater()
  }
  const end = (child: Child, forget: () => void) => {
    forget()
    child.kill()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  }

  const close = () => {
    isClosed = true
    callOff?.()
    for (const [child, { forget }] of waiting) end(child, forget)
  }

  return {
    take() {
      lastUsed = clock.now()
      refillLater()
      const [first] = waiting
      if (first === undefined) return undefined
      const [child, { forget }] = first
      forget()
      return child
    },
    shrink(unusedSince) {
      if (lastUsed >= unusedSince) return false
      // A spare may just be starting: it must not outlive its pool.
      close()
      return true
    },
    evict() {
      const [first] = waiting
      if (first !== undefined) end(first[0], first[1].forget)
      return first !== undefined
    },
    close,
  }
}
