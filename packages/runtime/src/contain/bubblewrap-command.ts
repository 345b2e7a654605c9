import { SkillError } from '@skillwright/contract'
import type { Command, LaunchSpec } from '../launch.ts'
import type { SandboxLayout, SandboxMount } from './sandbox-layout.ts'

/** A command that starts contained: what it reads on descriptors 3, 4, … must be written there. */
export interface ContainedCommand {
  readonly command: Command
  readonly feeds: readonly Uint8Array[]
}

/** Options of bubblewrapCommand beyond the layout. */
export interface BubblewrapOptions {
  /** The bubblewrap program. */
  readonly bwrap: string
  /** Wraps the command inside the sandbox, for limits; it must start from /usr. */
  readonly wrap?: (command: Command) => Command
  /** A compiled system call filter. */
  readonly seccomp?: Uint8Array | undefined
}

/**
 * The bubblewrap command for a spec. Every option goes through a descriptor, since a command line is readable by
 * every user of the host and values of the environment are among them. Start it with an empty environment.
 */
export function bubblewrapCommand(
  { command: [, ...args], env, cwd, streams }: LaunchSpec,
  { mounts, program }: SandboxLayout,
  { bwrap, seccomp, wrap = (inner) => inner }: BubblewrapOptions,
): ContainedCommand {
  const flags = [
    // Own user, PID, network, IPC, UTS and cgroup namespaces, and no way to make more.
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--uid', '1000', '--gid', '1000', '--hostname', 'skill'],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    // A process of ours that starts others is PID 1: no other process then holds its streams.
    ...(streams === 'sockets' ? ['--as-pid-1'] : []),
    ...mounts.flatMap(mountFlags),
    // What bubblewrap made to hang all this on is memory too, and would have no size.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', cwd],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(seccomp === undefined ? [] : ['--seccomp', '4']),
  ]
  // It would end the option and begin another one. What it is stays unsaid: it may be a secret.
  if (flags.some((flag) => flag.includes('\0')))
    throw new SkillError('INVALID_INPUT', 'Expected paths and environment variables without NUL, got one with it')
  return {
    command: [bwrap, '--args', '3', '--', ...wrap([program, ...args])],
    feeds: [Buffer.from(flags.map((flag) => `${flag}\0`).join('')), ...(seccomp === undefined ? [] : [seccomp])],
  }
}

function mountFlags(mount: SandboxMount): string[] {
  switch (mount.kind) {
    case 'read':
      return ['--ro-bind', mount.source, mount.path]
    case 'write':
      return ['--bind', mount.source, mount.path]
    case 'disk':
      return ['--perms', mount.mode, '--size', String(mount.bytes), '--tmpfs', mount.path]
    case 'link':
      return ['--symlink', mount.target, mount.path]
    case 'proc':
      return ['--proc', mount.path]
    case 'dev':
      return ['--dev', mount.path]
  }
}
