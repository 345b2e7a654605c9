import type { Server } from 'node:net'
import { type Container, type ContainmentOffer, requireContainment } from '../contain/detect-containment.ts'
import { type EgressOptions, openEgressProxy, sandboxEgress } from '../contain/egress-proxy.ts'
import { namespacesCommand } from '../contain/namespaces-command.ts'
import {
  bubblewrapCommand,
  type ContainedCommand,
  privateFolders,
  type SandboxLayout,
  sandboxLayout,
  TMP_BYTES,
} from '../contain/sandbox-layout.ts'
import { seccompFilter } from '../contain/seccomp-filter.ts'
import type { Command, Containment, LaunchSpec, ProcessLimits } from '../launch.ts'
import type { GroupLimits } from './group-host.ts'
import { newRunMark, type RunGroup, type RunMark } from './run-group.ts'
import { type TreeLimits, unixBufferBytes } from './watch-tree.ts'

/** What an operator decides about all launches. */
export interface PlanOptions extends Omit<EgressOptions, 'declared'> {
  /** Gives even a skill without network a proxy that refuses everything, so that its attempts are seen. */
  readonly observeNetwork?: boolean
  /** Size of the private /tmp. */
  readonly tmpBytes?: number
}

/** A spec turned into what is really started. */
export interface LaunchPlan {
  readonly command: Command
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** What the process reads on descriptors 3, 4, …. */
  readonly feeds: readonly Uint8Array[]
  /** Called with the socket on which the process has us listen; then there is a channel for it after the feeds. */
  readonly onListener?: (listener: Server) => void
  /** What holds all its processes together, where the host has that. */
  readonly group: RunGroup | undefined
  /** How stray descendants are recognised otherwise; undefined where nothing can mark them. */
  readonly mark: RunMark | undefined
  /** What the whole tree of processes must not exceed, our own helpers included. */
  readonly watched: TreeLimits
  /** Gives back what was opened for this launch. */
  release(): Promise<void>
}

// bubblewrap outside and inside; `unshare`, its shell, and what that starts before the command.
const OWN_PROCESSES = { bubblewrap: 2, namespaces: 4 }
// RLIMIT_NPROC refuses without a report; with a few more than allowed the watch sees which launch exceeded it.
const SEEN_PROCESSES = 8
// Where the first feed is; the channel for a listening socket comes after the last.
const FIRST_FEED = 3
// A private disk that is full of small files has this many, and no more.
const BYTES_PER_FILE = 4096
// V8 maps 0.6 GB of data at start, so a lower kernel limit ends Node before its first line; below this the watch decides.
const LEAST_DATA_BYTES = 1024 ** 3

/** Decides how a spec is started on this host. Throws SANDBOX_UNAVAILABLE rather than start anything with less than it asks for. */
export async function planLaunch(spec: LaunchSpec, offer: ContainmentOffer, options: PlanOptions): Promise<LaunchPlan> {
  const { containment } = spec
  return containment === undefined ? planUncontained(spec, offer) : planContained(spec, containment, offer, options)
}

/** Uncontained on purpose: what a host without prlimit (macOS, Windows) cannot limit runs unlimited, but for time and output. */
function planUncontained({ command, cwd, env, limits }: LaunchSpec, { prlimit, groups }: ContainmentOffer): LaunchPlan {
  const group = groups?.open(limits)
  const mark = group === undefined && prlimit !== undefined ? newRunMark() : undefined
  const limited = prlimit === undefined ? command : limitCommand(command, limits, prlimit, mark)
  return {
    command: group?.join(limited) ?? limited,
    cwd,
    env,
    feeds: [],
    group,
    mark,
    watched: limits,
    release: async () => group?.end(),
  }
}

