import type { Child, Exit } from '../launch.ts'

/** What is told of a process as it goes, without streams, which cost more than a warm process takes to answer. */
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
  /** Nobody listens any more. */
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
