import { plainText } from './command-lines.ts'
import { aroundCommand } from './text-role.ts'

/** A stretch of code in a document. */
export interface CodeBlock {
  /** The word after the fence, lower case; empty when there is none. */
  readonly language: string
  readonly text: string
  readonly line: number
  /** The headings above it, and the last line of prose before it. */
  readonly context: string
  /** The sentence it stands in, or the comment it starts with. */
  readonly said: string
}

/** A paragraph, list item or table row. */
export interface ProseBlock {
  readonly text: string
  readonly line: number
  readonly context: string
  /** Not shown when the page is rendered. */
  readonly isHidden: boolean
}

/** A link with what it says and where it goes. */
export interface Link {
  readonly label: string
  readonly target: string
  readonly line: number
}

/** A document taken apart into what is said and what could be run. */
export interface MarkdownViews {
  readonly blocks: readonly ProseBlock[]
  readonly fences: readonly CodeBlock[]
  readonly inline: readonly CodeBlock[]
  readonly links: readonly Link[]
  /** There is more of something than the limit. */
  readonly isCut: boolean
}

/** How many of each are read. */
const MAX_COMMENTS = 500
const MAX_INLINE = 5_000
const MAX_LINKS = 10_000
const MAX_COMMENT = 60_000

/** Takes Markdown apart; broken fences, quote marks and escapes do not hide anything. */
export function splitMarkdown(text: string, firstLine = 1): MarkdownViews {
  const blocks: ProseBlock[] = []
  const fences: CodeBlock[] = []
  const headings: string[] = []
  let open:
    | { language: string; lines: string[]; line: number; context: string; mark: string; column: number }
    | undefined
  let paragraph: { lines: string[]; line: number } | undefined
  let lastSaid = ''
  const context = (): string => `${headings.filter((heading) => heading !== '').join(' / ')}\n${lastSaid}`
  const endParagraph = (): void => {
    if (paragraph === undefined) return
    const said = paragraph.lines.join('\n')
    blocks.push({ text: said, line: paragraph.line, context: context(), isHidden: false })
    lastSaid = paragraph.lines.at(-1) ?? ''
    paragraph = undefined
  }
  const endFence = (): void => {
    if (open !== undefined)
      fences.push({
        language: open.language,
        text: open.lines.join('\n'),
        line: open.line,
        context: open.context,
        said: firstComment(open.lines),
      })
    open = undefined
  }
  const lines = text.split('\n')
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/^(?:\s{0,3}>\s?)+/, '')
    const fence = /^(\s*)(?:[-*+]\s+)?(`{3,}|~{3,})\s*([\w+#.-]*)/.exec(line)
    if (fence !== null) {
      const [, , mark = '', language = ''] = fence
      if (open === undefined) {
        endParagraph()
        open = {
          language: language.toLowerCase(),
          lines: [],
          line: firstLine + index + 1,
          context: context(),
          mark: mark[0] ?? '`',
          column: mark.length,
        }
        continue
      }
      if (mark.startsWith(open.mark) && mark.length >= open.column && language === '') {
        endFence()
        continue
      }
    }
    if (open !== undefined) {
      open.lines.push(line.replace(/\\([&_])/g, '$1'))
      continue
    }
    const plain = line.replace(/\\([&_|*`>#[\](){}.!+-])/g, '$1')
    const heading = /^\s{0,3}(#{1,6})\s+(.*)$/.exec(plain)
    if (heading !== null) {
      endParagraph()
      const level = (heading[1] ?? '#').length
      headings.length = Math.min(headings.length, level - 1)
      while (headings.length < level - 1) headings.push('')
      headings.push((heading[2] ?? '').slice(0, 120))
      lastSaid = ''
      blocks.push({ text: heading[2] ?? '', line: firstLine + index, context: context(), isHidden: false })
    } else if (plain.trim() === '') endParagraph()
    else {
      if (/^\s*(?:[-*+]|\d+[.)])\s|^\s*\|/.test(plain)) endParagraph()
      paragraph ??= { lines: [], line: firstLine + index }
      paragraph.lines.push(plain)
    }
  }
  endParagraph()
  endFence()
  const ends = fences.map((fence) => fence.line + fence.text.split('\n').length)
  const isFenced = (line: number): boolean =>
    fences.some((fence, index) => line >= fence.line - 1 && line <= (ends[index] ?? 0))
  const comments = commentsOf(text, firstLine)
  const inline = inlineCode(blocks)
  const links = linksOf(text, firstLine)
  return {
    blocks: [...blocks, ...comments.filter((comment) => !isFenced(comment.line))],
    fences: [...fences, ...indentedCode(lines, firstLine, isFenced), ...preformatted(text, firstLine)],
    inline,
    links,
    isCut:
      comments.length >= MAX_COMMENTS ||
      comments.some((comment) => comment.text.length >= MAX_COMMENT) ||
      inline.length >= MAX_INLINE ||
      links.length >= MAX_LINKS,
  }
}

// Four spaces make a block of code, with its empty lines. In a list they may be text; read as code that says nothing.
function indentedCode(lines: readonly string[], firstLine: number, isFenced: (line: number) => boolean): CodeBlock[] {
  const found: CodeBlock[] = []
  let start = -1
  let said = ''
  for (const [index, raw] of [...lines, 'end'].entries()) {
    const isIndented = /^(?: {4}|\t)\s*\S/.test(raw) && !isFenced(firstLine + index)
    if (isIndented && start < 0) start = index
    if (isIndented || raw.trim() === '') continue
    if (start >= 0) {
      const text = lines
        .slice(start, index)
        .map((line) => line.replace(/^(?: {4}|\t)/, ''))
        .join('\n')
        .trimEnd()
      found.push({ language: '', text, line: firstLine + start, context: said, said: '' })
      start = -1
    }
    said = raw
  }
  return found
}

function preformatted(text: string, firstLine: number): CodeBlock[] {
  const found: CodeBlock[] = []
  for (let start = text.indexOf('<pre'); start >= 0 && found.length < 1_000; ) {
    const end = text.indexOf('</pre', start)
    if (end < 0) break
    found.push({
      language: '',
      text: plainText(text.slice(text.indexOf('>', start) + 1, end)),
      line: firstLine + lineOf(text, start),
      context: '',
      said: '',
    })
    start = text.indexOf('<pre', end)
  }
  return found
}

function firstComment(lines: readonly string[]): string {
  return /^\s*(?:#|\/\/)\s*(.*)$/m.exec(lines.join('\n').slice(0, 300))?.[1] ?? ''
}

// Between two backticks a comment is seen.
function isInlineCode(text: string, start: number, end: number): boolean {
  return text[start - 1] === '`' && text[end + 3] === '`' && !text.slice(start, end).includes('\n')
}

// Comments and unseen elements reach the agent and not the reader.
function commentsOf(text: string, firstLine: number): ProseBlock[] {
  const hidden: ProseBlock[] = []
  for (let start = text.indexOf('<!--'); start >= 0 && hidden.length < MAX_COMMENTS; ) {
    const end = text.indexOf('-->', start)
    if (end < 0) break
    if (isInlineCode(text, start, end)) {
      start = text.indexOf('<!--', end)
      continue
    }
    hidden.push({
      text: text.slice(start + 4, Math.min(end, start + 4 + MAX_COMMENT)),
      line: firstLine + lineOf(text, start),
      context: '',
      isHidden: true,
    })
    start = text.indexOf('<!--', end)
  }
  for (const pattern of [
    /<(?:span|div|p)[^>]{0,200}(?:display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0|color:\s*(?:#fff(?:fff)?|white))[^>]{0,200}>([\s\S]{1,4000}?)<\//gi,
    /^\[(?:\/\/|comment)\]:\s*#?\s*[("'](.{1,2000})[)"']\s*$/gm,
  ]) {
    for (const match of text.matchAll(pattern)) {
      hidden.push({
        text: (match[1] ?? '').trim(),
        line: firstLine + lineOf(text, match.index),
        context: '',
        isHidden: true,
      })
      if (hidden.length >= MAX_COMMENTS) return hidden
    }
  }
  return hidden
}

function inlineCode(blocks: readonly ProseBlock[]): CodeBlock[] {
  const found: CodeBlock[] = []
  for (const block of blocks) {
    if (!block.text.includes('`')) continue
    for (const match of block.text.matchAll(/(`{1,2})([^`\n]{3,1500})\1/g)) {
      found.push({
        language: '',
        text: match[2] ?? '',
        line: block.line + lineOf(block.text, match.index),
        context: block.context,
        said: aroundCommand(block.text, match.index, match.index + match[0].length),
      })
    }
    if (found.length >= MAX_INLINE) break
  }
  return found
}

function linksOf(text: string, firstLine: number): Link[] {
  const found: Link[] = []
  let line = firstLine
  for (const each of text.split('\n')) {
    if (each.includes('](')) {
      for (const match of each.matchAll(/\[([^\][]{0,300})\]\(\s*<?([^)\s>]{1,2000})/g))
        found.push({ label: match[1] ?? '', target: match[2] ?? '', line })
    }
    line++
    if (found.length >= MAX_LINKS) break
  }
  return found
}

function lineOf(text: string, index: number): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) count++
  return count
}
