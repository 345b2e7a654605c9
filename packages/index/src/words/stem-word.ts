/**
 * What the forms of an English word have in common: `summary`, `summaries`, `summarizing`, `summarizer`; `translate`,
 * `translation`, `translators`. Short words, and those with anything but the letters a to z, stay as they are. A stem is for
 * comparing, not for reading.
 */
export function stemWord(word: string): string {
  if (word.length < 4 || !ENGLISH.test(word) || KEPT.has(word)) return word
  let stem = withoutTense(withoutPlural(word))
  for (let pass = 0; pass < 3; pass++) {
    const shorter = withoutSuffix(stem)
    if (shorter === stem) break
    stem = shorter
  }
  return withoutLastVowel(stem)
}

const ENGLISH = /^[a-z]+$/
const VOWEL = /[aeiouy]/
const DOUBLED = /([bdfgmnprt])\1$/
// What only looks like a plural, or like a form of another word.
const KEPT: ReadonlySet<string> = new Set([
  'news',
  'this',
  'thus',
  'always',
  'during',
  'evening',
  'morning',
  'customer',
  'customers',
])

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

function withoutTense(word: string): string {
  const ending = /(?:ingly|edly|ing|ed)$/.exec(word)?.[0] ?? ''
  const stem = word.slice(0, word.length - ending.length)
  if (ending === '' || stem.length < 3 || !VOWEL.test(stem) || stem.endsWith('e')) return word
  // `summarised` as `summarise`.
  if (/[iy]s$/.test(stem)) return `${stem}e`
  return DOUBLED.test(stem) ? stem.slice(0, -1) : stem
}

// Longest first, with what they become, and how much must be left.
const SUFFIXES: readonly (readonly [suffix: string, instead: string, least: number])[] = [
  ['isation', 'iz', 3],
  ['ization', 'iz', 3],
  ['iveness', 'iv', 3],
  ['fulness', '', 3],
  ['ication', 'y', 3],
  ['ability', '', 4],
  ['ibility', '', 4],
  ['atic', 'at', 3],
  ['ysis', 'yz', 3],
  ['yst', 'yz', 3],
  ['ytic', 'yz', 3],
  ['yse', 'yz', 3],
  ['ment', '', 5],
  ['ness', '', 4],
  ['able', '', 4],
  ['ible', '', 4],
  ['ance', '', 4],
  ['ence', '', 4],
  ['ator', 'at', 3],
  ['less', '', 4],
  ['tion', 't', 3],
  ['sion', 's', 3],
  ['ical', 'ic', 3],
  ['ful', '', 3],
  ['ive', '', 4],
  ['ity', '', 4],
  ['ous', '', 4],
  ['ial', '', 4],
  ['al', '', 4],
  ['ly', '', 4],
  ['er', '', 4],
  ['or', '', 4],
  ['ise', 'iz', 3],
  ['ize', 'iz', 3],
]

const BY_LAST_LETTER = Map.groupBy(SUFFIXES, ([suffix]) => suffix.at(-1))

function withoutSuffix(word: string): string {
  for (const [suffix, instead, least] of BY_LAST_LETTER.get(word.at(-1)) ?? [])
    if (word.endsWith(suffix) && word.length - suffix.length >= least) {
      const stem = word.slice(0, word.length - suffix.length)
      return VOWEL.test(stem) ? stem + instead : word
    }
  return word
}

/** `file` and `filing`, `query` and `queries`, `summary` and `summarize` differ in no more than this. */
function withoutLastVowel(stem: string): string {
  const short = stem.length > 5 && stem.endsWith('iz') ? stem.slice(0, /[rt]iz$/.test(stem) ? -1 : -2) : stem
  if (short.length > 3 && short.endsWith('e')) return withoutLastVowel(short.slice(0, -1))
  if (short.length > 7 && short.endsWith('at')) return short.slice(0, -2)
  if (short.length > 3 && /[^aeiou]y$/.test(short)) return `${short.slice(0, -1)}i`
  return DOUBLED.test(short) && short.length > 3 ? short.slice(0, -1) : short
}
