import { estimateTokens } from '@skillwright/contract'

/** The first lines of a Markdown text, about as many as fit into `tokens`; an open code fence is closed, what is missing marked. */
export function cutToTokens(text: string, tokens: number): string {
  const kept: string[] = []
  let left = tokens
  let fence = ''
  for (const line of text.split('\n')) {
    const cost = estimateTokens(line) + 1
    if (cost > left) {
      const rest = kept.length === 0 ? cutToLength(line, Math.floor((line.length * tokens) / cost)) : '…'
      return [...kept, ...(fence === '' ? [] : [fence]), rest].join('\n').trim()
    }
    left -= cost
    kept.push(line)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (mark !== '' && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
  }
  return kept.join('\n').trim()
}

/** A text of at most so many characters, cut between words where it can be; what is missing is marked. */
export function cutToLength(text: string, characters: number): string {
  if (text.length <= characters) return text
  const start = text
    .slice(0, Math.max(0, characters - 1))
    .toWellFormed()
    .replace(/\ufffd$/, '')
  // Not every script has spaces, and a word may be long: never give up more than a fifth for a clean end.
  const space = start.lastIndexOf(' ')
  const end = text[start.length] !== ' ' && space > start.length * 0.8 ? space : start.length
  return `${start.slice(0, end).replace(/[\s,;:，；：、]+$/, '')}…`
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
  return /^.+?(?:[.!?](?=\s)|[。！？])/s.exec(text)?.[0] ?? text
}
