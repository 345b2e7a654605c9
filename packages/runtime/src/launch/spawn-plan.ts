import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { Server, Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import type { LaunchSpec } from '../launch.ts'
import { closePipes, type PipePool } from './pipe-pool.ts'
import type { LaunchPlan } from './plan-launch.ts'
import { readProc } from './run-mark.ts'

/** A process that was started, with our ends of its pipes; what it writes goes to its taker. */
export interface SpawnedPlan {
  readonly child: ChildProcess
  readonly pid: number
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket
}

/** What takes the output of a process as it comes; false when it wants no more for now, until the socket is resumed. */
export interface OutputTaker {
  /** The bytes are the taker's to keep. */
  onStdout(bytes: Buffer): boolean
  /** The bytes are valid only during the call: the buffer is reused. */
  onStderr(bytes: Buffer): boolean
}

interface Wiring {
  /** What the process gets as 0, 1 and 2. */
  readonly theirs: readonly [number | 'pipe', number | 'pipe', number | 'pipe']
  /** Makes our ends into sockets, once it has started. */
  connect(child: ChildProcess, taker: OutputTaker): Pick<SpawnedPlan, 'stdin' | 'stdout' | 'stderr'>
  /** Closes everything, when it has not. */
  abandon(): void
}

/** Starts what a plan says, on real pipes unless sockets are asked for, in a process group of its own, with no descriptor but those it should have. */
export async function spawnPlan(
  plan: LaunchPlan,
  pipes: PipePool,
  { streams, taker }: { streams: LaunchSpec['streams']; taker: OutputTaker },
): Promise<SpawnedPlan> {
  const { feeds } = plan
  const [program, ...args] = plan.command
  const wiring = streams === 'sockets' ? SOCKETS : await wire(pipes)
  const channel = plan.onListener === undefined ? [] : (['ipc'] as const)
  const leaked = inheritedDescriptors().filter((fd) => fd >= 3 + feeds.length + channel.length)
  const nothing = leaked.length === 0 ? undefined : openSync('/dev/null', 'r')
  const stdio: StdioOptions = [...wiring.theirs, ...feeds.map(() => 'pipe' as const), ...channel]
  for (let fd = stdio.length; fd <= Math.max(...leaked, 0); fd++) stdio[fd] = leaked.includes(fd) ? nothing : 'ignore'
  try {
    const child = spawn(program, args, { cwd: plan.cwd, env: { ...plan.env }, stdio, detached: true })
    if (plan.onListener !== undefined) awaitListener(child, plan.onListener)
    await once(child, 'spawn')
    feeds.forEach((bytes, i) => {
      const feed = child.stdio[3 + i]
      if (feed instanceof Socket) feed.on('error', () => undefined).end(bytes, () => feed.destroy())
    })
    return { child, pid: child.pid ?? 0, ...wiring.connect(child, taker) }
  } catch (cause) {
    wiring.abandon()
    throw new SkillError('TOOL_NOT_AVAILABLE', `${program} could not be started`, { cause })
  } finally {
    if (nothing !== undefined) closeSync(nothing)
  }
}

/** Takes the one socket that the process has for us, and nothing else that comes by the same way. */
function awaitListener(child: ChildProcess, onListener: NonNullable<LaunchPlan['onListener']>): void {
  child.channel?.unref()
  child.once('message', (_, listener) => {
    if (child.connected) child.disconnect()
    if (listener instanceof Server) onListener(listener.unref())
  })
  child.once('exit', () => {
    if (child.connected) child.disconnect()
  })
}

// Every pipe is read into this one: what was read is taken before anything else is, and a new buffer for each
// read would be most of the work for a process that says much.
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024)

async function wire(pipes: PipePool): Promise<Wiring> {
  const [input, output, error] = (await pipes.take(3)) ?? []
  if (!(input && output && error)) return SOCKETS
  return {
    theirs: [input.reader, output.writer, error.writer],
    connect(_child, { onStdout, onStderr }) {
      for (const fd of [input.reader, output.writer, error.writer]) closeSync(fd)
      return {
        stdin: new Socket({ fd: input.writer, readable: false, writable: true }),
        stdout: readPipe(output.reader, (bytes) => onStdout(Buffer.from(bytes))),
        stderr: readPipe(error.reader, onStderr),
      }
    },
    abandon: () => closePipes([input, output, error]),
  }
}

function readPipe(fd: number, take: (bytes: Buffer) => boolean): Socket {
  const callback = (size: number) => take(READ_BUFFER.subarray(0, size))
  return new Socket({ fd, readable: true, writable: false, onread: { buffer: READ_BUFFER, callback } })
}

/** Node's own sockets: when asked for, or where pipes cannot be made. */
const SOCKETS: Wiring = {
  theirs: ['pipe', 'pipe', 'pipe'],
  connect({ stdin, stdout, stderr }, { onStdout, onStderr }) {
    if (!(stdin instanceof Socket && stdout instanceof Socket && stderr instanceof Socket))
      throw new TypeError('A process started without its streams')
    stdout.on('data', (bytes: Buffer) => onStdout(bytes) || stdout.pause())
    stderr.on('data', (bytes: Buffer) => onStderr(bytes) || stderr.pause())
    return { stdin, stdout, stderr }
  },
  abandon: () => undefined,
}

const O_CLOEXEC = 0o2000000
const HIGHEST = 1024

/**
 * Descriptors beyond stderr that our parent left open for our children too. They may be anything, a folder of
 * the host included, so they have to be covered before a skill starts. Node opens its own the other way.
 */
function inheritedDescriptors(): number[] {
  return readDescriptors().filter((fd) => {
    const flags = /^flags:\s+(\d+)/m.exec(readProc(`/proc/self/fdinfo/${fd}`))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  })
}

function readDescriptors(): number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((fd) => fd > 2 && fd < HIGHEST)
  } catch {
    return []
  }
}
