/** The visitor of the pieces of a text. */
export interface WordVisitor {
  /** A word in lower case, from `from` to `to` of `text`, or a part of that word (`git` and `hub` of `GitHub`). */
  word(word: string, isPart: boolean, from: number, to: number): void
  /** Writing without spaces, such as Chinese: characters `from` to `to` of `text`. */
  unspaced(text: string, from: number, to: number): void
}

/** The visitor of the runs of a text, whose characters are good until the next text is taken apart. */
export interface RunVisitor {
  /** Letters and digits: characters `from` to `to`. */
  spaced(chars: Uint16Array, from: number, to: number): void
  /** Writing without spaces, such as Chinese. */
  unspaced(chars: Uint16Array, from: number, to: number): void
}

/** Longer runs are not words that users search for. */
const MAX_WORD_LENGTH = 40

/**
 * Tells the words of a text apart: runs of letters and digits, with their camelCase parts, and runs of writing without
 * spaces. The text is read once, from left to right, whatever it holds.
 */
export function splitWords(text: string, visitor: WordVisitor): void {
  splitRuns(text, {
    spaced: (_, from, to) => splitRun(text.slice(from, to), (word, isPart) => visitor.word(word, isPart, from, to)),
    unspaced: (_, from, to) => visitor.unspaced(text, from, to),
  })
}

// A list of numbers is read several times as fast as a text.
let scratch = Buffer.allocUnsafeSlow(1 << 14)

/** Tells the runs of a text apart. */
export function splitRuns(text: string, visitor: RunVisitor): void {
  const { length } = text
  if (2 * length > scratch.length) scratch = Buffer.allocUnsafeSlow(4 * length)
  scratch.write(text, 'utf16le')
  const chars = new Uint16Array(scratch.buffer, scratch.byteOffset, length)
  let at = 0
  while (at < length) {
    const kind = kindOf(chars[at] ?? 0)
    const start = at++
    if (kind === OTHER) continue
    if (kind === UNSPACED) {
      while (at < length && kindOf(chars[at] ?? 0) === UNSPACED) at++
      visitor.unspaced(chars, start, at)
    } else {
      while (at < length && isSpaced(kindOf(chars[at] ?? 0))) at++
      visitor.spaced(chars, start, at)
      at = skipEnding(chars, at)
    }
  }
}

/** Tells the word that a run of letters and digits is, in lower case, and the parts it has. */
export function splitRun(run: string, tell: (word: string, isPart: boolean) => void): void {
  const word = run.toLowerCase()
  if (word.length <= MAX_WORD_LENGTH) tell(word, false)
  if (mayHaveParts(run)) for (const part of partsOf(run)) tell(part.toLowerCase(), true)
}

/** The text as it is compared: compatibility forms such as full-width letters made plain. */
export function plainText(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFKC') : text
}

/** True for a text that begins with writing without spaces. */
export function isUnspaced(text: string): boolean {
  return text !== '' && kindAt(text, 0) === UNSPACED
}

const NOT_ASCII = /[^\0-\x7f]/

const OTHER = 1
const LOWER = 2
const UPPER = 3
const DIGIT = 4
const UNSPACED = 5

/** The kind of each character, found out when it is first met. */
const kinds = new Uint8Array(0x10000)

function kindAt(text: string, at: number): number {
  return kindOf(text.charCodeAt(at))
}

function kindOf(code: number): number {
  return kinds[code] || learn(code)
}

// Characters beyond the first 65,536 count as spaces: emoji and scripts that no skill is written in.
function learn(code: number): number {
  const character = String.fromCharCode(code)
  const kind = UNSPACED_SCRIPT.test(character)
    ? UNSPACED
    : /\p{Lu}/u.test(character)
      ? UPPER
      : /[\p{L}\p{M}]/u.test(character)
        ? LOWER
        : /\p{Nd}/u.test(character)
          ? DIGIT
          : OTHER
  kinds[code] = kind
  return kind
}

// The long vowel mark belongs to Katakana without being of its script.
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u

function isSpaced(kind: number): boolean {
  return kind >= LOWER && kind <= DIGIT
}

/** True where the kind of characters changes within a run; one capital letter may begin it. */
function mayHaveParts(run: string): boolean {
  let previous = kindAt(run, 0)
  for (let at = 1; at < run.length; at++) {
    const kind = kindAt(run, at)
    if (kind !== previous && !(previous === UPPER && kind === LOWER && at === 1)) return true
    previous = kind
  }
  return false
}

const PART = /\p{Lu}+s?(?![\p{Ll}\p{Lo}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Nd}+/gu
const MAX_PARTS = 12

function partsOf(run: string): string[] {
  const parts = run.slice(0, MAX_WORD_LENGTH * 4).match(PART) ?? []
  if (parts.length < 2) return []
  return parts.slice(0, MAX_PARTS).filter(({ length }) => length > 1 && length <= MAX_WORD_LENGTH)
}

/** `user's`, `don’t`: what follows the apostrophe is no word. */
function skipEnding(text: Uint16Array, end: number): number {
  const code = text[end]
  if (code !== 0x27 && code !== 0x2019) return end
  let at = end + 1
  while (at - end <= 3 && at < text.length && kindOf(text[at] ?? 0) === LOWER) at++
  return at - end <= 3 ? at : end
}
