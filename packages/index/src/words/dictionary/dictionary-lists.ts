import { type Lists, listsFromBytes, listsToBytes } from '../number-lists.ts'

const DICTIONARY_LISTS = {
  // Chinese words in simplified characters, then those in traditional ones that differ, as a string table.
  headChars: 16,
  headStarts: 32,
  headSlots: 32,
  // For each word in traditional characters, the number of the simplified one.
  simplified: 32,
  // The stems of English words, as a string table, and for each a word that has it.
  stemChars: 16,
  stemStarts: 32,
  stemSlots: 32,
  wordChars: 16,
  wordStarts: 32,
  // For each simplified word the stems that translate it, with weights up to 255.
  glossStarts: 32,
  glossStems: 16,
  glossWeights: 8,
  // For each stem the simplified words it translates, with weights up to 255, the best first.
  headLinkStarts: 32,
  headLinks: 32,
  headLinkWeights: 8,
  // What relatedStems divides by.
  stemLengths: 16,
} as const

/** A Chinese and English dictionary, as lists of numbers that can be used where they lie in a file. */
export type DictionaryLists = Lists<typeof DICTIONARY_LISTS>

/** The bytes of a dictionary. */
export function dictionaryToBytes(lists: DictionaryLists): Uint8Array<ArrayBuffer> {
  return listsToBytes(DICTIONARY_LISTS, lists)
}

/** The dictionary in these bytes, which it shares; undefined when there is none. */
export function dictionaryFromBytes(bytes: Uint8Array): DictionaryLists | undefined {
  const lists = listsFromBytes(DICTIONARY_LISTS, bytes)
  if (lists === undefined) return undefined
  const fits =
    lists.headStarts.at(-1) === lists.headChars.length &&
    lists.stemStarts.at(-1) === lists.stemChars.length &&
    lists.wordStarts.at(-1) === lists.wordChars.length &&
    lists.glossStarts.at(-1) === lists.glossStems.length &&
    lists.headLinkStarts.at(-1) === lists.headLinks.length
  return fits ? lists : undefined
}
