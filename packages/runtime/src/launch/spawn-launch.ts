import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import { type ContainmentOffer, detectContainment } from '../contain/detect-containment.ts'
import type { Child, Exit, Launch, LaunchSpec, ProcessLimits } from '../launch.ts'
import { inheritedDescriptors } from './inherited-descriptors.ts'
import { type LaunchPlan, type PlanOptions, planLaunch } from './plan-launch.ts'
import { killMarked } from './run-mark.ts'
import { settleStream } from './settle-stream.ts'
import { watchTree } from './watch-tree.ts'

/** How processes are started. */
export interface SpawnLaunchOptions extends PlanOptions {
  /** What the host offers; found out on first use when absent. */
  readonly offer?: ContainmentOffer
}

/**
 * Makes the launch that starts a process for every call: the reference for all other tiers. Contained processes run in
 * bubblewrap, all of them within limits, and nothing of a process outlives it.
 */
export function createSpawnLaunch(options: SpawnLaunchOptions = {}): Launch {
  let detected: Promise<ContainmentOffer> | undefined
  return async (spec) => {
    await checkStartable(spec)
    detected ??= options.offer === undefined ? detectContainment() : Promise.resolve(options.offer)
    const plan = await planLaunch(spec, await detected, options)
    try {
      return await start(spec, plan)
    } catch (cause) {
      await plan.release()
      throw cause
    }
  }
}

/** Says what is wrong before anything wraps the command and hides it. */
async function checkStartable({ command: [program], cwd }: LaunchSpec): Promise<void> {
  await access(program, constants.X_OK).catch((cause: unknown) => {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} is not there or cannot be executed`, { cause })
  })
  const folder = await stat(cwd).catch(() => undefined)
  if (!folder?.isDirectory()) throw new SkillError('DATA_NOT_FOUND', `There is no folder ${cwd} to run in`)
}

async function start(spec: LaunchSpec, plan: LaunchPlan): Promise<Child> {
  const child = await spawnPlan(plan)
  const { stdin, stdout, stderr, pid } = child
  if (!(stdin && stdout instanceof Socket && stderr instanceof Socket && pid !== undefined))
    throw new SkillError('INTERNAL_ERROR', 'A process started without its streams')
  // A process that ends early breaks its pipes; how it ended says enough.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => undefined)

  let hasEnded = false
  let exceeded: keyof ProcessLimits | undefined
  const kill = () => {
    if (!hasEnded) killGroup(pid)
    if (plan.mark !== undefined) killMarked(plan.mark)
  }
  const stopWatching = watchTree(pid, plan.watched, (limit) => {
    exceeded ??= limit
    kill()
  })
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      hasEnded = true
      stopWatching()
      kill()
      // Without a mark this is all there is; the group's number is ours as long as anybody is in it.
      if (plan.mark === undefined) killGroup(pid)
      for (const stream of [stdout, stderr]) settleStream(stream)
      plan.release().catch(() => undefined)
      const limit = exceeded ?? exceededBy(code, signal, spec)
      resolve({ code, signal, ...(limit === undefined ? {} : { exceeded: limit }) })
    })
  })
  return { stdin, stdout, stderr, exited, kill }
}

async function spawnPlan({ command: [program, ...args], cwd, env, feeds }: LaunchPlan): Promise<ChildProcess> {
  const leaked = inheritedDescriptors().filter((fd) => fd >= 3 + feeds.length)
  const nothing = leaked.length === 0 ? undefined : openSync('/dev/null', 'r')
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...feeds.map(() => 'pipe' as const)]
  for (let fd = stdio.length; fd <= Math.max(...leaked, 0); fd++) stdio[fd] = leaked.includes(fd) ? nothing : 'ignore'
  try {
    // A group of its own, so that the whole of it can be ended.
    const child = spawn(program, args, { cwd, env: { ...env }, stdio, detached: true })
    await once(child, 'spawn')
    feeds.forEach((bytes, i) => {
      const feed = child.stdio[3 + i]
      if (feed instanceof Socket) feed.on('error', () => undefined).end(bytes, () => feed.destroy())
    })
    return child
  } catch (cause) {
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} could not be started`, { cause })
  } finally {
    if (nothing !== undefined) closeSync(nothing)
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nobody is left in it.
  }
}

/** The limit a signal speaks of; bubblewrap reports the signal of what it ran as 128 and its number. */
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
