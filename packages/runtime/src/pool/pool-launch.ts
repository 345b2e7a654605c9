import { PipedChild } from '../answer/piped-child.ts'
import type { Child, Launch } from '../launch.ts'
import { type PoolClock, systemClock } from './pool-clock.ts'
import { type PoolChoice, type PoolSpec, poolKey } from './pool-spec.ts'
import { type BudgetOptions, type BudgetShare, processBudget } from './process-budget.ts'
import { type SparePoolOptions, sparePool } from './spare-pool.ts'
import type { WarmPool } from './warm-pool.ts'
import { type WorkerPoolOptions, workerPool } from './worker-pool.ts'
import { isZygoteable } from './zygote-command.ts'
import { type ZygotePoolOptions, zygotePool } from './zygote-pool.ts'

/** Options of poolLaunch. */
export interface PoolLaunchOptions extends BudgetOptions {
  /** Plain spawn, contained where the launch says so: every warm process is started by it too. */
  readonly launch: Launch
  readonly clock?: PoolClock
  /** A skill called again within this time is kept warm. */
  readonly hotWithinMs?: number
  /** What was not used for this long is ended. */
  readonly idleMs?: number
  readonly zygote?: ZygotePoolOptions
  readonly spare?: Pick<SparePoolOptions, 'spares' | 'refillMs'>
  readonly worker?: WorkerPoolOptions
  readonly before?: CalledBefore
}

/** A call that was made before there was a pool. */
export interface CalledBefore {
  readonly spec: PoolSpec
  /** When, on the pool's clock. */
  readonly at: number
}

/** A launch that keeps warm processes, until it is disposed of. */
export interface PoolLaunch extends AsyncDisposable {
  (spec: PoolSpec): Child | Promise<Child>
  /** Warm processes at this moment. */
  readonly warm: number
}

const MAX_REMEMBERED = 1_000

/** Makes a launch that serves repeated calls from warm processes and is otherwise the one it was given. */
export function poolLaunch({
  launch,
  clock = systemClock,
  hotWithinMs = 60_000,
  idleMs = 60_000,
  zygote = {},
  spare = {},
  worker = {},
  before,
  ...limits
}: PoolLaunchOptions): PoolLaunch {
  const budget = processBudget(clock, limits)
  const pools = new Map<string, { readonly pool: WarmPool; readonly share: BudgetShare }>()
  const lastCalls = new Map<string, number>()
  if (before?.spec.pool !== undefined) lastCalls.set(poolKey(before.spec, before.spec.pool), before.at)
  const running = new Set<Child>()
  const started = new Set<Promise<Child>>()
  let isClosed = false
  let callOff: (() => void) | undefined

  const isHot = (key: string): boolean => {
    const last = lastCalls.get(key)
    lastCalls.delete(key)
    lastCalls.set(key, clock.now())
    for (const oldest of lastCalls.keys()) {
      if (lastCalls.size <= MAX_REMEMBERED) break
      lastCalls.delete(oldest)
    }
    return last !== undefined && clock.now() - last <= hotWithinMs
  }
  const poolFor = (spec: PoolSpec, choice: PoolChoice): WarmPool | undefined => {
    const key = poolKey(spec, choice)
    const known = pools.get(key) ?? openPool(key, spec, choice)
    known?.share.noteCall()
    return known?.pool
  }
  const openPool = (key: string, spec: PoolSpec, { tier, prestart }: PoolChoice) => {
    const isWanted = isHot(key) || tier === 'worker' || tier === 'zygote' || tier === 'spare'
    if (!isWanted) return undefined
    const share = budget.share(() => pool?.evict() ?? false)
    const setup = { launch: launchWarm, spec, clock, budget: share }
    const pool =
      tier === 'worker'
        ? workerPool(setup, worker)
        : tier !== 'spare' && isZygoteable(spec)
          ? zygotePool(setup, zygote)
          : prestart
            ? sparePool(setup, { ...spare, isBusy: () => running.size > 0 })
            : undefined
    if (pool === undefined) return undefined
    const opened = { pool, share }
    pools.set(key, opened)
    callOff ??= clock.after(idleMs / 2, shrink)
    return opened
  }
  const shrink = () => {
    for (const [key, { pool }] of pools) if (pool.shrink(clock.now() - idleMs)) pools.delete(key)
    callOff = pools.size > 0 && !isClosed ? clock.after(idleMs / 2, shrink) : undefined
  }
  const launchWarm: Launch = (spec) => {
    const child = Promise.resolve(launch(spec))
    const forget = () => started.delete(child)
    started.add(child)
    child.then(({ exited }) => exited.then(forget), forget)
    return child
  }
  const watched = (child: Child): Child => {
    running.add(child)
    const forget = () => void running.delete(child)
    if (child instanceof PipedChild) child.whenExited(forget)
    else void child.exited.then(forget)
    return child
  }

  /** A script that answers line by line needs its line; every other is started as it is. */
  const takeOnce = (spec: PoolSpec, { tier }: PoolChoice) => {
    if (tier !== 'worker') return undefined
    return workerPool({ launch: launchWarm, spec, clock, budget: budget.share(() => false) }, { maxWorkers: 0 }).take()
  }

  const start = (spec: PoolSpec): Child | Promise<Child> => {
    const choice = spec.pool
    const isPlain = choice === undefined || choice.tier === 'spawn' || isClosed
    const taken = isPlain ? undefined : choice.isOnce ? takeOnce(spec, choice) : poolFor(spec, choice)?.take()
    return taken === undefined || taken instanceof Promise ? startLater(spec, taken) : watched(taken)
  }
  const startLater = async (spec: PoolSpec, taken: Promise<Child | undefined> | undefined): Promise<Child> =>
    watched((await taken) ?? (await launch(spec)))
  return Object.defineProperties(start, {
    warm: { get: () => budget.used },
    [Symbol.asyncDispose]: {
      value: async () => {
        isClosed = true
        callOff?.()
        for (const { pool } of pools.values()) pool.close()
        pools.clear()
        // What a caller was given is the caller's to end.
        await Promise.allSettled(
          [...started].map((start) => start.then((child) => (running.has(child) ? undefined : child.exited))),
        )
      },
    },
  }) as PoolLaunch
}
