import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { Socket } from 'node:net'
import { release } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { SkillError } from '@skillwright/contract'
import { findGroupHost, type GroupHost } from '../launch/group-host.ts'
import { findProgram } from '../plan/interpreters.ts'
import { howToAllowNamespaces, howToGetBwrap } from './how-to-contain.ts'
import { namespacesCommand } from './namespaces-command.ts'
import { sandboxLayout, shieldDevices } from './sandbox-layout.ts'
import { seccompFilter } from './seccomp-filter.ts'

/** What a host offers to contain and limit processes with. */
export interface ContainmentOffer {
  /** The bubblewrap program, when it is there and can make a sandbox. */
  readonly bwrap: string | undefined
  /** Whether a sandbox can be made by util-linux, which is tried where bubblewrap makes none. */
  readonly namespaces: boolean
  readonly prlimit: string | undefined
  /** Where processes can be put into cgroups, which count them for every user, root included. */
  readonly groups: GroupHost | undefined
  /** True when RLIMIT_NPROC counts processes, which it does for all but root; with neither we count, ten times a second. */
  readonly countsProcesses: boolean
  /** Why something is missing, and how to get it; found out when it is asked for. */
  readonly problems: readonly string[]
}

const run = promisify(execFile)

/** What makes a sandbox on a host, and limits what runs in it. */
export type Container = { readonly prlimit: string } & (
  | { readonly kind: 'bubblewrap'; readonly bwrap: string }
  | { readonly kind: 'namespaces' }
)

/**
 * Finds out what this host offers, by making a sandbox rather than by asking what should work. What has worked is remembered
 * in `memory`, and believed for as long as nothing it depends on has changed.
 */
export async function detectContainment({
  path = process.env.PATH ?? '',
  memory,
}: {
  readonly path?: string
  readonly memory?: SandboxMemory | undefined
} = {}): Promise<ContainmentOffer> {
  const [bwrap, prlimitLink] = await Promise.all([findProgram('bwrap', path), findProgram('prlimit', path)])
  // A sandbox has the program itself, not what leads to it.
  const prlimit = prlimitLink === undefined ? undefined : await realpath(prlimitLink)
  const proved = bwrap === undefined ? undefined : memory?.recall(bwrap)
  const failure = bwrap === undefined || proved !== undefined ? undefined : await trySandbox(bwrap)
  const isWrapped = bwrap !== undefined && failure === undefined
  const other = isWrapped || prlimit === undefined ? 'not tried' : await tryNamespaces()
  const groups = findGroupHost({ isProved: proved?.groups === true })
  // Nothing that failed is remembered: it may work the next time, and to believe it would be to contain less.
  if (isWrapped && proved === undefined) memory?.keep(bwrap, { groups: groups?.isWhole === true })
  return {
    bwrap: isWrapped ? bwrap : undefined,
    namespaces: other === undefined,
    prlimit,
    groups,
    countsProcesses: process.getuid?.() !== 0,
    get problems() {
      return [
        ...(prlimit === undefined ? ['prlimit is missing: install util-linux'] : []),
        ...(bwrap === undefined ? [`bubblewrap is missing: ${howToGetBwrap()}`] : []),
        ...(failure === undefined ? [] : [`bubblewrap cannot make a sandbox: ${explain(failure)}`]),
        ...(isWrapped || other === undefined || prlimit === undefined
          ? []
          : [`util-linux cannot make one either: ${explain(other)}`]),
      ]
    },
  }
}

/** The best container of an offer, or the error that says what is missing and what to type. */
export function requireContainment(offer: ContainmentOffer): Container {
  const { bwrap, namespaces, prlimit } = offer
  if (bwrap !== undefined && prlimit !== undefined) return { kind: 'bubblewrap', bwrap, prlimit }
  if (namespaces && prlimit !== undefined) return { kind: 'namespaces', prlimit }
  const { problems } = offer
  throw new SkillError('SANDBOX_UNAVAILABLE', `This host cannot contain a skill: ${problems.join('; ')}`, {
    details: { problems },
    hint: `${problems.join('. ')}. \`skillwright doctor\` shows what is there; --unsafe-no-sandbox runs it uncontained`,
  })
}

