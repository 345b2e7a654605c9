import { availableParallelism } from 'node:os'
import {
  createRuntime,
  createSpawnLaunch,
  type PoolLaunch,
  poolLaunch,
  type Runtime,
  type RuntimeLaunch,
  type RuntimeOptions,
} from '@skillwright/runtime'

/** Opens the runtime for calls: only in the whole sandbox, and with as many workers of a skill as there can be calls of it. */
export function openCallRuntime(
  options: Pick<RuntimeOptions, 'cacheDir' | 'board' | 'approve' | 'remote'>,
): Promise<Runtime> {
  const concurrency = availableParallelism() * 2
  return createRuntime({
    ...options,
    contain: true,
    concurrency,
    launch: warmLaunch(concurrency),
  })
}

function warmLaunch(maxWorkers: number): RuntimeLaunch {
  const spawn = createSpawnLaunch()
  const pool = poolLaunch({ launch: spawn, worker: { maxWorkers } })
  return Object.assign((spec: Parameters<PoolLaunch>[0]) => pool(spec), {
    containment: () => spawn.containment(),
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      spawn[Symbol.dispose]()
    },
  })
}
