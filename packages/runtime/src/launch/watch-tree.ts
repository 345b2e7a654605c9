import { closeSync, openSync, readdirSync, readSync, statfsSync, statSync } from 'node:fs'
import type { ProcessLimits } from '../launch.ts'
import { type RunGroup, readProc } from './run-group.ts'

const INTERVAL_MS = 100

/** What a tree of processes must not exceed. */
export interface TreeLimits extends Pick<ProcessLimits, 'memoryBytes' | 'processes'> {
  /** The most files on the private disks of a sandbox: an empty one costs the host a kilobyte that no disk's size counts. */
  readonly privateFiles?: number
  /** Where those disks are. */
  readonly privateDisks?: readonly string[]
  /** The most that one end of a local connection holds; undefined where the sockets are not the tree's alone. */
  readonly unixBytes?: number
}

/**
 * Looks at a process and its descendants again and again, and reports the first limit that all of them together
 * exceed. The kernel limits each process by itself; this is for many small ones and shared memory, and for processes
 * where no group counts them. Returns how to stop it.
 */
export function watchTree(
  root: number,
  limits: TreeLimits,
  group: RunGroup | undefined,
  onExceeded: (limit: keyof ProcessLimits) => void,
): () => void {
  if (Object.values(limits).every((limit) => limit === undefined)) return () => undefined
  const timer = setInterval(() => {
    const limit = group?.exceeded() ?? exceededIn(root, limits)
    if (limit !== undefined) onExceeded(limit)
  }, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function exceededIn(root: number, limits: TreeLimits): keyof ProcessLimits | undefined {
  const { memoryBytes = Infinity, processes = Infinity, privateFiles: most = Infinity, privateDisks = [] } = limits
  const tree = descendants(root, processes + 1)
  if (tree.length > processes) return 'processes'
  const [, inside] = tree
  if (most < Infinity && inside !== undefined && privateFiles(inside, privateDisks) > most) return 'memoryBytes'
  if (memoryBytes === Infinity) return undefined
  const sockets = limits.unixBytes === undefined || !isContained(inside) ? 0 : socketMemory(inside, limits.unixBytes)
  return sockets + treeMemory(tree, memoryBytes) > memoryBytes ? 'memoryBytes' : undefined
}

/** Whether a process has a number in a namespace of its own; before, its network is still the host's. */
function isContained(pid: number | undefined): pid is number {
  return pid !== undefined && /^NSpid:(\s+\d+){2}/m.test(readProc(`/proc/${pid}/status`))
}

/** A process and what it started, up to a number: a fork bomb is not worth counting to its end. */
function descendants(root: number, most: number): number[] {
  const found = [root]
  for (let i = 0; i < found.length && found.length <= most; i++) {
    const tasks = `/proc/${found[i]}/task`
    for (const thread of threadsIn(tasks))
      for (const child of readProc(`${tasks}/${thread}/children`).split(' '))
        if (child !== '') found.push(Number(child))
  }
  return found
}

function threadsIn(tasks: string): string[] {
  try {
    return readdirSync(tasks)
  } catch {
    return []
  }
}

/** How many files the private disks of a sandbox hold, as seen by a process inside; none while it is still being made. */
function privateFiles(pid: number, disks: readonly string[]): number {
  return disks.map((disk) => filesIn(`/proc/${pid}/root${disk}`, disk)).reduce((all, some) => all + some, 0)
}

function filesIn(inside: string, outside: string): number {
  try {
    // Before its root is changed, a process looks at the host's disk.
    if (statSync(inside).dev === statSync(outside, { throwIfNoEntry: false })?.dev) return 0
    const { files, ffree } = statfsSync(inside)
    return files - ffree
  } catch {
    return 0
  }
}

/** What the kernel tells every user about the memory of a process, in bytes. */
interface ProcessMemory {
  readonly pid: number
  /** Its own: pages, those swapped out, and the tables that say where they are. */
  readonly own: number
  /** What it shares and has touched. */
  readonly touched: number
  /** What it may share at most: everything that is mapped and neither its own data nor code. */
  readonly shared: number
}

// Memory without a path: shared without a file, or by descriptors and numbers. Files on private disks are counted by those.
const NO_FILE = /^([\da-f]+)-([\da-f]+) ..[-x]s [\da-f]+ (\S+ \d+) +\/(?:dev\/zero|memfd:|SYSV)/gm
// A process may have thousands of mappings, to keep us busy.
const MAX_TEXT = 4 * 1024 ** 2

/**
 * The memory that exists because of some processes: their own and what they share, without the files they have mapped. Shared
 * memory stays allocated after MADV_DONTNEED, so what is mapped counts, provided that it would be too much.
 */
function treeMemory(pids: readonly number[], most: number): number {
  const processes = pids.map(memoryOf)
  const sum = (part: (one: ProcessMemory) => number) => processes.reduce((total, one) => total + part(one), 0)
  const own = sum((one) => one.own)
  const touched = sum((one) => one.touched)
  if (
    own +
      Math.max(
        touched,
        sum((one) => one.shared),
      ) <=
    most
  )
    return own + touched
  return own + Math.max(touched, sharedMappings(processes))
}

function memoryOf(pid: number): ProcessMemory {
  const status = readProc(`/proc/${pid}/status`)
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024
  return {
    pid,
    own: bytes('RssAnon') + bytes('VmSwap') + bytes('VmPTE'),
    touched: bytes('RssShmem'),
    shared: bytes('VmSize') - bytes('VmData') - bytes('VmStk') - bytes('VmExe') - bytes('VmLib'),
  }
}

/** The size of what is shared, each once; all that may be shared by a process which does not let us look. */
function sharedMappings(processes: readonly ProcessMemory[]): number {
  const sizes = new Map<string, number>()
  let hidden = 0
  let left = MAX_TEXT
  for (const { pid } of processes) {
    const maps = readHead(`/proc/${pid}/maps`, left)
    left -= maps?.length ?? 0
    // Asked once more: one that has ended since holds nothing.
    if (maps === undefined || left <= 0) hidden += memoryOf(pid).shared
    else for (const [inode, size] of mappingsIn(maps)) sizes.set(inode, Math.max(size, sizes.get(inode) ?? 0))
  }
  return [...sizes.values()].reduce((total, size) => total + size, hidden)
}

function mappingsIn(maps: string): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const [, from = '', to = '', inode = ''] of maps.matchAll(NO_FILE))
    sizes.set(inode, (sizes.get(inode) ?? 0) + Number.parseInt(to, 16) - Number.parseInt(from, 16))
  return sizes
}

