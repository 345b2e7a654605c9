/** How a caller wants to be answered. */
export interface Preference {
  /** Not to wait at all. */
  readonly isAsync: boolean
  /** To wait so long at most. */
  readonly waitMs?: number
}

/** Reads the header `Prefer` of RFC 7240: `respond-async` and `wait=<seconds>`; whatever else it says is for others. */
export function readPreference(prefer: string | undefined): Preference {
  if (prefer === undefined) return { isAsync: false }
  const wishes = prefer.split(',').map((wish) => wish.trim().toLowerCase())
  const [, seconds] = wishes.map((wish) => /^wait\s*=\s*"?(\d{1,6})"?/.exec(wish)).find((found) => found !== null) ?? []
  return {
    // A wait beside it is how long to wait before that (RFC 7240, 4.3).
    isAsync: seconds === undefined && wishes.some((wish) => /^respond-async(?:\s*;|$)/.test(wish)),
    ...(seconds === undefined ? {} : { waitMs: Number(seconds) * 1000 }),
  }
}
