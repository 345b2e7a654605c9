import { availableParallelism } from 'node:os'
import type { WarmPool, WarmPoolSetup } from './warm-pool.ts'
import { WorkerLane } from './worker-lane.ts'

/** Options of a worker pool. */
export interface WorkerPoolOptions {
  readonly maxWorkers?: number
  /** Calls after which a worker is replaced by a fresh one, so that its leaks do not add up. */
  readonly maxCalls?: number
}

/** The workers of one script that answers line by line. A call always gets one: beyond the maximum, one of its own. */
export function workerPool(
  { launch, spec, clock, budget }: WarmPoolSetup,
  { maxWorkers = availableParallelism(), maxCalls = 10_000 }: WorkerPoolOptions = {},
): WarmPool {
  const workers = new Map<WorkerLane, { isKept: boolean }>()
  const free: WorkerLane[] = []
  let starting = 0
  let isClosed = false

  const onFree = (worker: WorkerLane) => {
    if (isClosed || worker.calls >= maxCalls || !workers.get(worker)?.isKept) worker.close()
    else free.push(worker)
  }
  const onEnd = (worker: WorkerLane) => {
    if (workers.get(worker)?.isKept) budget.release()
    workers.delete(worker)
    const at = free.indexOf(worker)
    if (at >= 0) free.splice(at, 1)
  }

  const begin = (worker: WorkerLane) => {
    worker.lastUsed = clock.now()
    return worker.take()
  }
  const open = async () => {
    const isKept = workers.size + starting < maxWorkers && budget.reserve()
    starting++
    try {
      const worker = new WorkerLane(await launch(spec), { onFree, onEnd })
      workers.set(worker, { isKept })
      if (isClosed) worker.close()
      return worker
    } catch (thrown) {
      if (isKept) budget.release()
      throw thrown
    } finally {
      starting--
    }
  }

  return {
    take() {
      const worker = free.pop()
      return worker?.isFree ? begin(worker) : open().then(begin)
    },
    shrink(unusedSince) {
      for (const worker of free.filter(({ lastUsed }) => lastUsed < unusedSince)) worker.close()
      return workers.size + starting === 0
    },
    evict() {
      // The one used last is taken first, so the first is the one used longest ago.
      const [oldest] = free
      oldest?.close()
      return oldest !== undefined
    },
    close() {
      isClosed = true
      for (const worker of workers.keys()) worker.close()
    },
  }
}
