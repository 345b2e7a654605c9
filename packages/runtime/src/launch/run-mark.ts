import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/**
 * A number that every descendant of a run carries as its limit on real-time scheduling, which limits nothing else.
 * Limits are inherited through fork, exec, setsid, an emptied environment and closed descriptors, so this finds the
 * daemons that a process group loses, with no privilege and nothing added to what the process sees.
 */
export type RunMark = number

const CEILING = 2 ** 52
const SPREAD = 2 ** 47

/** A mark no other run has. It is below our own limit, when we are marked ourselves: a limit can only be lowered. */
export function newRunMark(): RunMark {
  const own = Number(limitOf('self') ?? CEILING)
  const top = Number.isFinite(own) ? Math.min(own, CEILING) : CEILING
  return top - randomInt(1, Math.min(SPREAD, top - 1))
}

/** Ends every process that carries the mark, those started meanwhile included. Returns how many there were. */
export function killMarked(mark: RunMark, options: FindOptions = {}): number {
  const killed = new Set<number>()
  // A process with a kill pending cannot fork, so a pass that finds nobody new is the last one.
  for (let found = findMarked(mark, options); ; found = findMarked(mark, options)) {
    const alive = found.filter((pid) => !killed.has(pid))
    if (alive.length === 0) return killed.size
    for (const pid of alive) {
      killed.add(pid)
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
  }
}

/** Where to look. */
interface FindOptions {
  /** Only among processes started after this one: numbers are given in turn, so few have to be asked. */
  readonly since?: number
}

/** The living processes that carry the mark. */
function findMarked(mark: RunMark, { since }: FindOptions = {}): number[] {
  const isLater = since === undefined ? () => true : laterThan(since)
  return processIds().filter((pid) => isLater(pid) && limitOf(pid) === String(mark) && !isZombie(pid))
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** Whether a process number was given after another one; they start again from the bottom once the top is reached. */
function laterThan(first: number): (pid: number) => boolean {
  const last = Number(readProc('/proc/loadavg').split(' ')[4] ?? Number.POSITIVE_INFINITY)
  return last >= first ? (pid) => pid >= first && pid <= last : (pid) => pid >= first || pid <= last
}

function limitOf(pid: number | 'self'): string | undefined {
  return /^Max realtime timeout\s+(\S+)/m.exec(readProc(`/proc/${pid}/limits`))?.[1]
}

function isZombie(pid: number): boolean {
  return /^State:\s+[ZX]/m.test(readProc(`/proc/${pid}/status`))
}

/** The text of a file under /proc, empty when its process is gone. */
export function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
