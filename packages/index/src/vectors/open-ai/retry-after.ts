/** How many seconds a Retry-After header asks to wait; undefined when it says nothing that can be read. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text)
  // The three date forms of HTTP all begin with a weekday; Date.parse alone would also read "5 apples" or "-1".
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/i.test(text)) return undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000))
}
