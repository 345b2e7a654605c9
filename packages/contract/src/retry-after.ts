/** How long a Retry-After header asks to wait, in milliseconds; undefined when it says nothing that can be read. */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000
  // The three date forms of HTTP all begin with a weekday; Date.parse alone would also read "5 apples" or "-1".
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined
  // biome-ignore lint/style/noRestrictedGlobals: parsing a date asks no clock
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
