import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SkillError } from '@skillwright/contract'
import type { Command, LaunchSpec } from '../launch.ts'
import { mountScript, shellWord } from './mount-script.ts'
import { type ContainedCommand, type SandboxLayout, sandboxLayout } from './sandbox-layout.ts'

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

const PATIENCE_MS = 10_000

/** Tries whether a sandbox can be made with util-linux alone, by making one. What was said when it cannot. */
export async function tryNamespaces(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'namespaces are there on Linux only'
  const containment = { skillDir: '/usr', read: [], write: [], network: [] }
  const spec = { command: ['/bin/true'] as const, cwd: '/', env: {}, limits: {}, containment }
  const { command, feeds } = namespacesCommand(spec, sandboxLayout(spec, {}))
  const [program, ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: {},
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  })
  for (const [i, bytes] of feeds.entries()) {
    const feed = child.stdio[3 + i]
    if (feed instanceof Socket) feed.on('error', () => undefined).end(bytes)
  }
  const code = new Promise<number | string | null>((resolve) =>
    child.on('error', ({ message }) => resolve(message)).on('close', resolve),
  )
  const said = child.stderr === null ? '' : await text(child.stderr)
  const ended = await code
  return ended === 0 ? undefined : said.trim().split('\n')[0] || `it ended with ${ended}`
}
