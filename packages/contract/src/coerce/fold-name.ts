import { narrowCharacters, stripText, stripWord } from './strip-text.ts'

/** The ways to compare names, from the closest on. Each takes away more of what writers vary by accident. */
export const FOLDS: readonly ((name: string) => string)[] = [(name) => name.trim().toLowerCase(), foldName]

/**
 * A name without its notation: `max_results`, `maxResults`, `Max Results` and `"max-results"` are one. What stands between
 * two digits, or before the name, tells names apart and stays.
 */
export function foldName(name: string): string {
  const bare = stripWord(name)
    .replace(/^--(?=[a-z])/i, '')
    .replace(/(?<=\w)\s*:$/, '')
    .replaceAll('\\_', '_')
  return narrowCharacters(bare)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}])[\s_\u2010-\u2015-]+(?=[\p{L}\p{N}])/gu, '_')
    .replaceAll(/(?<=\D)_|_(?=\D)/g, '')
}

/** The same for a key that was sent: what marks a variable, an option or a path in some language is no part of the name. */
export function foldKey(key: string): string {
  return foldName(
    stripText(key)
      .replace(/^[$@](?=\p{L})/u, '')
      .replace(/(?<=\w)[?=]$/, '')
      .replaceAll(/(?<=\p{L})[./](?=\p{L})/gu, '_'),
  )
}
