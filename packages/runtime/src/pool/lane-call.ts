import type { PipedChild } from '../answer/piped-child.ts'
import type { Exit, ProcessLimits } from '../launch.ts'
import { exitOf } from './exit-of.ts'
import type { FrameKind, LaneFrame } from './lane-frames.ts'

const LIMIT_SIGNALS = new Map<string | null, keyof ProcessLimits>([
  ['SIGXCPU', 'cpuSeconds'],
  ['SIGXFSZ', 'fileBytes'],
])
// What a script says when the system refuses it a process or memory.
const REFUSALS = ['BlockingIOError', 'MemoryError', 'Resource temporarily unavailable', 'Cannot allocate memory']

/** What a lane has to do after a message of its call. */
export type CallStep =
  /** Nothing. */
  | 'go on'
  /** Stop reading for now: the caller has enough. */
  | 'pause'
  /** The call is over. */
  | 'over'
  /** The script failed and may have been held to a limit, which only the end of the lane tells. */
  | 'suspect'
  /** This message cannot come now: it is not the lane's. */
  | 'forged'

/** One call of a lane: its child, and what is still to come of it. */
export class LaneCall {
  readonly #child: PipedChild
  readonly #limits: ProcessLimits
  readonly #open = new Set<'exit' | 'stdout' | 'stderr'>(['exit', 'stdout', 'stderr'])
  #isRefused = false
  #suspectExit: Exit | undefined
  #onTaken: (() => void) | undefined
  isKilled = false

  constructor(child: PipedChild, limits: ProcessLimits) {
    this.#child = child
    this.#limits = limits
  }

  /** Whether everything has come. */
  get isOver(): boolean {
    return this.#open.size === 0
  }

  /** Whether its exit was reported and is held back until the lane has ended. */
  get isSuspect(): boolean {
    return this.#suspectExit !== undefined
  }

  /** What to do when the script has taken the input that was sent. */
  awaitTaken(onTaken: (() => void) | undefined): void {
    this.#onTaken = onTaken
  }

  /** Takes in a message of the lane. */
  accept({ kind, payload }: LaneFrame): CallStep {
    const step = this.#steps[kind]?.(payload) ?? 'forged'
    return step === 'go on' && this.isOver ? 'over' : step
  }

  /** The lane is gone, and the call with it. */
  abandon(exit: Exit): void {
    this.#onTaken?.()
    if (this.#open.delete('stdout')) this.#child.endStdout()
    if (this.#open.delete('stderr')) this.#child.endStderr()
    if (this.#open.delete('exit')) this.#child.exit({ ...exit, ...this.#suspectExit })
  }

  readonly #steps: { readonly [kind in FrameKind]?: (payload: Buffer) => CallStep } = {
    stdout: (bytes) => {
      if (!this.#open.has('stdout')) return 'forged'
      return this.#child.pushStdout(bytes) || this.isKilled ? 'go on' : 'pause'
    },
    stderr: (bytes) => {
      if (!this.#open.has('stderr')) return 'forged'
      this.#isRefused ||= REFUSALS.some((words) => bytes.includes(words))
      return this.#child.pushStderr(bytes) || this.isKilled ? 'go on' : 'pause'
    },
    stdoutEnd: () => {
      if (!this.#open.delete('stdout')) return 'forged'
      this.#child.endStdout()
      return 'go on'
    },
    stderrEnd: () => {
      if (!this.#open.delete('stderr')) return 'forged'
      this.#child.endStderr()
      return 'go on'
    },
    inputTaken: () => {
      const onTaken = this.#onTaken
      this.#onTaken = undefined
      onTaken?.()
      return 'go on'
    },
    exit: (payload) => {
      if (payload.length !== 2 || !this.#open.has('exit') || this.isSuspect) return 'forged'
      const exit = this.#exit(payload)
      if (this.#isRefused && exit.code !== 0) {
        this.#suspectExit = exit
        return 'suspect'
      }
      this.#open.delete('exit')
      this.#child.exit(exit)
      return 'go on'
    },
  }

  #exit(payload: Buffer): Exit {
    const exit = exitOf(payload.readUInt8(0), payload.readUInt8(1))
    const exceeded = LIMIT_SIGNALS.get(exit.signal)
    return exceeded !== undefined && this.#limits[exceeded] !== undefined ? { ...exit, exceeded } : exit
  }
}
