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
  const lines = text.split('\n')
  const headings: { level: number; title: string; at: number }[] = []
  let fence: string | undefined
  for (const [at, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === undefined ? mark : undefined
      continue
    }
    if (fence !== undefined) continue
    const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(line)
    if (heading) headings.push({ level: heading[1]?.length ?? 1, title: plainTitle(heading[2] ?? ''), at })
  }
  // A section ends where the next heading of its level or higher begins: found from the end, in one pass.
  const nextAt = new Array<number>(7).fill(lines.length)
  return headings
    .toReversed()
    .map(({ level, title, at }) => {
      const text = lines
        .slice(at + 1, nextAt[level])
        .join('\n')
        .trim()
      nextAt.fill(at, level)
      return { level, title, line: firstLine + at, text, textLine: firstLine + at + 1 }
    })
    .reverse()
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
    .replace(/[*_`]/g, '')
    .replace(/^(?:\p{Extended_Pictographic}|\uFE0F|\s)+/u, '')
    .replace(/^(?:\d+(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+[、.])\s*(?=\D)/, '')
    .trim()
}
