/** The visitor of the pieces of a text. */
export interface WordVisitor {
  /** A word in lower case, from `from` to `to` of `text`, or a part of that word (`git` and `hub` of `GitHub`). */
  word(word: string, isPart: boolean, from: number, to: number): void
  /** Writing without spaces, such as Chinese: characters `from` to `to` of `text`. */
  unspaced(text: string, from: number, to: number): void
}

/** Longer runs are not words that users search for. */
const MAX_WORD_LENGTH = 40

/**
 * Tells the words of a text apart: runs of letters and digits, with their camelCase parts, and runs of writing without
 * spaces. The text is read once, from left to right, whatever it holds.
 */
export function splitWords(text: string, visitor: WordVisitor): void {
  const { length } = text
  let at = 0
  while (at < length) {
    const kind = kindAt(text, at)
    const start = at
    if (kind === OTHER) at++
    else if (kind === UNSPACED) {
      do at++
      while (at < length && kindAt(text, at) === UNSPACED)
      visitor.unspaced(text, start, at)
    } else at = visitRun(text, start, visitor)
  }
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
  const code = text.charCodeAt(at)
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

/** Visits one run of letters and digits and answers where it ends. */
function visitRun(text: string, start: number, visitor: WordVisitor): number {
  let hasUpper = false
  let parts = 1
  let previous = OTHER
  let end = start
  for (; end < text.length; end++) {
    const kind = kindAt(text, end)
    if (kind < LOWER || kind > DIGIT) break
    if (kind === UPPER) hasUpper = true
    if (previous !== OTHER && kind !== previous && !(previous === UPPER && kind === LOWER && end === start + 1)) parts++
    previous = kind
  }
  const run = text.slice(start, end)
  const word = hasUpper ? run.toLowerCase() : run
  if (word.length <= MAX_WORD_LENGTH) visitor.word(word, false, start, end)
  if (parts > 1) visitParts(run, start, end, visitor)
  return skipEnding(text, end)
}

const PART = /\p{Lu}+s?(?![\p{Ll}\p{Lo}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{Lt}\p{M}]+|\p{Nd}+/gu
const MAX_PARTS = 12

function visitParts(run: string, start: number, end: number, visitor: WordVisitor): void {
  const parts = run.slice(0, MAX_WORD_LENGTH * 4).match(PART) ?? []
  if (parts.length < 2) return
  for (const part of parts.slice(0, MAX_PARTS))
    if (part.length > 1 && part.length <= MAX_WORD_LENGTH) visitor.word(part.toLowerCase(), true, start, end)
}

/** `user's`, `don’t`: what follows the apostrophe is no word. */
function skipEnding(text: string, end: number): number {
  const code = text.charCodeAt(end)
  if (code !== 0x27 && code !== 0x2019) return end
  let at = end + 1
  while (at - end <= 3 && at < text.length && kindAt(text, at) === LOWER) at++
  return at - end <= 3 ? at : end
}
