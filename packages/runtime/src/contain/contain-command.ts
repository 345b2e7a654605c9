import { existsSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import type { Command } from '../launch/limit-command.ts'
import type { LaunchSpec } from '../launch.ts'
import { dataGrants } from './data-folder.ts'
import { type GrantedPath, grantedPaths } from './granted-paths.ts'
import { programInside, programMounts } from './program-mounts.ts'
import { systemBinds } from './system-binds.ts'

/** What a sandbox is made with, beyond what the spec says. */
export interface ContainOptions {
  /** The bubblewrap program. */
  readonly bwrap: string
  /** Wraps the command inside the sandbox, for limits; it must start from /usr. */
  readonly wrap?: (command: Command) => Command
  /** Programs besides the command's own that are started inside. */
  readonly programs?: readonly string[]
  /** A compiled system call filter. */
  readonly seccomp?: Uint8Array
  readonly home?: string
  /** Size of the private /tmp. */
  readonly tmpBytes: number
}

/** A command that starts contained: what it reads on descriptors 3, 4, … must be written there. */
export interface ContainedCommand {
  readonly command: Command
  readonly feeds: readonly Uint8Array[]
}

/** Size of the private /tmp unless an operator says otherwise. */
export const TMP_BYTES = 256 * 1024 ** 2
/** Size of the private /dev/shm. */
export const SHM_BYTES = 64 * 1024 ** 2
// Root without capabilities may still write what root owns: /proc/sys/kernel/core_pattern would start a program outside.
const PROC_READ_ONLY = [
  '/proc/sys',
  '/proc/fs',
  '/proc/irq',
  '/proc/bus',
  '/proc/sysrq-trigger',
  '/proc/mtrr',
  '/proc/pressure',
]
const PROC_HIDDEN = [
  '/proc/kcore',
  '/proc/keys',
  '/proc/key-users',
  '/proc/kmsg',
  '/proc/timer_list',
  '/proc/sched_debug',
]

/**
 * The bubblewrap command for a spec with containment. Every option goes through a descriptor, since a command line is
 * readable by everybody on the host and values of the environment are among them. Start it with an empty environment.
 */
export function containCommand(spec: LaunchSpec, options: ContainOptions): ContainedCommand {
  const { containment, command, env, cwd } = spec
  if (containment === undefined) throw new TypeError('containCommand needs a spec with containment')
  const { home, wrap = (inner: Command) => inner } = options
  const { own, others } = dataGrants(containment)
  const grantOptions = { written: others, ...(home === undefined ? {} : { home }) }
  const [program, ...args] = command
  const skill = { path: containment.skillDir, source: containment.skillFrom ?? containment.skillDir }
  const place = { skillDir: skill.path, ...(home === undefined ? {} : { home }) }
  const programs = [program, ...(options.programs ?? [])].flatMap((path) => programMounts(path, place))
  const flags = [
    // Own user, PID, network, IPC, UTS and cgroup namespaces, and no way to make more.
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--hostname', 'skill'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...(spec.streams === 'sockets' ? ['--as-pid-1'] : []),
    ...systemBinds(),
    ...procMounts(),
    ...['--dev', '/dev', '--perms', '1777', '--size', String(SHM_BYTES), '--tmpfs', '/dev/shm'],
    ...['--perms', '1777', '--size', String(options.tmpBytes), '--tmpfs', '/tmp'],
    ...binds('--ro-bind', [skill]),
    ...binds('--ro-bind', programs),
    ...binds('--ro-bind', grantedPaths(containment.read, 'read', grantOptions)),
    ...binds('--bind', [...own, ...grantedPaths(others, 'write', grantOptions)]),
    // What bubblewrap made to hang all this on is memory too, and would have no size.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', cwd],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(options.seccomp === undefined ? [] : ['--seccomp', '4']),
  ]
  // It would end the option and begin another one. What it is stays unsaid: it may be a secret.
  if (flags.some((flag) => flag.includes('\0')))
    throw new SkillError('INVALID_INPUT', 'Expected paths and environment variables without NUL, got one with it')
  return {
    command: [options.bwrap, '--args', '3', '--', ...wrap([programInside(program, place), ...args])],
    feeds: [
      Buffer.from(flags.map((flag) => `${flag}\0`).join('')),
      ...(options.seccomp === undefined ? [] : [options.seccomp]),
    ],
  }
}

function procMounts(): string[] {
  return [
    '--proc',
    '/proc',
    ...PROC_READ_ONLY.flatMap((path) => (existsSync(path) ? ['--ro-bind', path, path] : [])),
    ...PROC_HIDDEN.flatMap((path) => (existsSync(path) ? ['--ro-bind', '/dev/null', path] : [])),
  ]
}

function binds(flag: '--bind' | '--ro-bind', paths: readonly GrantedPath[]): string[] {
  return paths.flatMap(({ path, source }) => [flag, source, path])
}
