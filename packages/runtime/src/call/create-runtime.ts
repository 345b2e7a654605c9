import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { SkillResponse } from '@skillwright/contract'
import { type Skill, userFolder } from '@skillwright/skill'
import { type ContainmentLevel, sandboxMemory, UNCONTAINED } from '../contain/detect-containment.ts'
import type { RefusedHost } from '../contain/egress-proxy.ts'
import type { Approve } from '../contain/granted-paths.ts'
import type { ServiceSettings } from '../kinds/answer-by-service.ts'
import { answerSource, calleeOf, refuseUnreadable } from '../kinds/callee-of.ts'
import type { TaskBoard } from '../kinds/task-board.ts'
import { createSpawnLaunch, type SpawnLaunch, type SpawnLaunchOptions } from '../launch/spawn-launch.ts'
import type { Launch, ProcessLimits } from '../launch.ts'
import { findInterpreters } from '../plan/interpreters.ts'
import { launchSpecs } from '../plan/launch-specs.ts'
import type { CalledBefore, PoolLaunch } from '../pool/pool-launch.ts'
import type { PoolSpec } from '../pool/pool-spec.ts'
import type { RunOptions, RunRequest } from '../run-request.ts'
import { answerCall } from './call-envelope.ts'
import { RunQueue, Shutdown } from './run-queue.ts'

/** Options of createRuntime. */
export interface RuntimeOptions {
  /** `false` runs skills uncontained: only an operator may say so, and loudly. */
  readonly contain?: boolean
  readonly limits?: ProcessLimits
  /** Runs at the same time; the others wait their turn. */
  readonly concurrency?: number
  /** Runs that may wait. */
  readonly maxWaiting?: number
  /** What the operator decides about all sandboxes: private addresses that are allowed, the size of /tmp. */
  readonly sandbox?: SpawnLaunchOptions
  /** Starts processes; warm ones where they are, contained ones where asked for. */
  readonly launch?: RuntimeLaunch
  /** Where tasks for people wait. */
  readonly board?: WhenNeeded<TaskBoard>
  /** How services are called: credentials, allowed addresses. */
  readonly remote?: WhenNeeded<ServiceSettings>
  /** Where prepared environments and verified copies are; the user's cache when absent. */
  readonly cacheDir?: string
  /** Decides whether a skill gets the paths outside its own folder that it declares; without it such a skill is refused. */
  readonly approve?: Approve
}

/** A value, or what makes it when it is first needed: most calls need no task board and no service. */
type WhenNeeded<T extends object> = T | (() => T | Promise<T>)

/** A launch for a runtime; one that does not say how it contains is taken not to. */
export type RuntimeLaunch = Launch & Partial<AsyncDisposable & Pick<SpawnLaunch, 'containment'>>

/** Runs skills. Everything it started ends with it. */
export interface Runtime extends AsyncDisposable {
  /** Runs a skill once. Never throws for what the skill or the caller did: that is in the response. */
  run(skill: Skill, request?: RunRequest, options?: RunOptions): Promise<SkillResponse>
  /** Whether one more run would have to wait for its turn. */
  readonly isFull: boolean
  /** How well it contains what it runs. */
  containment(): Promise<ContainmentLevel>
  /** Another runtime of the same settings that reports each attempt to reach a host that was not declared. */
  watched(onRefused: (attempt: RefusedHost) => void): Promise<Runtime>
}

// A person may take days, and blocks no other call meanwhile.
const MAX_TASKS = 10_000

/** Enough for honest work, too little to take a machine down. Time is limited for each run. */
const DEFAULT_LIMITS: ProcessLimits = { memoryBytes: 4 * 1024 ** 3, fileBytes: 1024 ** 3, processes: 256 }

