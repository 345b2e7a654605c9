import { setImmediate as afterReading, setTimeout as wait } from 'node:timers/promises'
import type { Child, Exit } from './launch.ts'
import type { RunEvent } from './run-request.ts'
import { stderrEvents } from './stderr-events.ts'

/** The most a skill may print: 10 MB, as document B has it. */
export const MAX_OUTPUT_BYTES = 10 * 1024 * 1024
// How long streams may stay open after the process ended, when something it started still holds them.
const GRACE_MS = 300
const STDERR_TAIL = 2_000

/** What a process was told and how it may go on. */
export interface ChildRun {
  readonly input: string
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
  readonly onEvent: (event: RunEvent) => void
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
export async function runChild(child: Child, { input, timeoutMs, signal, onEvent }: ChildRun): Promise<ChildResult> {
  const stopped = Promise.withResolvers<'timeout' | 'cancel' | 'output'>()
  const timer = setTimeout(() => stopped.resolve('timeout'), timeoutMs)
  const cancel = () => stopped.resolve('cancel')
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel, { once: true })

  const stdout = collect(child, () => stopped.resolve('output'))
  const stderr = follow(child, onEvent)
  // A script may well answer without reading its input; a broken pipe is then no error.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  try {
    const ended = await Promise.race([child.exited.then(() => 'exit' as const), stopped.promise])
    if (ended !== 'exit') child.kill()
    else await Promise.race([stdout.closed, stopped.promise, settled(stdout)])
    const exit = await Promise.race([
      child.exited,
      wait(GRACE_MS, { code: null, signal: 'SIGKILL' } as const, { ref: false }),
    ])
    // The last bytes may have been one too many.
    return {
      ended: ended === 'exit' && stdout.isOver() ? 'output' : ended,
      stdout: stdout.bytes(),
      exit,
      stderrTail: stderr.tail(),
    }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    child.kill()
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
  }
}

/** Waits until nothing more comes. Timers fire before what has arrived is read, so that is read first, however late it is. */
async function settled({ size }: { size(): number }): Promise<void> {
  await wait(GRACE_MS, undefined, { ref: false })
  for (let before = -1; before !== size(); ) {
    before = size()
    await afterReading()
  }
}

function collect(
  { stdout }: Child,
  onOver: () => void,
): { closed: Promise<void>; bytes(): Uint8Array; size(): number; isOver(): boolean } {
  const chunks: Buffer[] = []
  let size = 0
  const closed = Promise.withResolvers<void>()
  stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
    else onOver()
  })
  stdout.on('error', () => closed.resolve())
  stdout.on('close', () => closed.resolve())
  stdout.on('end', () => closed.resolve())
  return {
    closed: closed.promise,
    bytes: () => Buffer.concat(chunks),
    size: () => size,
    isOver: () => size > MAX_OUTPUT_BYTES,
  }
}

function follow({ stderr }: Child, onEvent: (event: RunEvent) => void): { tail(): string } {
  const events = stderrEvents(onEvent)
  let tail = Buffer.alloc(0)
  stderr.on('data', (chunk: Buffer) => {
    events.push(chunk)
    tail = Buffer.concat([tail, chunk]).subarray(-STDERR_TAIL)
  })
  stderr.on('error', () => undefined)
  stderr.on('end', () => events.end())
  return { tail: () => tail.toString('utf8').trim() }
}
