import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

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
