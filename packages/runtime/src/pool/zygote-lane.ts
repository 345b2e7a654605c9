import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Child, Exit, Launch, LaunchSpec, ProcessLimits } from '../launch.ts'
import { type LaneFrame, laneFrame, laneFrameReader } from './lane-frames.ts'
import { exitOf, type PipedChild, pipedChild } from './piped-child.ts'

// How long a lane may take to kill what it runs before it is killed itself, with all it holds.
const KILL_PATIENCE_MS = 250
const LANE_BYTES = 32 * 1024 * 1024
const INPUT_CHUNK = 64 * 1024
const LIMIT_SIGNALS = new Map<string | null, keyof ProcessLimits>([
  ['SIGXCPU', 'cpuSeconds'],
  ['SIGXFSZ', 'fileBytes'],
])
const PRIVATE_FOLDERS = ['/tmp', '/dev/shm']
let source: string | undefined

/** What a lane tells its pool. */
export interface LaneEvents {
  onReady(lane: ZygoteLane): void
  onEnd(lane: ZygoteLane): void
}

interface LaneCall {
  readonly piped: PipedChild
  /** What has not come yet of: the exit, the end of stdout, the end of stderr. */
  readonly open: Set<string>
  isKilled: boolean
  /** What to do when the script has taken its input. */
  onTaken: (() => void) | undefined
}

/** Whether a launch is one of a Python script that a zygote can serve. */
export function isZygoteable({ command }: LaunchSpec): boolean {
  const split = splitPython(command)
  return process.platform === 'linux' && split !== undefined
}

/** One process of zygote.py, with one forked child that waits or runs. Open until closed. */
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

  /** Settles when the lane's process has ended. */
  get ended(): Promise<unknown> {
    return this.#process.exited
  }

  /** Gives the waiting child its call. */
  take(): Child {
    this.#isReady = false
    const piped = pipedChild({
      onInput: (bytes, isLast, done) => this.#feed(call, bytes, isLast, done),
      onRead: () => this.#process.stdout.resume(),
      onKill: () => this.#kill(call),
    })
    const call: LaneCall = { piped, open: new Set(['x', 'p', 'f']), isKilled: false, onTaken: undefined }
    this.#call = call
    this.#send('s')
    return piped.child
  }

  /** Ends the lane and everything in it, at once. */
  close(): void {
    this.#process.kill()
    this.#end({ code: null, signal: 'SIGKILL' })
  }

  #obey({ kind, number, payload }: LaneFrame): void {
    if (kind === 'r') {
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
    const { piped, open } = call
    if (kind === 'o' || kind === 'e') {
      const wantsMore = piped.push(kind === 'o' ? 'stdout' : 'stderr', payload)
      if (!wantsMore && !call.isKilled) this.#process.stdout.pause()
    } else if (kind === 'a') call.onTaken?.()
    else if (kind === 'p') piped.end('stdout')
    else if (kind === 'f') piped.end('stderr')
    else if (kind === 'x') piped.exit(this.#exit(payload))
    open.delete(kind)
    if (open.size === 0) this.#call = undefined
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
    call?.piped.end('stdout')
    call?.piped.end('stderr')
    call?.piped.exit(exit)
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#events.onEnd(this)
  }
}

function laneCommand(spec: LaunchSpec): [string, ...string[]] {
  const split = splitPython(spec.command)
  if (split === undefined) throw new TypeError(`Not a Python script: ${spec.command.join(' ')}`)
  const { python, flags, script } = split
  source ??= readFileSync(new URL('./zygote.py', import.meta.url), 'utf8')
  return [python, ...flags, '-c', source, settings(spec), ...script]
}

/** A Python command line in parts; undefined when it is none, or has options we do not know to pass on. */
function splitPython([python, ...rest]: LaunchSpec['command']):
  | { python: string; flags: readonly string[]; script: readonly string[] }
  | undefined {
  if (!/^python[\d.]*$/.test(basename(python))) return undefined
  const at = rest.findIndex((word) => !word.startsWith('-'))
  if (at < 0 || !rest.slice(0, at).every((flag) => /^-[uBEsISOPbq]+$/.test(flag))) return undefined
  return { python, flags: rest.slice(0, at), script: rest.slice(at) }
}

/** Limits hold for each call, so the child sets them on itself; a sandbox's private folders are emptied between calls. */
function settings({ limits, containment }: LaunchSpec): string {
  const pairs = limitPairs(limits)
  if (containment !== undefined) pairs.push(`wipe=${PRIVATE_FOLDERS.map(withDevice).join(':')}`)
  return pairs.join(';')
}

/** What holds for all processes of a call together is watched over the lane; itself and its helper do not count. */
function laneLimits({ memoryBytes, processes }: ProcessLimits): ProcessLimits {
  return {
    ...(memoryBytes === undefined ? {} : { memoryBytes: memoryBytes + LANE_BYTES }),
    ...(processes === undefined ? {} : { processes: processes + 1 }),
  }
}

function limitPairs({ memoryBytes, cpuSeconds, fileBytes }: ProcessLimits): string[] {
  const named = { memory: memoryBytes, cpu: cpuSeconds, file: fileBytes }
  return Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${Math.ceil(value)}`]))
}

/** A folder with the host's device behind it: the lane empties only what is not the host's. */
function withDevice(folder: string): string {
  return `${folder}@${statSync(folder, { throwIfNoEntry: false })?.dev ?? 0}`
}
