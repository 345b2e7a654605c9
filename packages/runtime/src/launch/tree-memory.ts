import { closeSync, openSync, readSync } from 'node:fs'
import { readProc } from './run-mark.ts'

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
export function treeMemory(pids: readonly number[], most: number): number {
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
