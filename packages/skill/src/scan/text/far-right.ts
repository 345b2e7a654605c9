/** So many spaces or tabs that what follows stands outside of a window. */
const GAPS = [' '.repeat(80), '\u00a0'.repeat(80), '\u3000'.repeat(40), '\t'.repeat(20)]

/** What stands far to the right of a line, where a reader does not look and an agent does. */
export function farRight(text: string): string | undefined {
  const found = text.split('\n').flatMap((line) => {
    const from = GAPS.map((gap) => line.indexOf(gap)).find((at) => at >= 0)
    const said = from === undefined ? '' : line.slice(from).trim()
    return said.split(' ', 5).length < 5 || said.includes('  ') ? [] : [said]
  })
  return found.length === 0 ? undefined : found.join('\n')
}
