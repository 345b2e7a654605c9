import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import type { Command, Containment, LaunchSpec } from '../launch.ts'
import { dataGrants, trialGrant } from './data-folder.ts'
import { contains, type GrantedPath, grantedPaths, grantPlace, ownHome } from './granted-paths.ts'
import { programInside, programMounts, refuseExposed } from './program-mounts.ts'

/** One thing that a sandbox has at a path. */
export type SandboxMount =
  | ({ readonly kind: 'read' | 'write' } & GrantedPath)
  | ({ readonly kind: 'disk' } & PrivateFolder)
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'proc' | 'dev'; readonly path: string }

/** What a contained process sees, whatever makes the sandbox. */
export interface SandboxLayout {
  /** In the order they are put there: a later one covers an earlier one. */
  readonly mounts: readonly SandboxMount[]
  /** The path by which the program is started. */
  readonly program: string
}

/** What a sandbox holds beyond what the spec says. */
interface LayoutOptions {
  /** Programs besides the command's own that are started inside. */
  readonly programs?: readonly string[]
  /** Size of the private /tmp. */
  readonly tmpBytes?: number
}

// What programs expect in /etc, and nothing that tells about this machine's users or network.
const ETC = [
  'alternatives',
  'fonts',
  'ld.so.cache',
  'localtime',
  'mime.types',
  'pki/ca-trust',
  'pki/tls/certs',
  'protocols',
  'services',
  'ssl/certs',
  'ssl/openssl.cnf',
  'timezone',
]
const NOTHING_WRITTEN = { own: [], others: [] }
const SYSTEM = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
// Root without capabilities may still write what root owns: /proc/sys/kernel/core_pattern would start a program outside.
const PROC_READ_ONLY = ['sys', 'fs', 'irq', 'bus', 'sysrq-trigger', 'mtrr', 'pressure'].map((name) => `/proc/${name}`)
const PROC_HIDDEN = ['kcore', 'keys', 'key-users', 'kmsg', 'timer_list', 'sched_debug'].map((name) => `/proc/${name}`)

/** Lays out the sandbox for a spec with containment: the system, private disks, the skill, its interpreter, its grants. */
export function sandboxLayout({ containment, command: [program] }: LaunchSpec, options: LayoutOptions): SandboxLayout {
  if (containment === undefined) throw new TypeError('Only a spec with containment has a sandbox')
  const { programs = [], tmpBytes } = options
  const { home = ownHome(), skillDir } = containment
  const { own, others } = containment.write.length === 0 ? NOTHING_WRITTEN : dataGrants(containment)
  const grantOptions = { written: others, home }
  const place = { skillDir, home }
  const started = [program, ...programs].flatMap((path) => programMounts(path, place))
  const granted = [...own, ...grantedPaths(others, 'write', grantOptions)]
  refuseWritable(started, granted)
  const written = containment.isTrial === true ? granted.map((path) => trialGrant(path, containment)) : granted
  const skill = { path: skillDir, source: containment.skillFrom ?? skillDir }
  const support = (containment.support ?? []).map((path) => ({ path, source: realpathSync(path) }))
  for (const { path, source } of [skill, ...support]) refuseExposed(path, source, grantPlace(home))
  return {
    mounts: [
      ...systemMounts(),
      ...procMounts(),
      { kind: 'dev', path: '/dev' },
      ...privateFolders(containment, tmpBytes).map((folder) => ({ kind: 'disk' as const, ...folder })),
      readable(skill),
      ...started.map(readable),
      ...support.map(readable),
      ...grantedPaths(containment.read, 'read', grantOptions).map(readable),
      ...written.map((path) => ({ kind: 'write' as const, ...path })),
    ],
    program: programInside(program, place),
  }
}

/** What runs outside too must not be changed from inside. */
function refuseWritable(programs: readonly GrantedPath[], written: readonly GrantedPath[]): void {
  for (const { source } of programs)
    for (const grant of written)
      if (contains(grant.source, source))
        throw new SkillError(
          'PERMISSION_DENIED',
          `The skill may not write ${grant.path}: it holds ${source}, which runs outside too`,
          {
            hint: 'Declare a folder that holds nothing but the data of the skill',
          },
        )
}

