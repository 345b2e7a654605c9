import { SkillError } from '@skillwright/contract'
import { containCommand } from '../contain/contain-command.ts'
import { type ContainmentOffer, requireContainment } from '../contain/detect-containment.ts'
import { type EgressOptions, openEgressProxy } from '../contain/egress-proxy.ts'
import { type SandboxEgress, sandboxEgress } from '../contain/sandbox-egress.ts'
import { seccompFilter } from '../contain/seccomp-filter.ts'
import type { LaunchSpec, ProcessLimits } from '../launch.ts'
import { type Command, countCommand, limitCommand } from './limit-command.ts'
import { newRunMark, type RunMark } from './run-mark.ts'

/** What an operator decides about all launches. */
export interface PlanOptions extends Omit<EgressOptions, 'declared'> {
  /** Gives even a skill without network a proxy that refuses everything, so that its attempts are seen. */
  readonly observeNetwork?: boolean
  /** Whose `~` a granted path means. */
  readonly home?: string
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
  /** How stray descendants are recognised; undefined where nothing can mark them. */
  readonly mark: RunMark | undefined
  /** What the whole tree of processes must not exceed, our own helpers included. */
  readonly watched: ProcessLimits
  /** Gives back what was opened for this launch. */
  release(): Promise<void>
}

// bubblewrap outside and inside, and the forwarder.
const OWN_PROCESSES = 3
// The threads of Node, which the kernel counts like processes, and the memory of the forwarder.
const FORWARDER_THREADS = 16
const FORWARDER_BYTES = 128 * 1024 ** 2

/** Decides how a spec is started on this host. Throws SANDBOX_UNAVAILABLE rather than start anything with less than it asks for. */
export async function planLaunch(spec: LaunchSpec, offer: ContainmentOffer, options: PlanOptions): Promise<LaunchPlan> {
  return spec.containment === undefined ? planUncontained(spec, offer) : planContained(spec, offer, options)
}

function planUncontained(spec: LaunchSpec, { prlimit }: ContainmentOffer): LaunchPlan {
  const { command, cwd, env, limits } = spec
  const plan = { cwd, env, feeds: [], watched: limits, release: async () => undefined }
  if (prlimit === undefined) {
    if (Object.values(limits).every((limit) => limit === undefined)) return { ...plan, command, mark: undefined }
    throw new SkillError('SANDBOX_UNAVAILABLE', 'This host cannot limit a process: prlimit is missing', {
      hint: 'Install util-linux, or run without limits',
    })
  }
  const mark = newRunMark()
  return { ...plan, command: limitCommand(command, limits, prlimit, mark), mark }
}

async function planContained(spec: LaunchSpec, offer: ContainmentOffer, options: PlanOptions): Promise<LaunchPlan> {
  const { bwrap, prlimit } = requireContainment(offer)
  const declared = spec.containment?.network ?? []
  const isOnline = declared.length > 0 || options.observeNetwork === true
  const proxy = isOnline ? await openEgressProxy({ ...options, declared }) : undefined
  const release = async () => proxy?.[Symbol.asyncDispose]()
  try {
    const egress = proxy === undefined ? undefined : sandboxEgress(proxy)
    const { processes } = withOwn(spec.limits, egress === undefined ? 0 : FORWARDER_THREADS)
    const isCounted = processes !== undefined && offer.countsProcesses
    const counted = (inner: Command) => (isCounted ? countCommand(inner, processes, prlimit) : inner)
    const seccomp = seccompFilter()
    const { command, feeds } = containCommand(
      { ...spec, env: { ...spec.env, ...egress?.env } },
      {
        bwrap,
        ...(egress === undefined ? {} : { files: egress.files }),
        programs: [prlimit, ...(egress?.programs ?? [])],
        wrap: (inner) => egress?.wrap(counted(inner)) ?? counted(inner),
        ...(seccomp === undefined ? {} : { seccomp }),
        ...(options.home === undefined ? {} : { home: options.home }),
        ...(options.tmpBytes === undefined ? {} : { tmpBytes: options.tmpBytes }),
      },
    )
    // The PID namespace ends what is in it, but bubblewrap killed while it still sets it up would leave its other half.
    const mark = newRunMark()
    return {
      command: limitCommand(command, spec.limits, prlimit, mark),
      cwd: '/',
      // What bubblewrap itself has as environment is readable from inside.
      env: {},
      feeds,
      mark,
      watched: watchedOf(spec.limits, egress),
      release,
    }
  } catch (cause) {
    await release()
    throw cause
  }
}

function watchedOf(limits: ProcessLimits, egress: SandboxEgress | undefined): ProcessLimits {
  const { memoryBytes } = limits
  const isMore = egress !== undefined && memoryBytes !== undefined
  return withOwn(isMore ? { ...limits, memoryBytes: memoryBytes + FORWARDER_BYTES } : limits, 0)
}

function withOwn(limits: ProcessLimits, threads: number): ProcessLimits {
  return limits.processes === undefined ? limits : { ...limits, processes: limits.processes + OWN_PROCESSES + threads }
}
