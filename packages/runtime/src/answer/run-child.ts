import { MAX_TIMER_MS } from '../call/max-timer.ts'
import type { Shutdown } from '../call/run-queue.ts'
import type { Child, Exit } from '../launch.ts'
import type { RunEvent } from '../run-request.ts'
import { followStderr, type StderrFollower } from './follow-stderr.ts'
import { NO_MASK, type SecretMask } from './mask-secrets.ts'

/** The most a skill may print: 10 MB, as document B has it. */
export const MAX_OUTPUT_BYTES = 10 * 1024 * 1024
// How long streams may stay open after the process ended, when something it started still holds them.
const GRACE_MS = 300

/** The input and the limits of a process. */
export interface ChildRun {
  readonly input: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Cancels it beside the signal. */
  readonly shutdown?: Shutdown | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Hides secrets in the events and in the end of stderr. */
  readonly mask?: SecretMask
}

/** How a process went: it ended by itself, or was ended because of time, the caller, or too much output. */
export interface ChildResult {
  readonly ended: 'exit' | 'timeout' | 'cancel' | 'output'
  readonly stdout: Uint8Array
  readonly exit: Exit
  /** The end of what it wrote to stderr. */
  readonly stderrTail: string
}

/** Feeds a process, reads it to its end or its limits, and leaves nothing of it behind. Answers within the timeout and a second. */
export function runChild(
  child: Child,
  { input, timeoutMs, signal, shutdown, onEvent = ignore, mask = NO_MASK }: ChildRun,
): Promise<ChildResult> {
  const { promise, resolve } = Promise.withResolvers<ChildResult>()
  const direct = directly(child)
  const stdout = new Output()
  // Most say nothing there.
  let stderr: StderrFollower | undefined
  let stopped: 'timeout' | 'cancel' | 'output' | undefined
  let exit: Exit | undefined
  let timer: NodeJS.Timeout | undefined
  let grace: NodeJS.Timeout | undefined
  let isOver = false

  const finish = () => {
    isOver = true
    clearTimeout(timer)
    clearTimeout(grace)
    signal?.removeEventListener('abort', cancel)
    shutdown?.delete(cancel)
    direct.hangUp()
    child.kill()
    resolve({
      // The last bytes may have been one too many.
      ended: stopped ?? (stdout.isOver ? 'output' : 'exit'),
      stdout: stdout.bytes(),
      exit: exit ?? { code: null, signal: 'SIGKILL' },
      stderrTail: stderr?.end() ?? '',
    })
  }
  const stop = (why: 'timeout' | 'cancel' | 'output') => {
    if (stopped !== undefined) return
    // What ended by itself has ended so; there is only no time left for what it may still hold.
    if (exit !== undefined) {
      finish()
      return
    }
    stopped = why
    grace = setTimeout(finish, GRACE_MS).unref()
    child.kill()
  }
  const cancel = () => stop('cancel')
  direct.listen({
    onStdout(bytes) {
      stdout.push(bytes)
      if (stdout.isOver) stop('output')
    },
    onStdoutEnd() {
      stdout.hasEnded = true
      if (exit !== undefined) finish()
    },
    onStderr(bytes) {
      stderr ??= followStderr(onEvent, mask)
      stderr.push(bytes)
    },
    onExit(how) {
      exit = how
      if (stdout.hasEnded || stopped !== undefined) finish()
      else grace = setTimeout(afterReading, GRACE_MS, stdout, finish).unref()
    },
  })
  direct.feed(input)
  // Before this nothing else can happen, and what comes after it is done while the process works.
  if (isOver) return promise
  // Whole milliseconds, so that most timers are alike: those are kept in one list.
  timer = setTimeout(stop, Math.min(Math.ceil(timeoutMs), MAX_TIMER_MS), 'timeout')
  signal?.addEventListener('abort', cancel, { once: true })
  shutdown?.add(cancel)
  if (signal?.aborted) cancel()
  return promise
}

function ignore(): void {}

/** Does something when nothing more comes. Timers fire before what has arrived is read, so that is read first, however late it is. */
function afterReading(output: Output, then: () => void): void {
  const before = output.size
  setImmediate(() => {
    if (output.size === before) then()
    else afterReading(output, then)
  })
}

/** What a process printed, up to the limit. */
class Output {
  readonly #chunks: Buffer[] = []
  size = 0
  hasEnded = false

  get isOver(): boolean {
    return this.size > MAX_OUTPUT_BYTES
  }

  push(chunk: Buffer): void {
    this.size += chunk.length
    if (!this.isOver) this.#chunks.push(chunk)
  }

  bytes(): Uint8Array {
    const [first] = this.#chunks
    return first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)
  }
}

/** Events of a running process, without streams, which cost more than a warm process takes to answer. */
export interface ChildListener {
  /** Bytes of its output; they are the listener's. */
  onStdout(bytes: Buffer): void
  onStdoutEnd(): void
  /** Bytes of its error output; only for the moment, since the next ones are read into the same buffer. */
  onStderr(bytes: Buffer): void
  onExit(exit: Exit): void
}

/** A child that can be talked to without streams. */
export interface DirectChild {
  /** Listens from now on; the streams of the child stay empty. */
  listen(listener: ChildListener): void
  /** Feeds some of its input. */
  write(input: string): void
  /** Feeds all its input. */
  feed(input: string): void
  /** Detaches the listener. */
  hangUp(): void
}

/** A child as one that can be talked to without streams; what has streams only is talked to through them. */
export function directly(child: Child): DirectChild {
  return isDirect(child) ? child : overStreams(child)
}

function isDirect(child: Child): child is Child & DirectChild {
  return 'listen' in child
}

function overStreams({ stdin, stdout, stderr, exited }: Child): DirectChild {
  let listener: ChildListener | undefined
  // A script may well answer without reading its input; a broken pipe is then no error.
  for (const stream of [stdin, stderr]) stream.on('error', () => undefined)
  return {
    listen(given) {
      listener = given
      stdout.on('data', (bytes: Buffer) => listener?.onStdout(bytes))
      for (const over of ['error', 'end', 'close']) stdout.on(over, () => listener?.onStdoutEnd())
      stderr.on('data', (bytes: Buffer) => listener?.onStderr(bytes))
      void exited.then((exit) => listener?.onExit(exit))
    },
    write: (input) => void stdin.write(input),
    feed: (input) => void stdin.end(input),
    hangUp() {
      listener = undefined
      for (const stream of [stdin, stdout, stderr]) stream.destroy()
    },
  }
}
