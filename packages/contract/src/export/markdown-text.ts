/** One line of text that Markdown shows as it is, safe in a table cell: no HTML, no links, no emphasis. */
export function markdownLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
  const safe = line
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_[\]|~]/g, '\\$&')
  return safe.replace(/^[#+=-]/, '\\$&').replace(/^(\d+)([.)])/, '$1\\$2')
}

/** Untrusted Markdown without HTML and without links that run code. */
export function markdownBlock(text: string): string {
  return text
    .toWellFormed()
    .trim()
    .replaceAll('<', '&lt;')
    .replaceAll(/\](?=\((?!\s*(?:https?:\/\/|mailto:|#|\.{0,2}\/|[\w-]+(?:\/|\.md))))/gi, '&#93;')
    .replaceAll(/\](?=:(?!\s*https?:\/\/))/gi, '&#93;')
}

/** Text as a code span, safe in a table cell. */
export function markdownCode(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll('|', '\\|')
  const ticks = '`'.repeat(longestRun(line) + 1)
  const pad = /^`|`$|^ .* $/.test(line) || line === '' ? ' ' : ''
  return `${ticks}${pad}${line}${pad}${ticks}`
}

/** Text as a block of code. */
export function markdownFence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${ticks}${language}\n${text.toWellFormed()}\n${ticks}`
}

/** Rows as a table; cells must be safe already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
