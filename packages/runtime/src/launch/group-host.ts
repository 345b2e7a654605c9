import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, readdirSync, readlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { endGroup, type RunGroup, readProc, runGroup } from './run-group.ts'

/** What the kernel does for a group of processes: count them, limit their memory, share out the processor fairly. */
type Controller = 'pids' | 'memory' | 'cpu'

/** A folder in which groups can be made, and what the kernel does for them there. */
export interface GroupPlace {
  readonly dir: string
  readonly controllers: readonly Controller[]
}

/** Where this host lets us make groups of processes (cgroups): one folder, or one for each controller in version 1. */
export interface GroupHost {
  readonly places: readonly GroupPlace[]
  /** Whether every place that is open to us can be used. */
  readonly isWhole: boolean
  /** A new, empty group. */
  open(limits: GroupLimits): RunGroup
}

/** What a group may have, as the kernel counts it: threads are processes, and private disks are memory. */
export interface GroupLimits {
  readonly processes?: number
  readonly memoryBytes?: number
}

const CONTROLLERS: readonly Controller[] = ['pids', 'memory', 'cpu']
const PREFIX = 'skillwright'

/**
 * Finds out by making one whether groups can be made here; undefined where we may not. Removes what dead owners left. Where
 * one was made before, the first run of a command finds out: what cannot join its group does not start.
 */
export function findGroupHost({ isProved = false } = {}): GroupHost | undefined {
  const owner = `${PREFIX}-${pidNamespace()}-${process.pid}-${startOf(process.pid)}`
  const newName = () => `${owner}-${randomBytes(6).toString('hex')}`
  const there = groupPlaces(readProc('/proc/self/mountinfo'), readProc('/proc/self/cgroup'), enabledIn)
  const all = there.filter(({ dir }) => isOpenToUs(dir))
  // Mostly they can all be used, which takes one process to find out.
  const places = isProved || all.length === 0 || isUsable(all) ? all : all.filter((place) => isUsable([place]))
  if (!places.some(({ controllers }) => controllers.includes('pids'))) return undefined
  for (const { dir } of places) sweep(dir)
  return { places, isWhole: places === all, open: (limits) => runGroup(places, newName(), limits) }

  function isUsable(some: readonly GroupPlace[]): boolean {
    try {
      const group = runGroup(some, newName(), { processes: 2, memoryBytes: 2 ** 30 })
      const [program, ...args] = group.join(['/bin/true'])
      const { status } = spawnSync(program, args, { stdio: 'ignore', env: {}, timeout: 5_000 })
      void group.end()
      return status === 0
    } catch {
      return false
    }
  }
}

/**
 * The folders that groups belong in, from /proc/self/mountinfo and /proc/self/cgroup: under our own group, so that what
 * limits us limits them too. In version 2 a group with processes has no limited children, so it may be the one above
 * us, provided that it was delegated to us; the slices of systemd are its own.
 */
export function groupPlaces(
  mountinfo: string,
  ownGroups: string,
  enabled: (dir: string) => readonly string[],
): GroupPlace[] {
  const own = ownGroups
    .split('\n')
    .map((line) => /^\d+:([^:]*):(.*)$/.exec(line))
    .flatMap((parts) => (parts === null ? [] : [{ names: (parts[1] ?? '').split(','), path: parts[2] ?? '/' }]))
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '/', point = ''] = before.split(' ')
    const [type = '', , options = ''] = after.split(' ')
    return type === 'cgroup' || type === 'cgroup2' ? [{ root, point, type, options: options.split(',') }] : []
  })
  return mounts.flatMap(({ root, point, type, options }): GroupPlace[] => {
    const isOwn = ({ names }: { names: string[] }) =>
      type === 'cgroup2' ? names[0] === '' : names.some((name) => name !== '' && options.includes(name))
    const path = own.find(isOwn)?.path ?? '/'
    const inside = relative(root, path)
    const dir = inside.startsWith('..') ? point : join(point, inside)
    const legacy = CONTROLLERS.filter((name) => options.includes(name))
    if (type === 'cgroup') return legacy.length === 0 ? [] : [{ dir, controllers: legacy }]
    const above = dir === point ? [] : [dirname(dir)]
    const given = [dir, ...above].find((folder) => enabled(folder).includes('pids') && !folder.endsWith('.slice'))
    if (given === undefined) return []
    return [{ dir: given, controllers: CONTROLLERS.filter((name) => enabled(given).includes(name)) }]
  })
}

/** Whether we may make folders in one; a user mostly may not, and then nothing has to be tried. */
function isOpenToUs(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function enabledIn(dir: string): string[] {
  return readProc(join(dir, 'cgroup.subtree_control')).trim().split(' ')
}

/** Ends and removes the groups whose owner is dead, unless it may live where we cannot see it. */
function sweep(dir: string): void {
  const ours = new RegExp(`^${PREFIX}-${pidNamespace()}-(\\d+)-(\\d+)-`)
  for (const name of foldersIn(dir)) {
    const [, pid, start] = ours.exec(name) ?? []
    if (pid !== undefined && startOf(Number(pid)) !== start) void endGroup(join(dir, name))
  }
}

function foldersIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** When a process was started; a reused process id belongs to another process. */
function startOf(pid: number): string {
  const stat = readProc(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
}
