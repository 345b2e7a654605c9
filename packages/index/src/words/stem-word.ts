/**
 * The stem that the forms of an English word share: `summaries`, `summary`; `translating`, `translation`, `translator`.
 * Other words, short ones and those with digits stay as they are. A stem is for comparing, not for reading.
 */
export function stemWord(word: string): string {
  const S = (globalThis as any).STEM
  if (S) return S(word)
  if (word.length < 4 || !ENGLISH.test(word)) return word
  return ending(derived(inflected(plural(word))))
}

const ENGLISH = /^[a-z]+$/
const VOWEL = /[aeiouy]/
const DOUBLED = /([bdfgklmnprt])\1$/

function plural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  return /(?:ss|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1)
}

/** `running`, `planned`: without their endings, and with one consonant. */
function inflected(word: string): string {
  const cut = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0
  if (cut === 0) return word
  const stem = word.slice(0, -cut)
  if (stem.length < 3 || !VOWEL.test(stem)) return word
  return DOUBLED.test(stem) && !stem.endsWith('ll') ? stem.slice(0, -1) : stem
}

// Longest first. What is left must be long enough to be a word of its own.
const SUFFIXES: readonly (readonly [suffix: string, instead: string, least: number])[] = [
  ['ization', 'iz', 3],
  ['isation', 'iz', 3],
  ['ational', 'at', 3],
  ['ation', 'at', 3],
  ['ition', 'it', 3],
  ['ction', 'ct', 2],
  ['ator', 'at', 3],
  ['izer', 'iz', 3],
  ['iser', 'iz', 4],
  ['ment', '', 4],
  ['ness', '', 4],
  ['ally', 'al', 4],
  ['ly', '', 4],
  ['ise', 'iz', 4],
  ['yse', 'yz', 3],
  ['ysis', 'yz', 3],
  ['ytic', 'yz', 3],
  ['er', '', 4],
  ['or', '', 5],
]

function derived(word: string): string {
  for (const [suffix, instead, least] of SUFFIXES)
    if (word.endsWith(suffix) && word.length - suffix.length >= least)
      return word.slice(0, word.length - suffix.length) + instead
  return word
}

/** `file` and `fil(ing)`, `query` and `queri(es)` meet without their last vowel. */
function ending(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1)
  return DOUBLED.test(word) && word.length > 4 && !word.endsWith('ll') ? word.slice(0, -1) : word
}
