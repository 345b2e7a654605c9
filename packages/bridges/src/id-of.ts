import { oneLine } from '@skillwright/skill'

/** An id made of a title; `other` when there is nothing in it that an id can have. */
export function idOf(title: string, other: string): string {
  const words = oneLine(title)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  if (words === '') return other
  return /^[a-z]/.test(words) ? words : `${other}-${words}`
}
