import { constants } from 'node:os'
import { Readable, Writable } from 'node:stream'
import type { Child, Exit } from '../launch.ts'
import type { ChildListener, DirectChild } from '../run-child.ts'

/** What a child asks of whoever moves its bytes. */
export interface PipedChildEvents {
  /** Input arrived; `done` when the next may come. */
  onInput(bytes: Buffer, isLast: boolean, done: () => void): void
  /** Somebody reads again. */
  onRead(): void
  onKill(): void
}

const NOTHING = Buffer.alloc(0)

/** A child whose bytes come by another way than its own descriptors. Its streams are made when somebody asks for them. */
export class PipedChild implements Child, DirectChild {
  readonly #events: PipedChildEvents
  readonly #exited = Promise.withResolvers<Exit>()
  #stdin: Writable | undefined
  #stdout: Readable | undefined
  #stderr: Readable | undefined
  #listener: ChildListener | undefined

  constructor(events: PipedChildEvents) {
    this.#events = events
  }

  get stdin(): Writable {
    this.#stdin ??= inputStream(this.#events)
    return this.#stdin
  }

  get stdout(): Readable {
    this.#stdout ??= outputStream(this.#events)
    return this.#stdout
  }

  get stderr(): Readable {
    this.#stderr ??= outputStream(this.#events)
    return this.#stderr
  }

  get exited(): Promise<Exit> {
    return this.#exited.promise
  }

  kill(): void {
    this.#events.onKill()
  }

  converse(input: string, listener: ChildListener): void {
    this.#listener = listener
    this.#events.onInput(Buffer.from(input), true, ignore)
  }

  hangUp(): void {
    this.#listener = undefined
    for (const stream of [this.#stdin, this.#stdout, this.#stderr]) stream?.destroy()
  }

  /** Hands on output; false when the reader has enough for now. */
  pushStdout(bytes: Buffer): boolean {
    if (this.#listener === undefined) return this.stdout.destroyed || this.stdout.push(bytes)
    this.#listener.onStdout(bytes)
    return true
  }

  /** The same for stderr, which somebody may read beside the listener. */
  pushStderr(bytes: Buffer): boolean {
    this.#listener?.onStderr(bytes)
    if (this.#listener !== undefined && this.#stderr === undefined) return true
    return this.stderr.destroyed || this.stderr.push(bytes) || this.#listener !== undefined
  }

  endStdout(): void {
    if (this.#listener === undefined) end(this.stdout)
    else this.#listener.onStdoutEnd()
  }

  endStderr(): void {
    if (this.#listener === undefined || this.#stderr !== undefined) end(this.stderr)
  }

  exit(how: Exit): void {
    this.#listener?.onExit(how)
    this.#exited.resolve(how)
  }
}

function ignore(): void {}

function end(stream: Readable): void {
  if (!stream.destroyed && !stream.readableEnded) stream.push(null)
}

function outputStream({ onRead }: PipedChildEvents): Readable {
  return new Readable({ read: onRead, highWaterMark: 256 * 1024 })
}

function inputStream({ onInput }: PipedChildEvents): Writable {
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
  })
  return stdin
}

// Some have two names; the first is the usual one, and the last entry of a map wins.
const SIGNALS = new Map(
  Object.entries(constants.signals)
    .map(([name, number]) => [number, name] as const)
    .reverse(),
)

/** How a process ended, from the numbers the system gives. */
export function exitOf(code: number, signalNumber: number): Exit {
  if (signalNumber === 0) return { code, signal: null }
  const name = SIGNALS.get(signalNumber) as NodeJS.Signals | undefined
  return { code: null, signal: name ?? 'SIGKILL' }
}