/** Opens a runtime. */
export async function createRuntime({
  contain = true,
  limits = DEFAULT_LIMITS,
  concurrency = availableParallelism() * 2,
  maxWaiting = 1_000,
  cacheDir = userFolder('cache'),
  sandbox = {},
  launch = warmLaunch({ memory: sandboxMemory(cacheDir), ...sandbox }),
  board = newBoard,
  remote = {},
  approve = () => 'refuse',
}: RuntimeOptions = {}): Promise<Runtime> {
  const settings = {
    interpreters: findInterpreters(),
    contain,
    limits,
    cacheDir,
    approve,
    store: once(async () => {
      const { openSkillStore } = await import('../plan/skill-store.ts')
      return openSkillStore(join(cacheDir, 'skills'))
    }),
  }
  const queue = new RunQueue({ concurrency, maxWaiting })
  const tasks = new RunQueue({ concurrency: MAX_TASKS, maxWaiting: 0 })
  const shutdown = new Shutdown()
  let underway = 0
  let idle: PromiseWithResolvers<void> | undefined
  const containment = once(() => findLevel(launch, contain))
  const setup = {
    launch,
    containment,
    board: once(async () => (typeof board === 'function' ? board() : board)),
    remote: once(async () => (typeof remote === 'function' ? remote() : remote)),
    specFor: launchSpecs(settings),
  }
  return {
    get isFull() {
      return queue.isFull
    },
    containment,
    watched: (onRefused) =>
      createRuntime({
        contain,
        limits,
        concurrency,
        maxWaiting,
        sandbox,
        launch: coldLaunch({ ...sandbox, observeNetwork: true, onRefused }),
        board: setup.board,
        remote: setup.remote,
        cacheDir,
        approve,
      }),
    async run(skill, request = {}, options = {}) {
      const open = () => {
        refuseUnreadable(skill)
        return calleeOf(skill, setup)
      }
      const line = answerSource(skill) === 'person' ? tasks : queue
      underway++
      try {
        return await answerCall(open, request, options, { now, queue: line, shutdown })
      } finally {
        underway--
        if (underway === 0) idle?.resolve()
      }
    },
    async [Symbol.asyncDispose]() {
      const reason = new DOMException('The runtime was closed', 'AbortError')
      shutdown.start(reason)
      for (const line of [queue, tasks]) line.close(reason)
      idle ??= Promise.withResolvers()
      if (underway > 0) await idle.promise
      await launch[Symbol.asyncDispose]?.()
    },
  }
}

const now = () => performance.now()

/** Does something once, when it is first asked for; what failed is tried again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    if (done === undefined) {
      done = work()
      done.catch(() => {
        done = undefined
      })
    }
    return done
  }
}

async function findLevel(launch: RuntimeLaunch, contain: boolean): Promise<ContainmentLevel> {
  return (contain ? await launch.containment?.() : undefined) ?? UNCONTAINED
}

async function newBoard(): Promise<TaskBoard> {
  const { createTaskBoard } = await import('../kinds/task-board.ts')
  return createTaskBoard()
}

/** Plain processes only. */
function coldLaunch(sandbox: SpawnLaunchOptions): RuntimeLaunch & AsyncDisposable {
  const spawn = createSpawnLaunch(sandbox)
  return Object.assign((spec: Parameters<Launch>[0]) => spawn(spec), {
    containment: () => spawn.containment(),
    async [Symbol.asyncDispose]() {
      spawn[Symbol.dispose]()
    },
  })
}

/** Plain processes, and warm ones for what is called again: a runtime that is called once never loads those. */
function warmLaunch(sandbox: SpawnLaunchOptions): RuntimeLaunch & AsyncDisposable {
  const spawn = createSpawnLaunch(sandbox)
  let first: CalledBefore | undefined
  let pool: PoolLaunch | undefined
  const opened = once(async () => {
    const { poolLaunch } = await import('../pool/pool-launch.ts')
    pool = poolLaunch({ launch: spawn, ...(first === undefined ? {} : { before: first }) })
    return pool
  })
  const launch = (spec: PoolSpec) => pool?.(spec) ?? launchEarly(spec)
  const launchEarly = async (spec: PoolSpec) => {
    if (first !== undefined || (spec.pool?.tier ?? 'auto') !== 'auto') return (await opened())(spec)
    first = { spec, at: performance.now() }
    return spawn(spec)
  }
  return Object.assign(launch, {
    containment: () => spawn.containment(),
    async [Symbol.asyncDispose]() {
      await pool?.[Symbol.asyncDispose]()
      spawn[Symbol.dispose]()
    },
  })
}
