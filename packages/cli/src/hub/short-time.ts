/** A time of the wire to the minute, as people read it: `2026-11-16 00:33 UTC`. */
export function shortTime(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)} UTC` : time
}
