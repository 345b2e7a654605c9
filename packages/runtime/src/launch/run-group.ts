import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SkillError } from '@skillwright/contract'
import type { Command } from '../launch.ts'
import type { GroupLimits, GroupPlace } from './group-host.ts'

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

/**
 * A number that every descendant of a run carries as its limit on real-time scheduling, which limits nothing else.
 * Limits are inherited through fork, exec, setsid, an emptied environment and closed descriptors, so this finds the
 * daemons that a process group loses, with no privilege and nothing added to what the process sees.
 */
export type RunMark = number

const CEILING = 2 ** 52
const SPREAD = 2 ** 47
// Numbers start again from the bottom once the top is reached, so one listing may miss a new process.
const CLEAN_LISTINGS = 2
const MAX_LISTINGS = 100
const MAX_ROUNDS = 50
const PAUSE_MS = 20

/** A mark no other run has. It is below our own limit, when we are marked ourselves: a limit can only be lowered. */
export function newRunMark(): RunMark {
  const own = Number(limitOf('self') ?? CEILING)
  const top = Number.isFinite(own) ? Math.min(own, CEILING) : CEILING
  return top - randomInt(1, Math.min(SPREAD, top - 1))
}

/** Where to look. */
interface FindOptions {
  /** Only among processes started after this one: numbers are given in turn, so few have to be asked. */
  readonly since?: number
}

/**
 * Kills every process that carries the mark, those started meanwhile included. False when that is not sure yet,
 * because processes come and go faster than we can look at them.
 */
export function killMarked(mark: RunMark, { since }: FindOptions = {}): boolean {
  const known = new Set<number>()
  for (let listings = 0, clean = 0; clean < CLEAN_LISTINGS; listings++) {
    if (listings >= MAX_LISTINGS) return false
    const fresh = processIds(since).filter((pid) => !known.has(pid))
    const hasStrays = fresh.map((pid) => endIfMarked(pid, mark)).includes(true)
    for (const pid of fresh) known.add(pid)
    clean = hasStrays ? 0 : clean + 1
  }
  return true
}

/** Kills until no process carries the mark any more. */
export async function endMarked(mark: RunMark): Promise<void> {
  for (let rounds = 0; rounds < MAX_ROUNDS && !killMarked(mark); rounds++) await wait(PAUSE_MS)
}

/** Kills a process that carries the mark. True when it did, or may have had it: then there may be children we have not seen. */
function endIfMarked(pid: number, mark: RunMark): boolean {
  const limit = limitOf(pid)
  // It ended after it was listed, and may have left a child that was not.
  if (limit === undefined) return true
  if (limit !== String(mark)) return false
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
  return true
}

function processIds(since: number | undefined): number[] {
  const all = listProcesses()
  if (since === undefined) return all
  // Read after listing: a process started meanwhile must not look old.
  const last = Number(readProc('/proc/loadavg').split(' ')[4] ?? Number.POSITIVE_INFINITY)
  return all.filter((pid) => pid >= since || (last < since && pid <= last))
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function limitOf(pid: number | 'self'): string | undefined {
  return /^Max realtime timeout\s+(\S+)/m.exec(readProc(`/proc/${pid}/limits`))?.[1]
}

/** The text of a file under /proc, empty when its process is gone. */
export function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