/** The read-only system every sandbox has: /usr with the links into it as the host has them, and harmless parts of /etc. */
function systemMounts(): SandboxMount[] {
  return [
    readable(atOwnPath('/usr')),
    ...SYSTEM.filter((path) => existsSync(path)).map((path) =>
      lstatSync(path).isSymbolicLink()
        ? ({ kind: 'link', path, target: readlinkSync(path) } as const)
        : readable(atOwnPath(path)),
    ),
    ...ETC.map((name) => `/etc/${name}`)
      .filter((path) => existsSync(path))
      .map((path) => readable(atOwnPath(path))),
  ]
}

function procMounts(): SandboxMount[] {
  return [
    { kind: 'proc', path: '/proc' },
    ...PROC_READ_ONLY.filter((path) => existsSync(path)).map((path) => readable(atOwnPath(path))),
    ...PROC_HIDDEN.filter((path) => existsSync(path)).map((path) => readable({ path, source: '/dev/null' })),
  ]
}

function readable(path: GrantedPath): SandboxMount {
  return { kind: 'read', ...path }
}

function atOwnPath(path: string): GrantedPath {
  return { path, source: path }
}

/** Size of the private /tmp unless an operator says otherwise. */
export const TMP_BYTES = 256 * 1024 ** 2
const SHM_BYTES = 64 * 1024 ** 2
const HOME_BYTES = 64 * 1024 ** 2

/** A disk of memory that a sandbox has to itself. */
export interface PrivateFolder {
  readonly path: string
  readonly bytes: number
  readonly mode: '1777' | '0700'
}

// A disk here would hide what every program needs.
const NO_HOME = ['/', '/bin', '/etc', '/lib', '/lib32', '/lib64', '/libx32', '/sbin', '/tmp', '/usr']
const KERNEL = ['/proc', '/sys', '/dev']

/**
 * The folders that a contained process may write and that are empty at first and gone afterwards. The home folder is at
 * the host's own path, so that `~` means the same inside and outside.
 */
export function privateFolders({ home }: Containment, tmpBytes = TMP_BYTES): PrivateFolder[] {
  return [
    { path: '/dev/shm', bytes: SHM_BYTES, mode: '1777' },
    { path: '/tmp', bytes: tmpBytes, mode: '1777' },
    ...(home !== undefined && isRoom(home) ? [{ path: home, bytes: HOME_BYTES, mode: '0700' } as const] : []),
  ]
}

function isRoom(home: string): boolean {
  return home.startsWith('/') && !NO_HOME.includes(home) && !KERNEL.some((place) => contains(place, home))
}

/** A command that starts contained: what it reads on descriptors 3, 4, … must be written there. */
export interface ContainedCommand {
  readonly command: Command
  readonly feeds: readonly Uint8Array[]
}

/** Options of bubblewrapCommand beyond the layout. */
interface BubblewrapOptions {
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
    command: shieldDevices([bwrap, '--args', '3', '--', ...wrap([program, ...args])]),
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

/** Something that is mounted on this machine. */
export interface HostMount {
  readonly path: string
  readonly options: readonly string[]
}

/** What is mounted on this machine, as we see it. */
export function hostMounts(): HostMount[] {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, , , , path = '', options = '']) => ({
      path: path.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8))),
      options: options.split(','),
    }))
    .filter(({ path }) => path !== '')
}

/** The devices that every sandbox has: the host's own, since none can be made in a sandbox. */
export const DEVICES = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

const PATH = 'PATH=/usr/sbin:/usr/bin:/sbin:/bin'
const FAILED = '{ echo "sandbox: this host did not let us make one" >&2; exit 125; }'

/**
 * Puts before a bubblewrap command what makes the host's devices read-only for it, where they are ours: root without
 * capabilities is still their owner, and could take /dev/null from everybody. bubblewrap makes no device read-only itself, but
 * keeps one that is; what is written to it goes through all the same.
 */
export function shieldDevices(command: Command): Command {
  if (statSync('/dev/null').uid !== process.getuid?.()) return command
  // What is mounted in the folder comes with it and stays as it is.
  const places = ['/dev', ...hostMounts().flatMap(({ path }) => (DEVICES.includes(path) ? [path] : []))]
  const mounts = places.map((place) => `mount -o rbind,ro ${place} ${place} || ${FAILED}`)
  return [
    ...(['/usr/bin/env', PATH, 'unshare', '--user', '--map-root-user', '--mount', '--'] as const),
    ...['/bin/sh', '-c', [...mounts, 'exec env -i "$@"'].join('\n'), 'sh', ...command],
  ]
}
