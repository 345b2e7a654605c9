/** A table as it stands in Markdown; its cells are trimmed and their escaped pipes are pipes again. */
export interface MarkdownTable {
  readonly header: readonly string[]
  readonly rows: readonly MarkdownRow[]
  /** Line of the header, counted from 1. */
  readonly line: number
}

/** One row of a table below its header. */
interface MarkdownRow {
  readonly cells: readonly string[]
  readonly line: number
}

/** Finds the tables in Markdown text, leaving out those inside code blocks. */
export function readTables(markdown: string): readonly MarkdownTable[] {
  const lines = markdown.split(/\r\n|\n|\r/)
  const tables: MarkdownTable[] = []
  let fence: string | undefined
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1]
    if (fence !== undefined || mark !== undefined) {
      fence = fence === undefined ? mark : mark === fence ? undefined : fence
      continue
    }
    if (!line.includes('|') || !isDelimiter(lines[i + 1])) continue
    const rows: MarkdownRow[] = []
    for (let j = i + 2; j < lines.length && (lines[j] ?? '').includes('|'); j++) {
      rows.push({ cells: splitRow(lines[j] ?? ''), line: j + 1 })
    }
    tables.push({ header: splitRow(line), rows, line: i + 1 })
    i += rows.length + 1
  }
  return tables
}

/** Writes a table; line breaks inside a cell become `<br>`. */
export function writeTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const delimiter = header.map((title) => '-'.repeat(title.length + 2)).join('|')
  return [writeRow(header), `|${delimiter}|`, ...rows.map(writeRow)].join('\n')
}

function writeRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\r\n|\n|\r/g, '<br>')).join(' | ')} |`
}

function isDelimiter(line: string | undefined): boolean {
  return line?.includes('-') === true && line.includes('|') && splitRow(line).every((cell) => /^:?-+:?$/.test(cell))
}

/** Splits at pipes that are not escaped. One loop over the characters, so that no row is too long for it. */
function splitRow(line: string): readonly string[] {
  const text = line.trim()
  const cells: string[] = []
  let cell = ''
  for (let i = text.startsWith('|') ? 1 : 0; i < text.length; i++) {
    const character = text[i] ?? ''
    if (character === '\\' && text[i + 1] === '|') {
      cell += '|'
      i++
    } else if (character === '|') {
      cells.push(cell.trim())
      cell = ''
    } else {
      cell += character
    }
  }
  return cell.trim() === '' && cells.length > 0 && text.endsWith('|') ? cells : [...cells, cell.trim()]
}
