/** A message between the runtime and a lane: what it is, for which of the lane's children, and its bytes. */
export interface LaneFrame {
  readonly kind: string
  readonly number: number
  readonly payload: Buffer
}

const HEADER_BYTES = 6
const NOTHING = Buffer.alloc(0)

/** A message as zygote_lane.py reads it: letter, number, length, bytes. */
export function laneFrame(kind: string, number: number, payload: Buffer = NOTHING): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  frame.writeUInt8(kind.charCodeAt(0), 0)
  frame.writeUInt8(number, 1)
  frame.writeUInt32LE(payload.length, 2)
  payload.copy(frame, HEADER_BYTES)
  return frame
}

/** Makes the reader of a lane's messages: give it bytes as they come, get the messages they complete. */
export function laneFrameReader(): (bytes: Buffer) => LaneFrame[] {
  let rest: Buffer = NOTHING
  return (bytes) => {
    const buffer = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const frames: LaneFrame[] = []
    let at = 0
    while (buffer.length - at >= HEADER_BYTES) {
      const end = at + HEADER_BYTES + buffer.readUInt32LE(at + 2)
      if (end > buffer.length) break
      const payload = buffer.subarray(at + HEADER_BYTES, end)
      frames.push({ kind: String.fromCharCode(buffer.readUInt8(at)), number: buffer.readUInt8(at + 1), payload })
      at = end
    }
    rest = buffer.subarray(at)
    return frames
  }
}
