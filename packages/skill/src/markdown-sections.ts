/** One heading of a Markdown text with everything below it up to the next heading of its level or higher. */
export interface MarkdownSection {
  readonly level: number
  readonly title: string
  /** Line of the heading in the file, from 1. */
  readonly line: number
  /** The text below the heading, subsections included. */
  readonly text: string
  /** Line on which the text begins. */
  readonly textLine: number
}

/** Every section of a Markdown text in order, code fences respected. `firstLine` is the line of the file the text begins on. */
export function markdownSections(text: string, firstLine = 1): MarkdownSection[] {
  const headings = findHeadings(text, firstLine)
  // A section ends where the next heading of its level or higher begins: found from the end, in one pass.
  const nextAt = new Array<number>(7).fill(text.length)
  return headings
    .toReversed()
    .map(({ level, title, line, start, end }) => {
      const below = text.slice(end, nextAt[level]).trim()
      nextAt.fill(start, level)
      return { level, title: plainTitle(title), line, text: below, textLine: line + 1 }
    })
    .reverse()
}

interface Heading {
  readonly level: number
  readonly title: string
  readonly line: number
  /** Where its line begins and ends in the text. */
  readonly start: number
  readonly end: number
}

// The only characters a line that matters here can begin with.
const MARKS = new Set(['#', '`', '~'].map((mark) => mark.charCodeAt(0)))
const SPACE = ' '.charCodeAt(0)

function findHeadings(text: string, firstLine: number): Heading[] {
  const headings: Heading[] = []
  let fence: string | undefined
  let line = firstLine
  for (let start = 0; start < text.length; line++) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    let at = start
    while (at < start + 3 && text.charCodeAt(at) === SPACE) at++
    if (MARKS.has(text.charCodeAt(at))) {
      const content = text.slice(at, end)
      const mark = /^(?:`{3,}|~{3,})/.exec(content)?.[0]
      if (mark !== undefined && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length)))
        fence = fence === undefined ? mark : undefined
      else if (fence === undefined) {
        const heading = /^(#{1,6})[ \t]+(.*)$/.exec(content)
        if (heading) headings.push({ level: heading[1]?.length ?? 1, title: heading[2] ?? '', line, start, end })
      }
    }
    start = end + 1
  }
  return headings
}

/** The items of the lists in a text, each as one line, with what is nested in it left out. */
export function listItems(text: string): string[] {
  const items: string[] = []
  for (const line of text.split('\n')) {
    const item = /^ {0,3}(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+|\d{1,4}、)(.*)$/.exec(line)
    if (item) items.push((item[1] ?? '').trim())
    else if (/^ {2,}\S/.test(line) && !/^ *(?:[-*+]|\d+[.)]) /.test(line) && items.length > 0)
      items.push(`${items.pop()} ${line.trim()}`)
  }
  return items
}

// Headings carry emoji, numbering, emphasis and closing hashes that say nothing.
function plainTitle(title: string): string {
  return title
    .replace(/[ \t]+#+[ \t]*$/, '')
    .replace(/[*`]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/^(?:\p{Extended_Pictographic}|\uFE0F|\s)+/u, '')
    .replace(/^(?:\d+(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+[、.])\s*(?=\D)/, '')
    .trim()
}
