// Terms of all kinds share one table; a mark in front, which no word can have, keeps them apart.

/** Length of the prefix by which keys are looked up. */
export const PREFIX_LENGTH = 3

/** The term of a word that a skill excludes. */
export function negativeTerm(term: string): string {
  return `!${term}`
}

/** The term of a name, an id or a trigger phrase, given its key. */
export function nameTerm(key: string): string {
  return `=${key}`
}

/** The term of a key's prefix: without it every run of words in a message would have to be looked up. */
export function prefixTerm(key: string): string {
  return `^${key.slice(0, PREFIX_LENGTH)}`
}
