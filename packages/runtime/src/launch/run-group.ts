import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import type { Command } from '../launch.ts'
import type { GroupLimits, GroupPlace } from './group-host.ts'
import { readProc } from './run-mark.ts'

/** All processes of one launch, as the kernel keeps them together: no fork, session or exit takes one out. */
export interface RunGroup {
  /** Lets a command join before it becomes what it is, so that nothing of it is ever outside. */
  join(command: Command): Command
  /** The limit that the kernel has held the group to. */
  exceeded(): keyof GroupLimits | undefined
  /** Stops new processes in the group and kills its members. */
  kill(): void
  /** Kills until no process is left and removes the group. */
  end(): Promise<void>
}

const JOIN = 'while [ "$1" != -- ]; do echo 0 >"$1" || exit 125; shift; done; shift; exec "$@"'
const END_WITHIN_MS = 10_000

/** Makes a group with its limits. */
export function runGroup(places: readonly GroupPlace[], name: string, limits: GroupLimits): RunGroup {
  const dirs = places.map(({ dir }) => join(dir, name))
  try {
    for (const dir of dirs) {
      mkdirSync(dir)
      if (limits.processes !== undefined) set(dir, 'pids.max', limits.processes)
      if (limits.memoryBytes !== undefined) limitMemory(dir, limits.memoryBytes)
    }
  } catch (cause) {
    dirs.forEach(remove)
    throw new SkillError('SANDBOX_UNAVAILABLE', `This host did not let us make the cgroup ${name}`, { cause })
  }
  return {
    join: (command) => ['/bin/sh', '-c', JOIN, 'sh', ...dirs.map(entrance), '--', ...command],
    exceeded() {
      if (dirs.some((dir) => count(dir, 'pids.events', 'max') > 0)) return 'processes'
      const isOverMemory = (dir: string) =>
        count(dir, 'memory.events', 'oom_kill') + count(dir, 'memory.oom_control', 'oom_kill') > 0
      return dirs.some(isOverMemory) ? 'memoryBytes' : undefined
    },
    kill() {
      dirs.forEach(seal)
      dirs.forEach(killMembers)
    },
    end: async () => void (await Promise.all(dirs.map(endGroup))),
  }
}

/** Kills every process of a group and its subgroups until it can be removed. A process that cannot be killed keeps it. */
export async function endGroup(dir: string): Promise<void> {
  const until = performance.now() + END_WITHIN_MS
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 100)) {
    seal(dir)
    killMembers(dir)
    // Only an empty group can be removed.
    if (remove(dir) || performance.now() > until) return
    await wait(pauseMs)
  }
}

/** Where a process with one thread joins. In version 1 `tasks` does not stop all forks of the machine meanwhile. */
function entrance(dir: string): string {
  const tasks = join(dir, 'tasks')
  return existsSync(tasks) ? tasks : join(dir, 'cgroup.procs')
}

/** Stops new processes in the group. */
function seal(dir: string): void {
  try {
    set(dir, 'pids.max', 0)
  } catch {
    // It is gone.
  }
}

function killMembers(dir: string): void {
  const killed = new Set<number>()
  for (;;) {
    const found = groupsUnder(dir)
      .flatMap((group) => readProc(join(group, 'cgroup.procs')).split('\n'))
      .map(Number)
      // Zero is a process in a namespace that we do not see into; for kill it means our own process group.
      .filter((pid) => pid > 1 && !killed.has(pid))
    if (found.length === 0) return
    for (const pid of found) {
      killed.add(pid)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
  }
}

function remove(dir: string): boolean {
  try {
    for (const group of groupsUnder(dir).reverse()) rmdirSync(group)
    return true
  } catch {
    return !existsSync(dir)
  }
}

/** A group and those made inside it, outer ones first. */
function groupsUnder(dir: string): string[] {
  const found = [dir]
  for (const group of found) {
    try {
      for (const entry of readdirSync(group, { withFileTypes: true }))
        if (entry.isDirectory()) found.push(join(group, entry.name))
    } catch {
      // It is gone.
    }
  }
  return found
}

function limitMemory(dir: string, bytes: number): void {
  // Version 2 can end all at once; version 1 kills the largest, and we the others when we see it.
  set(dir, 'memory.oom.group', 1)
  set(dir, 'memory.swap.max', 0)
  for (const name of ['memory.max', 'memory.limit_in_bytes', 'memory.memsw.limit_in_bytes']) set(dir, name, bytes)
}

/** Sets what a group of this kind has; what it does not have is not set. */
function set(dir: string, name: string, value: number): void {
  const file = join(dir, name)
  if (existsSync(file)) writeFileSync(file, String(Math.round(value)))
}

function count(dir: string, file: string, name: string): number {
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(readProc(join(dir, file)))?.[1] ?? 0)
}
