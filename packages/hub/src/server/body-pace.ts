/** A body that is not complete must bring so much in every window: 8 KiB a second, half of what a slow telephone line carries. */
const WINDOW_MS = 10_000
const WINDOW_BYTES = 80 * 1024

/** Watches how fast a body comes in: returns a function that is called now and then with the bytes received, and reports when that is too slow. */
export function watchPace(clock: () => number): (received: number) => boolean {
  let window = { since: clock(), received: 0, isSuspect: false }
  return (received) => {
    if (clock() - window.since < WINDOW_MS) return false
    if (received - window.received >= WINDOW_BYTES) {
      window = { since: clock(), received, isSuspect: false }
      return false
    }
    // Slow only at a second look: after a pause of this process, what has come meanwhile is read between the two.
    const { isSuspect } = window
    window.isSuspect = true
    return isSuspect
  }
}
