// Terms of all kinds share one table; a mark in front, which no word can have, keeps them apart.

/** Characters by which it can be told whether a key begins like another. */
export const PREFIX_LENGTH = 3

/** The term of a word that speaks against a skill. */
export function negativeTerm(term: string): string {
  return `!${term}`
}

/** The term of a name, an id or a trigger phrase, given its key. */
export function nameTerm(key: string): string {
  return `=${key}`
}

/** The term of how a key begins: without it every run of words in a message would have to be looked up. */
export function prefixTerm(key: string): string {
  return `^${key.slice(0, PREFIX_LENGTH)}`
}
