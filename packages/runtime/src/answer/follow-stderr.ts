import type { RunEvent } from '../run-request.ts'
import { byteLines } from './byte-lines.ts'
import { byteTail } from './byte-tail.ts'
import type { SecretMask } from './mask-secrets.ts'
import { readLogLine } from './read-log-line.ts'

// Past the limit a line is only read for the tail, so that a gigabyte of noise costs next to nothing.
const MAX_LINES = 10_000
const MAX_LINE_LENGTH = 8_192
const TAIL_LENGTH = 2_000
// UTF-8 has up to four bytes for a character, or for two in JavaScript's count.
const BYTES_PER_CHARACTER = 4

/** What is made of a skill's stderr. */
export interface StderrFollower {
  push(chunk: Buffer): void
  /** Hands on what is left, and gives the last characters of all. */
  end(): string
}

/** Turns what a skill writes to stderr into events, line by line, secrets masked before anything is cut. */
export function followStderr(onEvent: (event: RunEvent) => void, mask: SecretMask): StderrFollower {
  const tail = byteTail((TAIL_LENGTH + mask.margin) * BYTES_PER_CHARACTER)
  const held = new HeldLines(mask, (line) => {
    if (line.trim() !== '') onEvent(readLogLine(line))
  })
  const lines = byteLines((line) => held.push(line), {
    maxLines: MAX_LINES,
    maxBytes: (MAX_LINE_LENGTH + mask.margin) * BYTES_PER_CHARACTER,
  })
  return {
    push(chunk) {
      lines.push(chunk)
      tail.push(chunk)
    },
    end() {
      lines.end()
      held.flush()
      return mask.tail(tail.text().trimEnd(), TAIL_LENGTH).trim()
    },
  }
}

/** Lines that wait for the next one, because a secret of several lines may have begun in them. */
class HeldLines {
  readonly #mask: SecretMask
  readonly #onLine: (line: string) => void
  #text: string | undefined

  constructor(mask: SecretMask, onLine: (line: string) => void) {
    this.#mask = mask
    this.#onLine = onLine
  }

  push(line: string): void {
    if (line.length > MAX_LINE_LENGTH) {
      this.flush()
      this.#onLine(this.#mask.head(line, MAX_LINE_LENGTH))
      return
    }
    this.#text = this.#text === undefined ? line : `${this.#text}\n${line}`
    if (this.#text.length > 2 * this.#mask.margin || !this.#mask.endsInside(this.#text)) this.flush()
  }

  flush(): void {
    const text = this.#text
    this.#text = undefined
    if (text !== undefined) for (const line of this.#mask.text(text).split('\n')) this.#onLine(line)
  }
}
