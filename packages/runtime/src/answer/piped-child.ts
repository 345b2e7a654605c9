import { Readable, Writable } from 'node:stream'
import type { Child, Exit } from '../launch.ts'
import type { ChildListener, DirectChild } from './run-child.ts'

/** What a child asks of what moves its bytes. */
export interface PipedChildEvents {
  /** Input arrived; `done` when the next may come. */
  onInput(input: Buffer | string, isLast: boolean, done: () => void): void
  /** There is room again for more output. */
  onRead(): void
  onKill(): void
  /** The caller is done with one of its streams. */
  onClose?(name: StreamName): void
}

/** A stream of a child. */
type StreamName = 'stdin' | 'stdout' | 'stderr'

const NOTHING = Buffer.alloc(0)
const HIGH_WATER_MARK = 256 * 1024

/** A child whose bytes are moved by something else. Its streams, and the promise of its end, are made when they are asked for. */
export class PipedChild implements Child, DirectChild {
  readonly #events: PipedChildEvents
  #stdin: Writable | undefined
  #stdout: Readable | undefined
  #stderr: Readable | undefined
  #listener: ChildListener | undefined
  #hasEnded = false
  #exit: Exit | undefined
  #exited: PromiseWithResolvers<Exit> | undefined
  #afterExit: (() => void) | undefined

  constructor(events: PipedChildEvents) {
    this.#events = events
  }

  get stdin(): Writable {
    this.#stdin ??= inputStream(this.#events)
    return this.#stdin
  }

  get stdout(): Readable {
    this.#stdout ??= outputStream('stdout', this.#events)
    return this.#stdout
  }

  get stderr(): Readable {
    this.#stderr ??= outputStream('stderr', this.#events)
    return this.#stderr
  }

  get exited(): Promise<Exit> {
    if (this.#exited === undefined) {
      this.#exited = Promise.withResolvers()
      if (this.#exit !== undefined) this.#exited.resolve(this.#exit)
    }
    return this.#exited.promise
  }

  kill(): void {
    this.#events.onKill()
  }

  /** Listens from now on, and first receives what was written before: a process that was started ahead of its call may be quick. */
  listen(listener: ChildListener): void {
    this.#listener = listener
    for (let early = this.#stdout?.read(); early; early = this.#stdout?.read()) listener.onStdout(early)
    for (let early = this.#stderr?.read(); early; early = this.#stderr?.read()) listener.onStderr(early)
    if (this.#hasEnded) listener.onStdoutEnd()
    if (this.#exit !== undefined) listener.onExit(this.#exit)
  }

  write(input: string): void {
    this.#events.onInput(input, false, ignore)
  }

  feed(input: string): void {
    this.#events.onInput(input, true, ignore)
  }

  /** Calls back when it has ended, for callers that would make a promise only for that. */
  whenExited(work: () => void): void {
    if (this.#exit === undefined) this.#afterExit = work
    else work()
  }

  hangUp(): void {
    this.#listener = undefined
    for (const stream of [this.#stdin, this.#stdout, this.#stderr]) stream?.destroy()
    for (const name of ['stdin', 'stdout', 'stderr'] as const) this.#events.onClose?.(name)
  }

  /** Hands on output; false when the reader has enough for now. */
  pushStdout(bytes: Buffer): boolean {
    if (this.#listener === undefined) return this.stdout.destroyed || this.stdout.push(bytes)
    this.#listener.onStdout(bytes)
    return true
  }

  /** The same for error output that is in a buffer which is used again; a stream, also one beside the listener, gets a copy. */
  pushStderr(bytes: Buffer): boolean {
    this.#listener?.onStderr(bytes)
    if (this.#listener !== undefined && this.#stderr === undefined) return true
    return this.stderr.destroyed || this.stderr.push(Buffer.from(bytes)) || this.#listener !== undefined
  }

  endStdout(): void {
    this.#hasEnded = true
    if (this.#listener === undefined) end(this.stdout)
    else this.#listener.onStdoutEnd()
  }

  endStderr(): void {
    if (this.#listener === undefined || this.#stderr !== undefined) end(this.stderr)
  }

  exit(how: Exit): void {
    this.#exit = how
    this.#listener?.onExit(how)
    this.#exited?.resolve(how)
    this.#afterExit?.()
  }
}

function ignore(): void {}

function end(stream: Readable): void {
  if (!stream.destroyed && !stream.readableEnded) stream.push(null)
}

function outputStream(name: 'stdout' | 'stderr', { onRead, onClose }: PipedChildEvents): Readable {
  return new Readable({
    read: onRead,
    highWaterMark: HIGH_WATER_MARK,
    destroy(error, done) {
      onClose?.(name)
      done(error)
    },
  })
}

function inputStream({ onInput, onClose }: PipedChildEvents): Writable {
  let isEnded = false
  const stdin: Writable = new Writable({
    decodeStrings: true,
    write(bytes: Buffer, _encoding, done) {
      // One tick later we know whether this was the last, and most requests then need one message, not two.
      process.nextTick(() => {
        isEnded = stdin.writableEnded && stdin.writableLength === bytes.length
        onInput(bytes, isEnded, () => done())
      })
    },
    final(done) {
      if (!isEnded) onInput(NOTHING, true, ignore)
      done()
    },
    destroy(error, done) {
      // What was written is on its way; only what broke off is closed.
      if (!stdin.writableFinished) onClose?.('stdin')
      done(error)
    },
  })
  return stdin
}
