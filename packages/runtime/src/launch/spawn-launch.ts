import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import { PipedChild } from '../answer/piped-child.ts'
import {
  type ContainmentLevel,
  type ContainmentOffer,
  containmentLevel,
  detectContainment,
  type SandboxMemory,
} from '../contain/detect-containment.ts'
import { contains } from '../contain/granted-paths.ts'
import type { Child, Launch, LaunchSpec, ProcessLimits } from '../launch.ts'
import { type LaunchPlan, type PlanOptions, planLaunch } from './plan-launch.ts'
import { endMarked, killMarked } from './run-group.ts'
import { PipePool, spawnPlan } from './spawn-plan.ts'
import { watchTree } from './watch-tree.ts'

/** How processes are started. */
export interface SpawnLaunchOptions extends PlanOptions {
  /** What the host offers; found out on first use when absent. */
  readonly offer?: ContainmentOffer
  /** Remembers from one process to the next what has worked here. */
  readonly memory?: SandboxMemory
}

/** The launch that starts a process for every call. */
export interface SpawnLaunch extends Launch, Disposable {
  /** How well this host lets it contain what it starts. */
  containment(): Promise<ContainmentLevel>
}

// In less than this no machine gives out all its process numbers.
const YOUNG_MS = 1_000

/**
 * Makes the launch that starts a process for every call: the reference for all other tiers. Contained processes run in
 * bubblewrap, all of them within limits, and nothing of a process outlives it.
 */
export function createSpawnLaunch(options: SpawnLaunchOptions = {}): SpawnLaunch {
  let detected: Promise<ContainmentOffer> | undefined
  const detect = () => {
    detected ??=
      options.offer === undefined ? detectContainment({ memory: options.memory }) : Promise.resolve(options.offer)
    return detected
  }
  const pipes = new PipePool()
  const launch: Launch = async (spec) => {
    await checkStartable(spec)
    const plan = await planLaunch(spec, await detect(), options)
    try {
      return await start(spec, plan, pipes, options.memory)
    } catch (cause) {
      await plan.release()
      throw cause
    }
  }
  return Object.assign(launch, {
    containment: async () => containmentLevel(await detect()),
    [Symbol.dispose]: () => pipes[Symbol.dispose](),
  })
}

/** Says what is wrong before anything wraps the command and hides it. */
async function checkStartable({ command: [program], cwd, containment }: LaunchSpec): Promise<void> {
  // What a sandbox shows as the skill's folder may lie elsewhere.
  const { skillDir = '', skillFrom = skillDir } = containment ?? {}
  const really = (path: string) => (contains(skillDir, path) ? skillFrom + path.slice(skillDir.length) : path)
  await access(really(program), constants.X_OK).catch((cause: unknown) => {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} is not there or cannot be executed`, { cause })
  })
  const folder = await stat(really(cwd)).catch(() => undefined)
  if (!folder?.isDirectory()) throw new SkillError('DATA_NOT_FOUND', `There is no folder ${cwd} to run in`)
}

async function start(
  spec: LaunchSpec,
  plan: LaunchPlan,
  pipes: PipePool,
  memory: SandboxMemory | undefined,
): Promise<Child> {
  const piped = new PipedChild({
    onInput(input, isLast, done) {
      if (stdin.destroyed) done()
      else if (isLast) stdin.end(input, done)
      else stdin.write(input, done)
    },
    onRead() {
      for (const stream of [stdout, stderr]) stream.resume()
    },
    onKill: () => kill(),
    onClose: (name) => void { stdin, stdout, stderr }[name].destroy(),
  })
  const { child, pid, stdin, stdout, stderr } = await spawnPlan(plan, pipes, {
    streams: spec.streams,
    taker: { onStdout: (bytes) => piped.pushStdout(bytes), onStderr: (bytes) => piped.pushStderr(bytes) },
  })
  // A process that ends early breaks its pipes; how it ended says enough.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)
  for (const over of ['end', 'close']) {
    stdout.once(over, () => piped.endStdout())
    stderr.once(over, () => piped.endStderr())
  }

  const started = performance.now()
  const isYoung = () => performance.now() - started < YOUNG_MS
  let hasEnded = false
  let wasKilled = false
  let exceeded: keyof ProcessLimits | undefined
  const kill = () => {
    wasKilled = true
    if (!hasEnded) killGroup(pid)
    plan.group?.kill()
    if (plan.mark === undefined || killMarked(plan.mark, isYoung() ? { since: pid } : {})) return
    endMarked(plan.mark).catch(() => undefined)
  }
  const stopWatching = watchTree(pid, plan.watched, plan.group, (limit) => {
    exceeded ??= limit
    kill()
  })
  child.once('exit', (code, signal) => {
    hasEnded = true
    if (code !== 0) memory?.forget()
    stopWatching()
    // Read before kill() sets the process limit to zero, which would count as exceeded.
    exceeded ??= wasKilled ? undefined : plan.group?.exceeded()
    kill()
    // Without a mark this is all there is; the group's id is ours as long as a process is in it.
    if (plan.group === undefined && plan.mark === undefined) killGroup(pid)
    for (const stream of [stdout, stderr]) settleStream(stream)
    plan.release().catch(() => undefined)
    const limit = exceeded ?? exceededBy(code, signal, spec)
    piped.exit({ code, signal, ...(limit === undefined ? {} : { exceeded: limit }) })
  })
  return piped
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // No process is left in it.
  }
}

/** The limit that a signal stands for; bubblewrap reports the signal of what it ran as 128 and its number. */
function exceededBy(
  code: number | null,
  signal: string | null,
  { containment, limits }: LaunchSpec,
): keyof ProcessLimits | undefined {
  const isSignal = (name: string, number: number) =>
    signal === name || (containment !== undefined && code === 128 + number)
  if (limits.cpuSeconds !== undefined && isSignal('SIGXCPU', 24)) return 'cpuSeconds'
  if (limits.fileBytes !== undefined && isSignal('SIGXFSZ', 25)) return 'fileBytes'
  return undefined
}

const TICK_MS = 100
const MAX_TICKS = 8

/**
 * Closes a stream of a process that has ended, once there is nothing left in it: something that escaped may hold the
 * other end forever. What the caller has not read yet stays readable.
 */
export function settleStream(stream: Socket): void {
  if (stream.destroyed) return
  let before = stream.bytesRead
  let ticks = 0
  const look = () => {
    const isIdle = stream.bytesRead === before
    before = stream.bytesRead
    ticks++
    if (stream.readableLength === 0 && (isIdle || ticks >= MAX_TICKS)) stream.destroy()
  }
  // Timers fire before what has arrived is read: on a busy machine the answer may still be in the pipe, so it is read first.
  const timer = setInterval(() => setImmediate(look), TICK_MS)
  stream.once('close', () => clearInterval(timer))
}
