/** Every kind of message between the runtime and a lane, with its number on the wire; the lane gets the same table. */
export const FRAME_KINDS = {
  // To the lane.
  start: 1,
  input: 2,
  lastInput: 3,
  kill: 4,
  // From the lane.
  ready: 16,
  stdout: 17,
  stdoutEnd: 18,
  stderr: 19,
  stderrEnd: 20,
  inputTaken: 21,
  exit: 22,
} as const

/** What a message says. */
export type FrameKind = keyof typeof FRAME_KINDS

/** A message between the runtime and a lane. */
export interface LaneFrame {
  readonly kind: FrameKind
  readonly payload: Buffer
}

/** The most bytes one message carries; whatever claims to be longer is forged. */
export const MAX_PAYLOAD_BYTES = 65_536
/** Length of the word that every message of a call repeats. */
export const TOKEN_BYTES = 8

// Kind, length, sequence number (both four bytes, little end first), token.
const HEADER_BYTES = 9 + TOKEN_BYTES
const NOTHING = Buffer.alloc(0)
const KINDS = new Map<number, FrameKind>(
  Object.entries(FRAME_KINDS).map(([name, number]) => [number, name as FrameKind]),
)

/**
 * Both directions of the messages between the runtime and a lane. Every message has the next number of its direction and
 * the token of the call, which the lane gets when the call starts: the script's process was forked before and
 * never saw it, so nothing it writes can pass for a message.
 */
export class LaneChannel {
  #token: Buffer = Buffer.alloc(TOKEN_BYTES)
  #sent = 0
  #received = 0
  #rest: Buffer = NOTHING

  /** Makes every later message of both directions carry another token. */
  useToken(token: Buffer): void {
    this.#token = token
  }

  /** A message as zygote_lane.py reads it. */
  write(kind: FrameKind, payload: Buffer = NOTHING): Buffer {
    const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
    frame.writeUInt8(FRAME_KINDS[kind], 0)
    frame.writeUInt32LE(payload.length, 1)
    frame.writeUInt32LE(this.#sent, 5)
    this.#token.copy(frame, 9)
    payload.copy(frame, HEADER_BYTES)
    this.#sent = (this.#sent + 1) >>> 0
    return frame
  }

  /** Takes bytes as they come and hands on the messages they complete. False when one was not the lane's: trust nothing more. */
  read(bytes: Buffer, onFrame: (frame: LaneFrame) => void): boolean {
    const buffer = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    let at = 0
    while (buffer.length - at >= HEADER_BYTES) {
      const kind = KINDS.get(buffer.readUInt8(at))
      const length = buffer.readUInt32LE(at + 1)
      const isNext = buffer.readUInt32LE(at + 5) === this.#received
      const isOfCall = this.#token.compare(buffer, at + 9, at + HEADER_BYTES) === 0
      if (kind === undefined || length > MAX_PAYLOAD_BYTES || !isNext || !isOfCall) return false
      const end = at + HEADER_BYTES + length
      if (end > buffer.length) break
      this.#received = (this.#received + 1) >>> 0
      onFrame({ kind, payload: buffer.subarray(at + HEADER_BYTES, end) })
      at = end
    }
    this.#rest = buffer.subarray(at)
    return true
  }
}
