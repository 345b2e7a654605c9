import { randomBytes } from 'node:crypto'
import { PipedChild } from '../answer/piped-child.ts'
import type { Child, Exit, LaunchSpec, ProcessLimits } from '../launch.ts'
import { LaneCall } from './lane-call.ts'
import { type FrameKind, LaneChannel, type LaneFrame, MAX_PAYLOAD_BYTES, TOKEN_BYTES } from './lane-frames.ts'
import type { PoolClock } from './pool-clock.ts'
import type { PoolSpec } from './pool-spec.ts'
import type { WarmPoolSetup } from './warm-pool.ts'
import { importsAhead, laneCommand } from './zygote-command.ts'

// How long a lane may take to kill what it runs before it is killed itself, with all it holds.
const KILL_PATIENCE_MS = 250
// How long its interpreter may take to start and import, and how long it may take to clear up after a call (it gives up
// itself after 2 s) and to fork the next child. One that was stopped never does, and must not keep its place.
const START_WITHIN_MS = 60_000
const READY_WITHIN_MS = 10_000
const LANE_BYTES = 32 * 1024 * 1024
const QUIET = Buffer.from([0])
const BUSY = Buffer.from([1])
const KILLED: Exit = { code: null, signal: 'SIGKILL' }

/** What a lane tells its pool. */
export interface LaneEvents {
  onReady(lane: ZygoteLane): void
  onEnd(lane: ZygoteLane): void
}

/** Where a lane stands. What it may say next depends on nothing else. */
type LaneState =
  /** The interpreter starts, or what the last call left is killed; next comes `ready`. */
  | { readonly name: 'preparing'; readonly callOff: () => void }
  /** A forked child waits; the lane is silent until it gets `start`. */
  | { readonly name: 'ready' }
  /** The child runs a call. */
  | { readonly name: 'serving'; readonly call: LaneCall }
  /** Told to end, because only its end says whether the call was held to a limit; what it says is the rest of the call. */
  | { readonly name: 'ending'; readonly call: LaneCall }
  | { readonly name: 'ended' }

/** One process of zygote_lane.py, with one forked child that waits or runs. Open until closed. */
export class ZygoteLane {
  readonly #process: Child
  readonly #limits: ProcessLimits
  readonly #clock: PoolClock
  readonly #events: LaneEvents
  readonly #channel = new LaneChannel()
  readonly #out: Buffer[] = []
  #state: LaneState
  /** Whether it ever had a child to offer. */
  hasServed = false
  lastUsed = 0

  /** Starts a lane for exactly this launch. */
  static async start({ launch, spec, clock }: WarmPoolSetup, events: LaneEvents): Promise<ZygoteLane> {
    const process = await launch({
      ...spec,
      command: laneCommand(spec),
      limits: laneLimits(spec),
      streams: 'sockets',
    })
    return new ZygoteLane(process, spec, clock, events)
  }