async function planContained(
  spec: LaunchSpec,
  containment: Containment,
  offer: ContainmentOffer,
  options: PlanOptions,
): Promise<LaunchPlan> {
  const container = requireContainment(offer)
  const { prlimit } = container
  const declared = containment.network
  const isOnline = declared.length > 0 || options.observeNetwork === true
  await using open = new AsyncDisposableStack()
  const proxy = isOnline ? open.use(openEgressProxy({ ...options, declared })) : undefined
  const egress = proxy === undefined ? undefined : sandboxEgress(FIRST_FEED + feedCount(container))
  const limits = withOwn(spec.limits, OWN_PROCESSES[container.kind])
  const { processes } = limits
  const isCounted = processes !== undefined && offer.countsProcesses
  const counted = (inner: Command) => (isCounted ? countCommand(inner, processes + SEEN_PROCESSES, prlimit) : inner)
  const { tmpBytes = TMP_BYTES } = options
  const layout = sandboxLayout(spec, {
    tmpBytes,
    programs: [prlimit, ...(egress === undefined ? [] : [egress.program])],
  })
  const { command, feeds } = containCommand(
    { ...spec, env: { ...spec.env, ...egress?.env } },
    layout,
    container,
    (inner) => (egress === undefined ? counted(inner) : egress.wrap(counted(inner))),
  )
  const disks = privateFolders(containment, tmpBytes)
  const watched = {
    ...limits,
    privateFiles: tmpBytes / BYTES_PER_FILE,
    privateDisks: disks.map(({ path }) => path),
    unixBytes: unixBufferBytes(container.kind === 'bubblewrap' && seccompFilter() !== undefined),
  }
  const diskBytes = disks.reduce((sum, { bytes }) => sum + bytes, 0)
  const group = offer.groups?.open(groupLimits(processes, watched.memoryBytes, diskBytes))
  if (group !== undefined) open.defer(() => group.end())
  // The PID namespace ends what is in it, but bubblewrap killed while it still sets it up would leave its other half.
  const mark = group === undefined ? newRunMark() : undefined
  const limited = limitCommand(command, spec.limits, prlimit, mark)
  const opened = open.move()
  return {
    command: group?.join(limited) ?? limited,
    cwd: '/',
    // What bubblewrap itself has as environment is readable from inside.
    env: {},
    feeds,
    ...(proxy === undefined ? {} : { onListener: (listener: Server) => proxy.serve(listener) }),
    group,
    mark,
    watched,
    release: () => opened.disposeAsync(),
  }
}

function containCommand(
  spec: LaunchSpec,
  layout: SandboxLayout,
  container: Container,
  wrap: (command: Command) => Command,
): ContainedCommand {
  if (container.kind === 'namespaces') return namespacesCommand(spec, layout, { wrap })
  return bubblewrapCommand(spec, layout, { bwrap: container.bwrap, seccomp: seccompFilter(), wrap })
}

function feedCount({ kind }: Container): number {
  return kind === 'bubblewrap' && seccompFilter() === undefined ? 1 : 2
}

/** The kernel counts the private disks as memory. */
function groupLimits(processes: number | undefined, memoryBytes: number | undefined, diskBytes: number): GroupLimits {
  return {
    ...(processes === undefined ? {} : { processes }),
    ...(memoryBytes === undefined ? {} : { memoryBytes: memoryBytes + diskBytes }),
  }
}

function withOwn(limits: ProcessLimits, own: number): ProcessLimits {
  return limits.processes === undefined ? limits : { ...limits, processes: limits.processes + own }
}

/** Puts `prlimit` before a command: it sets limits and mark on itself and becomes the command. */
function limitCommand(command: Command, limits: ProcessLimits, prlimit: string, mark: RunMark | undefined): Command {
  const { memoryBytes, cpuSeconds, fileBytes } = limits
  const flags = ['--core=0', ...(mark === undefined ? [] : [`--rttime=${mark}`])]
  if (memoryBytes !== undefined) flags.push(`--data=${Math.max(Math.round(memoryBytes), LEAST_DATA_BYTES)}`)
  // The soft limit names the reason (SIGXCPU), the hard one a second later cannot be ignored.
  if (cpuSeconds !== undefined) flags.push(`--cpu=${Math.ceil(cpuSeconds)}:${Math.ceil(cpuSeconds) + 1}`)
  if (fileBytes !== undefined) flags.push(`--fsize=${Math.round(fileBytes)}`)
  return [prlimit, ...flags, ...command]
}

/** Limits the processes of one user namespace, from inside it; outside, all processes of the user would count. */
function countCommand(command: Command, processes: number, prlimit: string): Command {
  return [prlimit, `--nproc=${Math.round(processes)}`, ...command]
}
