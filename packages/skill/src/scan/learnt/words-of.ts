import type { TextFile } from '../package-view.ts'

/** A few lines of a file, with the words in them as they are compared with what was learnt. */
export interface Passage {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly words: readonly string[]
}

const PASSAGE_WORDS = 50
/** What is read of a package. */
const MAX_WORDS = 20_000
/** A bundle without spaces is no text to compare. */
const MAX_CHARS = 400_000

/** An address, an encoded text, a word, a Chinese character, a number, or a sign that joins commands. */
const WORD = /https?:\/\/([\w.-]+)|[a-z0-9+/]{40,}={0,2}|[a-z_]+|\p{Script=Han}|\d+|[|&$>@~]/giu
const BARE_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/
/** Their hosts stand in honest and in hostile skills alike. */
const WELL_KNOWN =
  /github|gitlab|npmjs|pypi|google|openai|anthropic|microsoft|amazonaws|slack|feishu|aliyun|apple|cloudflare|telegram|discord|notion|localhost|^127\.0/

/** Cuts the texts of a package into passages of so many words. */
export function passagesOf(files: readonly Pick<TextFile, 'path' | 'text'>[]): Passage[] {
  const passages: Passage[] = []
  let left = MAX_WORDS
  for (const { path, text } of files) {
    let line = 1
    let readTo = 0
    let words: string[] = []
    let start = 0
    let end = 0
    const close = () => {
      if (words.length === 0) return
      line += text.slice(readTo, start).split('\n').length - 1
      readTo = start
      passages.push({ file: path, line, text: text.slice(start, end), words })
      words = []
    }
    for (const { 0: said, 1: host, index } of text.slice(0, MAX_CHARS).matchAll(WORD)) {
      if (left-- <= 0) break
      if (words.length === 0) start = index
      words.push(kindOf(said.toLowerCase(), host?.toLowerCase()))
      end = index + said.length
      if (words.length === PASSAGE_WORDS) close()
    }
    close()
  }
  return passages
}

// Which host, number or encoded text it is says nothing of others.
function kindOf(word: string, host: string | undefined): string {
  if (host !== undefined) return BARE_ADDRESS.test(host) ? 'http-number' : WELL_KNOWN.test(host) ? 'http-known' : 'http'
  if (word.length >= 40) return 'encoded'
  return /^\d/.test(word) ? '0' : word
}
