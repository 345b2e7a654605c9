import { constants } from 'node:os'
import { Readable, Writable } from 'node:stream'
import type { Child, Exit } from '../launch.ts'

/** What a child's streams ask of whoever moves its bytes. */
export interface PipedChildEvents {
  /** Input arrived; `done` when the next may come. */
  onInput(bytes: Buffer, isLast: boolean, done: () => void): void
  /** Somebody reads again. */
  onRead(): void
  onKill(): void
}

/** A child whose bytes come by another way than its own descriptors. */
export interface PipedChild {
  readonly child: Child
  /** Hands on output; false when the reader has enough for now. */
  push(stream: 'stdout' | 'stderr', bytes: Buffer): boolean
  end(stream: 'stdout' | 'stderr'): void
  exit(how: Exit): void
}

const NOTHING = Buffer.alloc(0)

/** Makes a child out of streams, as every tier that shares a channel with a process of its own needs. */
export function pipedChild(events: PipedChildEvents): PipedChild {
  const exited = Promise.withResolvers<Exit>()
  const output = () => new Readable({ read: () => events.onRead(), highWaterMark: 256 * 1024 })
  const streams = { stdout: output(), stderr: output() }
  const stdin = new Writable({
    decodeStrings: true,
    write(bytes: Buffer, _encoding, done) {
      // One tick later we know whether this was the last, and most requests then need one message, not two.
      process.nextTick(() => {
        isEnded = stdin.writableEnded && stdin.writableLength === bytes.length
        events.onInput(bytes, isEnded, () => done())
      })
    },
    final(done) {
      if (!isEnded) events.onInput(NOTHING, true, () => undefined)
      done()
    },
  })
  let isEnded = false
  return {
    child: { stdin, ...streams, exited: exited.promise, kill: () => events.onKill() },
    push: (name, bytes) => streams[name].destroyed || streams[name].push(bytes),
    end(name) {
      const stream = streams[name]
      if (!stream.destroyed && !stream.readableEnded) stream.push(null)
    },
    exit: (how) => exited.resolve(how),
  }
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
