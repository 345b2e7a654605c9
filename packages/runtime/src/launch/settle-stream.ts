import type { Socket } from 'node:net'

const TICK_MS = 100
const MOST_TICKS = 8

/**
 * Closes a stream of a process that has ended, once there is nothing left in it: something that escaped may hold the
 * other end for ever. What the caller has not read yet stays readable.
 */
export function settleStream(stream: Socket): void {
  if (stream.destroyed) return
  let before = stream.bytesRead
  let ticks = 0
  const look = () => {
    const isIdle = stream.bytesRead === before
    before = stream.bytesRead
    ticks++
    if (stream.readableLength === 0 && (isIdle || ticks >= MOST_TICKS)) stream.destroy()
  }
  // Timers fire before what has arrived is read: on a busy machine the answer may still be in the pipe, so it is read first.
  const timer = setInterval(() => setImmediate(look), TICK_MS)
  stream.once('close', () => clearInterval(timer))
}