  private constructor(process: Child, { limits }: LaunchSpec, clock: PoolClock, events: LaneEvents) {
    this.#limits = limits
    this.#process = process
    this.#clock = clock
    this.#events = events
    this.#state = this.#preparing(START_WITHIN_MS)
    for (const stream of [process.stdin, process.stdout, process.stderr]) stream.on('error', () => undefined)
    process.stderr.resume()
    process.stdout.on('data', (bytes: Buffer) => {
      if (!this.#channel.read(bytes, (frame) => this.#handle(frame))) this.close()
    })
    void process.exited.then((exit) => this.#end({ ...exit, ...KILLED }))
  }

  get isReady(): boolean {
    return this.#state.name === 'ready'
  }

  get isServing(): boolean {
    return this.#state.name === 'serving' || this.#state.name === 'ending'
  }

  /** Gives the waiting child its call; `isBusy` when the next is expected at once. Only when ready. */
  take({ isBusy }: { isBusy: boolean }): Child {
    const child = new PipedChild({
      onInput: (input, isLast, done) => this.#feed(call, Buffer.from(input), isLast, done),
      onRead: () => this.#process.stdout.resume(),
      onKill: () => this.#kill(call),
    })
    const call = new LaneCall(child, this.#limits)
    const token = randomBytes(TOKEN_BYTES)
    this.#send('start', Buffer.concat([isBusy ? BUSY : QUIET, token]))
    this.#channel.useToken(token)
    this.#state = { name: 'serving', call }
    return child
  }

  /** Ends the lane and everything in it, at once. */
  close(): void {
    this.#process.kill()
    this.#end(KILLED)
  }

  #preparing(withinMs: number): LaneState {
    return { name: 'preparing', callOff: this.#clock.after(withinMs, () => this.close()) }
  }

  #handle(frame: LaneFrame): void {
    const state = this.#state
    if (state.name === 'ended') return
    if (state.name === 'serving' || state.name === 'ending') this.#advance(state, frame)
    else if (state.name === 'preparing' && frame.kind === 'ready') {
      state.callOff()
      this.#state = { name: 'ready' }
      this.hasServed = true
      this.#events.onReady(this)
    } else this.close()
  }

  #advance({ name, call }: Extract<LaneState, { call: LaneCall }>, frame: LaneFrame): void {
    // It may have forked its next child before it heard that it should end.
    if (name === 'ending' && frame.kind === 'ready') return
    const step = call.accept(frame)
    if (this.#state.name === 'ended') return
    if (step === 'forged') this.close()
    else if (step === 'pause') this.#process.stdout.pause()
    else if (step === 'over') this.#state = this.#preparing(READY_WITHIN_MS)
    else if (step === 'suspect') {
      this.#state = { name: 'ending', call }
      this.#process.stdin.end()
      this.#clock.after(KILL_PATIENCE_MS, () => this.close())
    }
  }

  #feed(call: LaneCall, bytes: Buffer, isLast: boolean, done: () => void): void {
    if (!this.#isOf(call)) {
      done()
      return
    }
    const head = bytes.subarray(0, MAX_PAYLOAD_BYTES)
    const rest = bytes.subarray(MAX_PAYLOAD_BYTES)
    if (rest.length === 0 && isLast) {
      this.#send('lastInput', head)
      done()
      return
    }
    // The lane says when the script took it: a script that does not read holds us up, not the lane's memory.
    call.awaitTaken(() => (rest.length === 0 ? done() : this.#feed(call, rest, isLast, done)))
    this.#send('input', head)
  }

  #kill(call: LaneCall): void {
    if (!this.#isOf(call) || call.isKilled) return
    call.isKilled = true
    this.#send('kill')
    this.#process.stdout.resume()
    this.#clock.after(KILL_PATIENCE_MS, () => {
      if (this.#isOf(call)) this.close()
    })
  }

  /** Whether a call is the one that runs and is not over yet. */
  #isOf(call: LaneCall): boolean {
    return 'call' in this.#state && this.#state.call === call && !call.isOver
  }

  /** Sends what belongs together in one write: start and input of a call are one message most of the time. */
  #send(kind: FrameKind, payload?: Buffer): void {
    if (this.#out.length === 0) process.nextTick(() => this.#process.stdin.write(Buffer.concat(this.#out.splice(0))))
    this.#out.push(this.#channel.write(kind, payload))
  }

  #end(exit: Exit): void {
    const state = this.#state
    if (state.name === 'ended') return
    this.#state = { name: 'ended' }
    this.#process.kill()
    if (state.name === 'preparing') state.callOff()
    if ('call' in state) state.call.abandon(exit)
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#events.onEnd(this)
  }
}

/** What holds for all processes of a call together is watched over the lane; itself and its template do not count. */
function laneLimits(spec: PoolSpec): ProcessLimits {
  const { memoryBytes, processes } = spec.limits
  return {
    ...(memoryBytes === undefined ? {} : { memoryBytes: memoryBytes + LANE_BYTES }),
    ...(processes === undefined ? {} : { processes: processes + (importsAhead(spec) ? 2 : 1) }),
  }
}
