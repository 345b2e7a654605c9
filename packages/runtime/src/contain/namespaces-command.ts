import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { SkillError } from '@skillwright/contract'
import type { Command, LaunchSpec } from '../launch.ts'
import { contains } from './granted-paths.ts'
import {
  type ContainedCommand,
  DEVICES,
  type HostMount,
  hostMounts,
  type SandboxLayout,
  type SandboxMount,
} from './sandbox-layout.ts'

/** Options of namespacesCommand beyond the layout. */
export interface NamespacesOptions {
  /** Wraps the command inside the sandbox, for limits; it must start from /usr. */
  readonly wrap?: (command: Command) => Command
}

const PATH = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin'
// The user namespace comes first: the network belongs to its root only when that root is known.
const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup', '--fork', '--kill-child=KILL']
const POWERLESS = ['--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all', '--no-new-privs']

/**
 * The same sandbox by what every Linux has, `unshare`, `mount`, `pivot_root` and `setpriv` of util-linux, but without a system
 * call filter. A shell mounts what the sandbox shows as root of a namespace of its own; the command then runs as another user in
 * one inside that, which can make no further one, holds no capability and owns none of the mounts. Both texts that the shell reads
 * come through descriptors: a command line is readable by every user of the host. Start it with an empty environment.
 */
export function namespacesCommand(
  { command: [, ...args], env, cwd, streams }: LaunchSpec,
  layout: SandboxLayout,
  { wrap = (inner) => inner }: NamespacesOptions = {},
): ContainedCommand {
  const texts = [cwd, ...args, ...Object.entries(env).flat(), ...layout.mounts.flatMap(Object.values).map(String)]
  if (texts.some((text) => text.includes('\0')) || Object.keys(env).some((name) => !/^[A-Za-z_]\w*$/.test(name)))
    throw new SkillError('INVALID_INPUT', 'Expected paths and environment variables that a shell can name, got others')
  const inside = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--keep-caps', '--']
  const powerless = ['setpriv', ...POWERLESS, '--', '/bin/sh', '-c', 'eval "$(cat <&4)"']
  const start = [...inside, ...powerless].map(shellWord).join(' ')
  const setUp = [
    'set -eu',
    'exec 3<&-',
    "trap 'echo sandbox: this host did not let us make one >&2; exit 125' EXIT",
    ...mountScript(layout.mounts),
    'trap - EXIT',
    // The command does not become PID 1, which its own namespace cannot kill, unless it is one of ours that starts others.
    ...(streams === 'sockets' ? [`exec ${start}`] : [`set +e`, start, 'exit $?']),
  ]
  const begin = [
    'exec 4<&-',
    `cd -- ${shellWord(cwd)}`,
    'unset OLDPWD SHLVL PATH',
    ...Object.entries({ PWD: cwd, ...env }).map(([name, value]) => `export ${name}=${shellWord(value)}`),
    `exec ${wrap([layout.program, ...args])
      .map(shellWord)
      .join(' ')}`,
  ]
  return {
    command: [
      ...(['/usr/bin/env', PATH, 'setpriv', '--pdeathsig', 'KILL', '--'] as const),
      ...['unshare', '--user', '--map-root-user', '--', 'unshare', ...NAMESPACES, '--'],
      ...['/bin/sh', '-c', 'eval "$(cat <&3)"'],
    ],
    feeds: [setUp, begin].map((lines) => Buffer.from(`${lines.join('\n')}\n`)),
  }
}

// Everything is put together on a disk here, where nothing is that a sandbox shows.
const ROOT = '/sys'
const FSTAB = `${ROOT}/.fstab`
const DEVICE_LINKS = {
  fd: '/proc/self/fd',
  stdin: '/proc/self/fd/0',
  stdout: '/proc/self/fd/1',
  stderr: '/proc/self/fd/2',
}
const NO_QUEUES = {
  'kernel/shmmni': '0',
  'kernel/msgmni': '0',
  'kernel/sem': "'0 0 0 0'",
  'fs/mqueue/queues_max': '0',
}

/** One mount with the folder or file it is put on. */
interface Step {
  readonly path: string
  /** What stands in a line of fstab: source, type, options. */
  readonly what: readonly [source: string, type: string, options: string]
  readonly isFile?: boolean
  /** What is put into it later needs a folder to be put on, which can be made there. */
  readonly isDisk?: boolean
}

