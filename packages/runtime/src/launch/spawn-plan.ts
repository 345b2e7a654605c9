import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, readdirSync, readlinkSync } from 'node:fs'
import { Server, Socket } from 'node:net'
import { SkillError } from '@skillwright/contract'
import type { LaunchSpec } from '../launch.ts'
import type { LaunchPlan } from './plan-launch.ts'
import { readProc } from './run-group.ts'

/** A process that was started, with our ends of its pipes; what it writes goes to its taker. */
interface SpawnedPlan {
  readonly child: ChildProcess
  readonly pid: number
  readonly stdin: Socket
  readonly stdout: Socket
  readonly stderr: Socket
}

/** What takes the output of a process as it comes; false when it wants no more for now, until the socket is resumed. */
interface OutputTaker {
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

/** Both ends of an anonymous pipe, as descriptors. */
interface PipeEnds {
  readonly reader: number
  readonly writer: number
}

const BATCH = 12
// Each stage of the pipeline says that it is there and waits to be ended. It must not wait on its own pipe: one that is
// slow to die would take the first byte of a caller's input with it.
const STAGE = 's() { echo >&3; exec sleep 60; }; '

/**
 * A few real pipes, ready for use. Node connects its children by sockets, which scripts can tell: /dev/stdin cannot be
 * opened, and bash takes the caller for a network login and runs ~/.bashrc. Node cannot make a pipe, but a shell's
 * pipeline is made of them, and they can be opened through /proc. Gives undefined where that does not work.
 */
export class PipePool implements Disposable {
  #pipes: PipeEnds[] = []
  #filling: Promise<void> | undefined
  #isOpen = true
  #isAsked = false

  async take(count: number): Promise<PipeEnds[] | undefined> {
    // A caller that asks once, as a command does, gets just that; one that asks again will do so many times.
    const isAgain = this.#isAsked
    const batch = isAgain ? BATCH : count
    this.#isAsked = true
    while (this.#pipes.length < count) {
      const before = this.#pipes.length
      await this.#fill(batch)
      if (this.#pipes.length <= before && this.#filling === undefined) return undefined
    }
    const taken = this.#pipes.splice(0, count)
    // The next one should not have to wait.
    if (isAgain && this.#pipes.length < count) this.#fill(BATCH).catch(() => undefined)
    return taken
  }

  [Symbol.dispose](): void {
    this.#isOpen = false
    closePipes(this.#pipes.splice(0))
  }

  async #fill(count: number): Promise<void> {
    this.#filling ??= makePipes(count).then((made) => {
      this.#filling = undefined
      if (this.#isOpen) this.#pipes.push(...made)
      else closePipes(made)
    })
    await this.#filling
  }
}

/** Closes both ends of some pipes. */
export function closePipes(pipes: readonly PipeEnds[]): void {
  for (const { reader, writer } of pipes) {
    closeSync(reader)
    closeSync(writer)
  }
}

async function makePipes(count: number): Promise<PipeEnds[]> {
  const stages = Array.from({ length: count + 1 }, () => 's').join(' | ')
  const shell = spawn('/bin/sh', ['-c', STAGE + stages], {
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const ended = once(shell, 'exit').catch(() => undefined)
  const { pid } = shell
  try {
    if (pid === undefined) return []
    await Promise.race([heard(shell.stdio[3], count + 1), ended])
    const stagePids = readProc(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    return stagePids.flatMap((stage) => openEnds(`/proc/${stage}/fd/0`))
  } finally {
    if (pid !== undefined && shell.exitCode === null) process.kill(-pid, 'SIGKILL')
    await ended
    for (const stream of shell.stdio) stream?.destroy()
  }
}

/** Settles when that many bytes have arrived. */
async function heard(stream: unknown, count: number): Promise<void> {
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes >= count) return
  }
}

function openEnds(file: string): PipeEnds[] {
  try {
    if (!readlinkSync(file).startsWith('pipe:')) return []
    const reader = openSync(file, constants.O_RDONLY)
    return [{ reader, writer: openSync(file, constants.O_WRONLY) }]
  } catch {
    return []
  }
}
