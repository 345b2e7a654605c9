import { stripText } from './strip-text.ts'

/** The ways to compare names, from the closest on. Each takes away more of what writers vary by accident. */
export const FOLDS: readonly ((name: string) => string)[] = [(name) => name.trim().toLowerCase(), foldName]

/**
 * A name without its notation: `max_results`, `maxResults`, `Max Results` and `"max-results"` are one. What stands between
 * two digits, or before the name, tells names apart and stays.
 */
export function foldName(name: string): string {
  const bare = stripText(name)
    .replace(/^--(?=[a-z])/i, '')
    .replace(/(?<=\w)\s*:$/, '')
  return bare
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}])[\s_-]+(?=[\p{L}\p{N}])/gu, '_')
    .replaceAll(/(?<=\D)_|_(?=\D)/g, '')
}