/** The lines of a shell, root in a mount namespace of its own, that make what a sandbox shows its whole file system. */
function mountScript(mounts: readonly SandboxMount[]): string[] {
  const host = hostMounts()
  const links = mounts.flatMap((mount) => (mount.kind === 'link' ? [mount] : []))
  const steps = mounts.flatMap((mount) => stepsOf(mount, host))
  return [
    'umask 022',
    `mount -t tmpfs -o size=16m,mode=755,nosuid,nodev sandbox ${ROOT}`,
    `mkdir ${ROOT}/.old ${ROOT}/.sys`,
    ...links.map(({ path, target }) => `ln -s ${shellWord(target)} ${shellWord(ROOT + path)}`),
    ...batches(steps).flatMap((batch) => mountBatch(batch, steps)),
    ...Object.entries(DEVICE_LINKS).map(([name, target]) => `ln -s ${target} ${ROOT}/dev/${name}`),
    ...mounts.flatMap((mount) => (mount.kind === 'read' ? closeInner(mount, host) : [])),
    `rm ${FSTAB}`,
    'echo 1 > /proc/sys/user/max_user_namespaces',
    // Memory of System V and message queues belong to no process: no limit would count them, and they outlive a call. Older kernels keep
    // these settings to themselves.
    ...Object.entries(NO_QUEUES).map(([name, none]) => `echo ${none} 2>/dev/null > /proc/sys/${name} || :`),
    'hostname skill',
    // A network namespace begins with its loopback down.
    `{ mount -t sysfs sysfs ${ROOT}/.sys && echo 0x9 > ${ROOT}/.sys/class/net/lo/flags && umount -l ${ROOT}/.sys; } 2>/dev/null || ip link set lo up`,
    `cd ${ROOT}`,
    'pivot_root . .old',
    'cd /',
    'umount -l /.old',
    'rmdir /.old /.sys',
    'mount -o remount,bind,ro,nosuid /dev',
    'mount -o remount,bind,ro,nosuid,nodev /',
  ]
}

function stepsOf(mount: SandboxMount, host: readonly HostMount[]): Step[] {
  switch (mount.kind) {
    case 'link':
      return []
    case 'read':
    case 'write':
      return [bindStep(mount, mount.kind === 'read' ? ['ro'] : [], host)]
    case 'disk':
      return [diskStep(mount.path, `size=${mount.bytes},mode=${mount.mode},nosuid,nodev`)]
    case 'proc':
      return [{ path: mount.path, what: ['proc', 'proc', 'nosuid,nodev,noexec'] }]
    case 'dev':
      return [diskStep(mount.path, 'size=64k,mode=755,nosuid'), ...DEVICES.map((path) => deviceStep(path, host))]
  }
}

function diskStep(path: string, options: string): Step {
  return { path, what: ['tmpfs', 'tmpfs', options], isDisk: true }
}

/** Read-only is the device, not what is written to it: root in a sandbox is still its owner. */
function deviceStep(path: string, host: readonly HostMount[]): Step {
  return { path, what: [path, 'none', ['bind', 'nosuid', 'ro', ...keptOptions(path, host)].join(',')], isFile: true }
}

function bindStep(
  { path, source }: { path: string; source: string },
  options: readonly string[],
  host: readonly HostMount[],
): Step {
  const all = ['rbind', 'nosuid', 'nodev', ...options, ...keptOptions(source, host)].join(',')
  return { path, what: [source, 'none', all], isFile: !statSync(source).isDirectory() }
}

/** What the host forbids on a disk cannot be allowed again in a namespace, so it has to be said again. */
function keptOptions(source: string, host: readonly HostMount[]): string[] {
  return host.findLast((mount) => contains(mount.path, source))?.options.includes('noexec') ? ['noexec'] : []
}

/** Steps that one call of `mount` can take: a disk must be there before folders are made in it. */
function batches(steps: readonly Step[]): Step[][] {
  const found: Step[][] = [[]]
  for (const step of steps) {
    const last = found.at(-1) ?? []
    if (last.some(({ isDisk, path }) => isDisk && contains(path, step.path))) found.push([step])
    else last.push(step)
  }
  return found
}

function mountBatch(batch: readonly Step[], all: readonly Step[]): string[] {
  // In what comes from the host nothing can be made; there it is there already.
  const made = batch.filter((step) => {
    const below = all.slice(0, all.indexOf(step)).findLast(({ path }) => contains(path, step.path))
    return below === undefined || below.isDisk
  })
  const folders = made.map(({ path, isFile }) => (isFile ? dirname(path) : path))
  const files = made.filter(({ isFile }) => isFile).map(({ path }) => path)
  return [
    ...(folders.length === 0 ? [] : [`mkdir -p ${folders.map(inRoot).join(' ')}`]),
    ...files.map((path) => `[ -e ${inRoot(path)} ] || : > ${inRoot(path)}`),
    `cat > ${FSTAB} <<'END'`,
    ...batch.map(({ path, what: [source, type, options] }) =>
      [fstabWord(source), fstabWord(ROOT + path), type, options, '0', '0'].join(' '),
    ),
    'END',
    `mount -a -T ${FSTAB}`,
  ]
}

/** What is mounted inside a folder that is shown comes with it, and would stay as it is. */
function closeInner({ path, source }: { path: string; source: string }, host: readonly HostMount[]): string[] {
  return host
    .filter((inner) => inner.path !== source && contains(source, inner.path))
    .map((inner) => {
      const kept = inner.options.includes('noexec') ? ',noexec' : ''
      return `mount -o remount,bind,ro,nosuid,nodev${kept} ${inRoot(path + inner.path.slice(source.length))}`
    })
}

function inRoot(path: string): string {
  return shellWord(ROOT + path)
}

/** A word of fstab: what would end it is written as its number. */
function fstabWord(text: string): string {
  return text.replace(/[\s\\#]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`)
}

/** A text as one word of a shell, whatever is in it. */
function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
