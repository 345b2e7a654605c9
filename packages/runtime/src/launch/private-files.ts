import { statfsSync, statSync } from 'node:fs'

/** How many files the private disks of a sandbox hold, as seen by a process inside; none while it is still being made. */
export function privateFiles(pid: number, disks: readonly string[]): number {
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
