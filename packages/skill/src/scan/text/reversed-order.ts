/** What addresses, key files and commands look like from behind. */
const FROM_BEHIND = /\/\/:s?ptth|asr_di|91552de_di|slaitnederc\/sw|hss\.\/~|\bs?snoitcurtsni\b|\blruc\b|\bresu eht\b/

/** A line that was written backwards, turned around; undefined when it does not look so. */
export function reversedOrder(text: string): string | undefined {
  return FROM_BEHIND.test(text) ? [...text].reverse().join('') : undefined
}
