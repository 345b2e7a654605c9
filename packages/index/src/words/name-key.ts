import { plainText, splitWords } from './split-words.ts'

/** No longer name is recognised in a message. */
export const MAX_KEY_LENGTH = 64

/** What all spellings of a name have in common: `ThemePark Hipster`, `theme-park-hipster`, `theme_park_hipster`. Empty when nothing of it could be recognised. */
export function nameKey(name: string): string {
  let key = ''
  splitWords(plainText(name.slice(0, 2 * MAX_KEY_LENGTH)), {
    word(word, isPart) {
      if (!isPart) key += word
    },
    unspaced(text, from, to) {
      key += text.slice(from, to)
    },
  })
  return key.length >= 2 && key.length <= MAX_KEY_LENGTH ? key : ''
}
