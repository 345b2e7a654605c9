import { availableParallelism } from 'node:os'
import type { Child } from '../launch.ts'
import type { WarmPool, WarmPoolSetup } from './warm-pool.ts'
import { ZygoteLane } from './zygote-lane.ts'

/** Options of a zygote pool. */
export interface ZygotePoolOptions {
  /** Lanes at most: calls at the same time, and a few that fork their next child meanwhile. */
  readonly maxLanes?: number
  /** How long a call waits for a busy lane before it starts a plain process. */
  readonly waitMs?: number
  /** How long a call waits for the first lane to start; plain processes are quicker, so it does not. */
  readonly startWaitMs?: number
}

// A lane that never gets ready (an interpreter too old, a script folder it may not see) is not tried forever.
const MAX_FAILURES = 3

/** The lanes of one Python script: started one after the other as calls need them, ended when they do not. */
export function zygotePool(
  setup: WarmPoolSetup,
  { maxLanes = availableParallelism() * 2 + 2, waitMs = 20, startWaitMs = 0 }: ZygotePoolOptions = {},
): WarmPool {
  const { clock, budget } = setup
  const lanes = new Set<ZygoteLane>()
  // The one used last is used first, so that those beyond need grow old.
  const ready: ZygoteLane[] = []
  const waiting: ((lane: ZygoteLane | undefined) => void)[] = []
  let starting = 0
  let failures = 0
  let isClosed = false

  const onReady = (lane: ZygoteLane) => {
    failures = 0
    const next = waiting.shift()
    if (next === undefined) ready.push(lane)
    else next(lane)
  }
  const forget = (lane: ZygoteLane) => {
    if (!lanes.delete(lane)) return
    budget.release()
    const at = ready.indexOf(lane)
    if (at >= 0) ready.splice(at, 1)
    if (!lane.hasServed) failures++
    // Callers that wait for the first lane, or for one when there is none any more, need not wait any longer.
    if (!lane.hasServed || (lanes.size === 0 && starting === 0))
      for (const settle of waiting.splice(0)) settle(undefined)
  }
  const grow = () => {
    // One at a time: a lane's start must not compete with the calls it is meant to speed up.
    if (isClosed || starting > 0 || lanes.size >= maxLanes || failures >= MAX_FAILURES || !budget.reserve()) return
    starting++
    const isReady = Promise.withResolvers<void>()
    const start = ZygoteLane.start(setup, {
      onReady(lane) {
        isReady.resolve()
        onReady(lane)
      },
      onEnd(lane) {
        isReady.resolve()
        forget(lane)
      },
    })
    start
      .then((lane) => {
        lanes.add(lane)
        lane.lastUsed = clock.now()
        if (isClosed) lane.close()
        return isReady.promise
      })
      .catch(() => {
        failures++
        budget.release()
      })
      .finally(() => starting--)
  }

  const nextReady = (ms: number): Promise<ZygoteLane | undefined> => {
    const { promise, resolve } = Promise.withResolvers<ZygoteLane | undefined>()
    const callOff = clock.after(ms, () => {
      waiting.splice(waiting.indexOf(settle), 1)
      resolve(undefined)
    })
    const settle = (lane: ZygoteLane | undefined) => {
      callOff()
      resolve(lane)
    }
    waiting.push(settle)
    return promise
  }

  const start = (lane: ZygoteLane | undefined): Child | undefined => {
    if (!lane?.isReady) return undefined
    lane.lastUsed = clock.now()
    return lane.take({ isBusy: lanes.values().some(({ isServing }) => isServing) })
  }

  return {
    take() {
      const lane = ready.pop()
      if (ready.length === 0) grow()
      if (lane !== undefined) return start(lane)
      const hasServing = lanes.values().some(({ hasServed }) => hasServed)
      const patience = hasServing ? waitMs : starting > 0 ? startWaitMs : 0
      return patience > 0 ? nextReady(patience).then(start) : undefined
    },
    shrink(unusedSince) {
      for (const lane of lanes) if (!lane.isServing && lane.lastUsed < unusedSince) lane.close()
      return lanes.size === 0 && starting === 0
    },
    evict() {
      const [oldest] = ready
      oldest?.close()
      return oldest !== undefined
    },
    close() {
      isClosed = true
      for (const lane of lanes) lane.close()
      for (const settle of waiting.splice(0)) settle(undefined)
    },
  }
}
