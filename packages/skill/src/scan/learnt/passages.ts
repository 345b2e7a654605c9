import type { TextFile } from '../package-view.ts'

/** A few lines of a file, as they are compared with what was learnt. */
export interface Passage {
  readonly file: string
  readonly line: number
  readonly text: string
  /** Each once: its words, and two and three of them in a row. */
  readonly facts: ReadonlySet<string>
  /** How many words it has. */
  readonly size: number
}

/** Half of a passage stands in the next one, too, so that nothing is cut in two. */
const SIZE = 50
const STEP = 25
/** What is read of a package, in words. */
const MAX_WORDS = 20_000
/** A bundle without spaces is no text to compare. */
const MAX_CHARS = 400_000

/** An address, an encoded text, a word, a Chinese character, a number, or a sign that joins commands. */
const WORD = /https?:\/\/([\w.-]+)|[a-z0-9+/]{40,}={0,2}|[a-z_]+|\p{Script=Han}|\d+|[|&$>@~]/giu
const BARE_ADDRESS = /^\d+\.\d+\.\d+\.\d+$/
/** Their hosts stand in honest and in hostile skills alike. */
const WELL_KNOWN =
  /github|gitlab|npmjs|pypi|google|openai|anthropic|microsoft|amazonaws|slack|feishu|aliyun|apple|cloudflare|telegram|discord|notion|localhost|^127\.0/

/** Keys of every front matter: they would tell the first passage from the others. */
const FRAME: ReadonlySet<string> = new Set(['name', 'description'])

/** Cuts the texts of a package into passages, which overlap. */
export function passagesOf(files: readonly Pick<TextFile, 'path' | 'text'>[]): Passage[] {
  const passages: Passage[] = []
  let left = MAX_WORDS
  for (const { path, text } of files) {
    const words = wordsOf(text, left)
    left -= words.length
    for (let start = 0; start < words.length; start += STEP) {
      passages.push(passageAt(path, text, words.slice(start, start + SIZE)))
      if (start + SIZE >= words.length) break
    }
  }
  return passages
}

interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly line: number
}

function wordsOf(text: string, most: number): Word[] {
  const words: Word[] = []
  let line = 1
  let lineEnd = text.indexOf('\n')
  for (const { 0: said, 1: host, index } of text.slice(0, MAX_CHARS).matchAll(WORD)) {
    if (words.length >= most) break
    for (; lineEnd >= 0 && lineEnd < index; line++) lineEnd = text.indexOf('\n', lineEnd + 1)
    const word = kindOf(said.toLowerCase(), host?.toLowerCase())
    if (!FRAME.has(word)) words.push({ word, start: index, end: index + said.length, line })
  }
  return words
}

// Which host, number or encoded text it is says nothing of others.
function kindOf(word: string, host: string | undefined): string {
  if (host !== undefined) return BARE_ADDRESS.test(host) ? 'http-number' : WELL_KNOWN.test(host) ? 'http-known' : 'http'
  if (word.length >= 40) return 'encoded'
  return /^\d/.test(word) ? '0' : word
}

function passageAt(file: string, text: string, words: readonly Word[]): Passage {
  const facts = new Set([`in ${file.slice(file.lastIndexOf('.') + 1).toLowerCase()}`])
  for (const [at, { word }] of words.entries()) {
    facts.add(word)
    const second = words[at + 1]?.word
    if (second === undefined) continue
    facts.add(`${word} ${second}`)
    const third = words[at + 2]?.word
    if (third !== undefined) facts.add(`${word} ${second} ${third}`)
  }
  const [first] = words
  const said = text.slice(first?.start, words.at(-1)?.end)
  return { file, line: first?.line ?? 1, text: said, facts, size: words.length }
}
