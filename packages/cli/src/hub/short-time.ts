/** The times of the wire in a text to the minute, as people read them: `2026-11-16 00:33 UTC`. */
export function shortTime(text: string): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z/g, '$1 $2 UTC')
}

/** The same to the second, for what may happen several times a minute. */
export function timeToSecond(text: string): string {
  return text.replace(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[\d.]*Z/g, '$1 $2 UTC')
}