async function trySandbox(bwrap: string): Promise<string | undefined> {
  const flags = ['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--cap-drop', 'ALL']
  const mounts = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp']
  const [program, ...args] = shieldDevices([bwrap, ...flags, ...mounts, '/bin/true'])
  return run(program, args, { env: {}, timeout: 5_000 }).then(
    () => undefined,
    (cause: Error & { stderr?: string }) => (cause.stderr ?? cause.message).trim(),
  )
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

function explain(message: string): string {
  if (/disable-userns/.test(message)) return `${message}; version 0.8 or newer is needed: ${howToGetBwrap()}`
  const command = howToAllowNamespaces()
  return command === undefined ? message : `${message}; allow it with: ${command}`
}

/** How well what runs is contained. */
export interface ContainmentLevel {
  /** What makes the sandbox: bubblewrap, or namespaces by util-linux where there is no bubblewrap. */
  readonly kind: 'bubblewrap' | 'namespaces' | 'none'
  /** Whether system calls that attack the kernel are refused; without it a sandbox is never enough for the hub's verify. */
  readonly systemCallFilter: boolean
}

/** No sandbox at all. */
export const UNCONTAINED: ContainmentLevel = { kind: 'none', systemCallFilter: false }

/** The best that a host offers. */
export function containmentLevel({ bwrap, namespaces, prlimit }: ContainmentOffer): ContainmentLevel {
  if (prlimit === undefined) return UNCONTAINED
  if (bwrap !== undefined) return { kind: 'bubblewrap', systemCallFilter: seccompFilter() !== undefined }
  return namespaces ? { kind: 'namespaces', systemCallFilter: false } : UNCONTAINED
}

/** The level in words, the same everywhere. */
export function describeContainment({ kind, systemCallFilter }: ContainmentLevel): string {
  if (kind === 'none') return 'not contained'
  return systemCallFilter ? 'contained' : 'contained, no system call filter'
}

/** What has worked on a host. */
interface ProvedSandbox {
  /** Whether groups of processes could be made in every place for them. */
  readonly groups: boolean
}

/**
 * Remembers that a bubblewrap has made a sandbox here, which takes as long to find out as to run a small skill. It holds only
 * what to leave untried, never which program is run or whether one is contained: where it is wrong, a run fails.
 */
export interface SandboxMemory {
  /** What this bubblewrap has done, if nothing that it depends on has changed since. */
  recall(bwrap: string): ProvedSandbox | undefined
  keep(bwrap: string, proved: ProvedSandbox): void
  /** After a run that failed: the next one finds out again. */
  forget(): void
}

/** The memory in a cache folder. One that cannot be read or written remembers nothing. */
export function sandboxMemory(cacheDir: string): SandboxMemory {
  const file = join(cacheDir, 'sandbox.json')
  return {
    recall(bwrap) {
      const known = quietly(() => JSON.parse(readFileSync(file, 'utf8')) as { for?: unknown; groups?: unknown } | null)
      const circumstances = quietly(() => circumstancesOf(bwrap))
      if (circumstances === undefined || known?.for !== circumstances) return undefined
      return { groups: known.groups === true }
    },
    keep(bwrap, { groups }) {
      quietly(() => {
        mkdirSync(cacheDir, { recursive: true })
        const draft = `${file}.${process.pid}`
        writeFileSync(draft, JSON.stringify({ for: circumstancesOf(bwrap), groups }), { mode: 0o600 })
        renameSync(draft, file)
      })
    },
    forget() {
      quietly(() => rmSync(file, { force: true }))
    },
  }
}

// Kernel settings that decide which users may make namespaces.
const SETTINGS = [
  ...['kernel/unprivileged_userns_clone', 'kernel/apparmor_restrict_unprivileged_userns', 'user/max_user_namespaces'],
  ...['user/max_pid_namespaces', 'user/max_net_namespaces', 'user/max_mnt_namespaces'],
].map((name) => `/proc/sys/${name}`)

/** Everything that decides whether a bubblewrap can make a sandbox, as one text: itself, the kernel, and what we may. */
function circumstancesOf(bwrap: string): string {
  const { dev, ino, size, mode, uid, mtimeMs, ctimeMs } = statSync(bwrap)
  const rights = /^(?:Uid|Gid|CapEff|CapBnd|NoNewPrivs|Seccomp):.*$/gm
  return JSON.stringify([
    ...[bwrap, dev, ino, size, mode, uid, mtimeMs, ctimeMs, release()],
    ...['/proc/sys/kernel/random/boot_id', '/proc/self/cgroup', '/proc/self/attr/current', ...SETTINGS].map(
      (path) => quietly(() => readFileSync(path, 'latin1')) ?? '',
    ),
    readFileSync('/proc/self/status', 'latin1').match(rights),
  ])
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
