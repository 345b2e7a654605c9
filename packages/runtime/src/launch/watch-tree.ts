import { readdirSync, statfsSync, statSync } from 'node:fs'
import type { ProcessLimits } from '../launch.ts'
import type { RunGroup } from './run-group.ts'
import { readProc } from './run-mark.ts'
import { socketMemory } from './socket-memory.ts'
import { treeMemory } from './tree-memory.ts'

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
