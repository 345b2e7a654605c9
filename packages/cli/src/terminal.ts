import { styleText } from 'node:util'

/** Where a command reads and writes. Colour only reaches a terminal. */
export interface Terminal {
  /** The answer: stdout. */
  print(text: string): void
  /** What is said beside the answer: stderr. */
  note(text: string): void
  /** The answer, when it is a file: stdout, byte for byte. */
  printBytes(bytes: Uint8Array): void
  /** Everything on stdin, as text. */
  readStdin(): Promise<string>
  /** Everything on stdin, as it is. */
  readStdinBytes(): Promise<Uint8Array>
  /** The code the process ends with; a command sets it when its answer is no. */
  exitCode: number
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    exitCode: 0,
    print: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    printBytes: (bytes) => void process.stdout.write(bytes),
    readStdin: async () => (await stdinBytes()).toString('utf8'),
    readStdinBytes: stdinBytes,
  }
}

async function stdinBytes(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Puts text in a colour, or leaves it plain. */
export type Paint = (format: Parameters<typeof styleText>[0], text: string) => string

/** Text in a colour for stdout; plain when stdout is no terminal or NO_COLOR is set. */
export function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stdout })
}

/** The same for stderr. */
export function paintNote(format: Parameters<typeof styleText>[0], text: string): string {
  return styleText(format, text, { stream: process.stderr })
}

/** A signal that is aborted by Ctrl-C or a request to end; the second one ends the process as usual. */
export function untilInterrupted(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const interrupt = () => controller.abort(new DOMException('Interrupted', 'AbortError'))
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt)
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt)
    },
  }
}