/** The beginning of a file under /proc; undefined when we may not read it. */
function readHead(file: string, most: number): string | undefined {
  try {
    const fd = openSync(file, 'r')
    try {
      const chunks: Buffer[] = []
      for (let left = most; left > 0; ) {
        const chunk = Buffer.alloc(Math.min(left, 65_536))
        const size = readSync(fd, chunk)
        if (size === 0) break
        chunks.push(chunk.subarray(0, size))
        left -= size
      }
      return Buffer.concat(chunks).toString('latin1')
    } finally {
      closeSync(fd)
    }
  } catch {
    return undefined
  }
}

// Beside the data itself there is what the kernel needs to know of each piece.
const OVERHEAD = 2
// A datagram receiver holds up to this many messages, each from another sender that may be gone.
const DATAGRAMS = 11
const DATAGRAM = '0002'
// No honest skill needs this many, and reading their tables would take long.
const MAX_SOCKETS = 10_000
// So few hold little, and almost every process has some.
const FEW_SOCKETS = 4

/** The most that one end of a local connection holds: the default buffer size of the host, or its maximum. */
export function unixBufferBytes(isFixed: boolean): number {
  const setting = (name: string) => Number(readProc(`/proc/sys/net/core/${name}`)) || 212_992
  // The kernel doubles what is asked for.
  return isFixed ? setting('wmem_default') : Math.max(setting('wmem_default'), 2 * setting('wmem_max'))
}

/**
 * How much the sockets of a sandbox hold, as seen by one of its processes: no other count has it. Of local connections the
 * kernel tells only how many there are.
 */
function socketMemory(pid: number, unixBytes: number): number {
  const net = `/proc/${pid}/net`
  const used = Number(/^sockets: used (\d+)/.exec(readProc(`${net}/sockstat`))?.[1] ?? 0)
  if (used <= FEW_SOCKETS) return 0
  if (used > MAX_SOCKETS) return Number.POSITIVE_INFINITY
  const rows = (name: string) =>
    readProc(`${net}/${name}`)
      .split('\n')
      .slice(1, -1)
      .map((row) => row.trim().split(/\s+/))
  const queued = ['tcp', 'tcp6', 'udp', 'udp6'].flatMap(rows).flatMap(([, , , , queues = '']) => queues.split(':'))
  const netlink = rows('netlink').flatMap(([, , , , received, sent]) => [received, sent])
  const unix = rows('unix').map(([, , , , type]) => (type === DATAGRAM ? DATAGRAMS : 1) * unixBytes)
  return [
    ...queued.map((bytes) => Number.parseInt(bytes, 16) * OVERHEAD),
    ...netlink.map((bytes) => Number(bytes)),
    ...unix,
  ].reduce((total, bytes) => total + (bytes || 0), 0)
}
