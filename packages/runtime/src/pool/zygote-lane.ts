import type { Child, Exit, Launch, LaunchSpec, ProcessLimits } from '../launch.ts'
import { type LaneFrame, laneFrame, laneFrameReader } from './lane-frames.ts'
import { exitOf, PipedChild } from './piped-child.ts'
import { laneCommand } from './zygote-command.ts'

// How long a lane may take to kill what it runs before it is killed itself, with all it holds.
const KILL_PATIENCE_MS = 250
const LANE_BYTES = 32 * 1024 * 1024
const INPUT_CHUNK = 64 * 1024
const LIMIT_SIGNALS = new Map<string | null, keyof ProcessLimits>([
  ['SIGXCPU', 'cpuSeconds'],
  ['SIGXFSZ', 'fileBytes'],
])
// What a script says when the system refuses it a process or memory.
const REFUSED = /BlockingIOError|MemoryError|Resource temporarily unavailable|Cannot allocate memory/
const QUIET = Buffer.from('q')
const BUSY = Buffer.from('b')

/** What a lane tells its pool. */
export interface LaneEvents {
  onReady(lane: ZygoteLane): void
  onEnd(lane: ZygoteLane): void
}

interface LaneCall {
  readonly child: PipedChild
  /** What has not come yet of: the exit, the end of stdout, the end of stderr. */
  readonly open: Set<string>
  isKilled: boolean
  isRefused: boolean
  /** How it ended, while the lane is asked whether that was for a limit. */
  held: Exit | undefined
  /** What to do when the script has taken its input. */
  onTaken: (() => void) | undefined
}

/** One process of zygote_lane.py, with one forked child that waits or runs. Open until closed. */
export class ZygoteLane {
  readonly #process: Child
  readonly #limits: ProcessLimits
  readonly #events: LaneEvents
  readonly #out: Buffer[] = []
  #number = 0
  #call: LaneCall | undefined
  #isReady = false
  #hasEnded = false
  /** Whether it ever had a child to offer. */
  hasServed = false
  lastUsed = 0

  /** Starts a lane for exactly this launch. */
  static async start(launch: Launch, spec: LaunchSpec, events: LaneEvents): Promise<ZygoteLane> {
    return new ZygoteLane(
      await launch({ ...spec, command: laneCommand(spec), limits: laneLimits(spec.limits) }),
      spec,
      events,
    )
  }

  private constructor(process: Child, { limits }: LaunchSpec, events: LaneEvents) {
    this.#limits = limits
    this.#process = process
    this.#events = events
    const read = laneFrameReader()
    process.stdin.on('error', () => undefined)
    process.stdout.on('error', () => undefined)
    process.stderr.on('error', () => undefined).resume()
    process.stdout.on('data', (bytes: Buffer) => {
      for (const frame of read(bytes)) this.#obey(frame)
    })
    void process.exited.then((exit) => this.#end({ ...exit, code: null, signal: 'SIGKILL' }))
  }

  get isReady(): boolean {
    return this.#isReady
  }

  get isServing(): boolean {
    return this.#call !== undefined
  }

  /** Gives the waiting child its call; `isBusy` when the next is expected at once. */
  take({ isBusy }: { isBusy: boolean }): Child {
    this.#isReady = false
    const child = new PipedChild({
      onInput: (bytes, isLast, done) => this.#feed(call, bytes, isLast, done),
      onRead: () => this.#process.stdout.resume(),
      onKill: () => this.#kill(call),
    })
    const open = new Set(['x', 'p', 'f'])
    const call: LaneCall = { child, open, isKilled: false, isRefused: false, held: undefined, onTaken: undefined }
    this.#call = call
    this.#send('s', isBusy ? BUSY : QUIET)
    return child
  }

  /** Ends the lane and everything in it, at once. */
  close(): void {
    this.#process.kill()
    this.#end({ code: null, signal: 'SIGKILL' })
  }

  #obey({ kind, number, payload }: LaneFrame): void {
    if (kind === 'r' && this.#call?.held === undefined) {
      this.#number = number
      this.#isReady = true
      this.hasServed = true
      this.#events.onReady(this)
      return
    }
    const call = this.#call
    if (call === undefined) {
      // The waiting child died: the lane forks another.
      this.#isReady = false
      return
    }
    const { child, open } = call
    if (kind === 'e' && !call.isRefused) call.isRefused = REFUSED.test(payload.toString('latin1'))
    if (kind === 'x' && call.isRefused && payload.readUInt8(0) !== 0) {
      this.#holdExit(call, this.#exit(payload))
      return
    }
    open.delete(kind)
    if (open.size === 0) this.#call = undefined
    if (kind === 'o' || kind === 'e') {
      const wantsMore = kind === 'o' ? child.pushStdout(payload) : child.pushStderr(payload)
      if (!wantsMore && !call.isKilled) this.#process.stdout.pause()
    } else if (kind === 'a') call.onTaken?.()
    else if (kind === 'p') child.endStdout()
    else if (kind === 'f') child.endStderr()
    else if (kind === 'x') child.exit(this.#exit(payload))
  }

  /** Lets the lane end: only then it is known whether its processes were held to a limit. */
  #holdExit(call: LaneCall, exit: Exit): void {
    call.held = exit
    this.#process.stdin.end()
    setTimeout(() => this.close(), KILL_PATIENCE_MS).unref()
  }

  #exit(payload: Buffer): Exit {
    const exit = exitOf(payload.readUInt8(0), payload.readUInt8(1))
    const exceeded = LIMIT_SIGNALS.get(exit.signal)
    return exceeded !== undefined && this.#limits[exceeded] !== undefined ? { ...exit, exceeded } : exit
  }

  #feed(call: LaneCall, bytes: Buffer, isLast: boolean, done: () => void): void {
    if (this.#call !== call) {
      done()
      return
    }
    const head = bytes.subarray(0, INPUT_CHUNK)
    const rest = bytes.subarray(INPUT_CHUNK)
    if (rest.length === 0 && isLast) {
      call.onTaken = undefined
      this.#send('j', head)
      done()
      return
    }
    // The lane says when the script took it: a script that does not read holds us up, not the lane's memory.
    call.onTaken = () => (rest.length === 0 ? done() : this.#feed(call, rest, isLast, done))
    this.#send('i', head)
  }

  #kill(call: LaneCall): void {
    if (this.#call !== call || call.isKilled) return
    call.isKilled = true
    this.#send('k')
    this.#process.stdout.resume()
    const timer = setTimeout(() => {
      if (this.#call === call) this.close()
    }, KILL_PATIENCE_MS)
    timer.unref()
  }

  /** Sends what belongs together in one write: start and input of a call are one message most of the time. */
  #send(kind: string, payload?: Buffer): void {
    if (this.#out.length === 0) process.nextTick(() => this.#process.stdin.write(Buffer.concat(this.#out.splice(0))))
    this.#out.push(laneFrame(kind, this.#number, payload))
  }

  #end(exit: Exit): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#isReady = false
    this.#process.kill()
    const call = this.#call
    this.#call = undefined
    call?.onTaken?.()
    call?.child.endStdout()
    call?.child.endStderr()
    call?.child.exit(call.held === undefined ? exit : { ...exit, ...call.held })
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#events.onEnd(this)
  }
}

/** What holds for all processes of a call together is watched over the lane; itself and its helper do not count. */
function laneLimits({ memoryBytes, processes }: ProcessLimits): ProcessLimits {
  return {
    ...(memoryBytes === undefined ? {} : { memoryBytes: memoryBytes + LANE_BYTES }),
    ...(processes === undefined ? {} : { processes: processes + 1 }),
  }
}
