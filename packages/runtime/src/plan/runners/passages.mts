/** A part of a document under one heading. */
export interface Passage {
  /** Path in the skill's folder. */
  readonly file: string
  /** The headings above it, outermost first, with ` > ` between; empty before the first. */
  readonly heading: string
  readonly line: number
  readonly text: string
}

/** A passage that has to do with a query, and how much. */
export interface FoundPassage extends Passage {
  readonly score: number
}

// A longer part is cut between paragraphs: the caller wants the place, not the chapter.
const MAX_PASSAGE = 2_000

/** Splits a document into passages at its headings; what stands in a code block is no heading. */
export function splitPassages(document: string, file: string): Passage[] {
  const passages: Passage[] = []
  const headings: string[] = []
  let lines: string[] = []
  let start = 1
  let fence: string | undefined
  const close = () => {
    const heading = headings.filter((title) => title !== undefined).join(' > ')
    for (const part of cut(lines.join('\n'))) if (part.text.trim() !== '') passages.push(toPassage(part, heading))
  }
  const toPassage = ({ text, line }: { text: string; line: number }, heading: string): Passage => {
    const blank = /^\s*\n/.exec(text)?.[0].split('\n').length ?? 1
    return { file, heading, line: start + line + blank - 1, text: text.trim() }
  }
  for (const [i, line] of document.split(/\r?\n/).entries()) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    const heading = fence === undefined ? /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line) : null
    if (heading === null) {
      lines.push(line)
      continue
    }
    close()
    headings.length = (heading[1]?.length ?? 1) - 1
    headings.push(heading[2] ?? '')
    lines = []
    start = i + 2
  }
  close()
  return passages
}

/** Cuts a long text at empty lines. */
function cut(text: string): { text: string; line: number }[] {
  if (text.length <= MAX_PASSAGE) return [{ text, line: 0 }]
  const parts: { text: string; line: number }[] = []
  let line = 0
  for (const paragraph of text.split(/\n(?=[ \t]*\n)/)) {
    const last = parts.at(-1)
    if (last !== undefined && last.text.length + paragraph.length < MAX_PASSAGE) last.text += `\n${paragraph}`
    else parts.push({ text: paragraph, line })
    line += paragraph.split('\n').length
  }
  return parts
}

/** The passages that share words with the query, the best first: rare words count more, and words of a heading twice. */
export function rankPassages(passages: readonly Passage[], query: string, limit: number): FoundPassage[] {
  const wanted = [...new Set(wordsOf(query))]
  const counted = passages.map((passage) => ({
    passage,
    inText: countWords(wordsOf(passage.text)),
    inHeading: countWords(wordsOf(passage.heading)),
  }))
  const weights = wanted.map((word) => {
    const having = counted.filter(({ inText, inHeading }) => inText.has(word) || inHeading.has(word)).length
    return Math.log(1 + (passages.length - having + 0.5) / (having + 0.5))
  })
  return counted
    .map(({ passage, inText, inHeading }, order) => {
      const score = wanted.reduce((sum, word, i) => {
        const times = (inText.get(word) ?? 0) + 2 * (inHeading.get(word) ?? 0)
        return sum + (weights[i] ?? 0) * (times / (times + 1))
      }, 0)
      return { ...passage, score: Math.round(score * 1000) / 1000, order }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit)
    .map(({ order: _, ...found }) => found)
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Words in lower case; of Chinese, Japanese and Korean every two neighbours, since they write no spaces. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) => {
    if (!/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word)) return [stem(word)]
    const signs = [...word]
    return signs.length === 1 ? signs : signs.slice(1).map((sign, i) => `${signs[i]}${sign}`)
  })
}

/** `requests` finds `request`. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
