import { findString, type StringTable, stringAt, textOf } from '../string-table.ts'
import type { DictionaryLists } from './dictionary-lists.ts'
import { relatedStems } from './related-stems.ts'

/** A word with what it has to do with the one that was looked up, from 0 to 1. */
interface Translation {
  /** To be read. */
  readonly word: string
  /** To be searched for: its stem where it is English. */
  readonly term: string
  readonly weight: number
}

/** Chinese and English words, and what they have to do with each other. */
export interface Dictionary {
  /** True when the characters `from` to `to` of a text are a Chinese word. */
  has(text: string, from: number, to: number): boolean
  /** The same word in simplified characters. */
  simplify(word: string): string
  /** The English words that translate a Chinese one. */
  toEnglish(word: string): Translation[]
  /** The Chinese words, in simplified characters, that an English stem translates, the best first; each is read when it is asked for. */
  toChinese(stem: string, most: number): Iterable<string>
  /** English words that mean something like the one with this stem, the nearest first: those that translate the same Chinese words. */
  related(stem: string): Translation[]
}

/** Reads a dictionary out of its lists. */
export function readDictionary(lists: DictionaryLists): Dictionary {
  const heads: StringTable = { chars: lists.headChars, starts: lists.headStarts, slots: lists.headSlots }
  const stems: StringTable = { chars: lists.stemChars, starts: lists.stemStarts, slots: lists.stemSlots }
  const simplifiedCount = lists.glossStarts.length - 1
  const headOf = (word: string) => {
    const number = findString(heads, word)
    return number < simplifiedCount ? number : (lists.simplified[number - simplifiedCount] ?? -1)
  }
  const english = (stem: number, weight: number): Translation => ({
    word: textOf(lists.wordChars, lists.wordStarts[stem] ?? 0, lists.wordStarts[stem + 1] ?? 0),
    term: stringAt(stems, stem),
    weight,
  })

  return {
    has: (text, from, to) => findString(heads, text, from, to) >= 0,
    simplify(word) {
      const head = headOf(word)
      return head < 0 ? word : stringAt(heads, head)
    },
    toEnglish(word) {
      const head = headOf(word)
      if (head < 0) return []
      return linksOf(lists.glossStarts, lists.glossStems, lists.glossWeights, head).map(([stem, weight]) =>
        english(stem, weight),
      )
    },
    toChinese(stem, most) {
      const number = findString(stems, stem)
      if (number < 0) return []
      const first = lists.headLinkStarts[number] ?? 0
      const end = Math.min(lists.headLinkStarts[number + 1] ?? 0, first + most)
      return lists.headLinks
        .subarray(first, end)
        .values()
        .map((head) => stringAt(heads, head))
    },
    related(stem) {
      const number = findString(stems, stem)
      return number < 0 ? [] : relatedStems(lists, number).map(([other, weight]) => english(other, weight))
    },
  }
}

function linksOf(
  starts: Uint32Array,
  targets: Uint16Array | Uint32Array,
  weights: Uint8Array,
  from: number,
  most = 64,
) {
  const first = starts[from] ?? 0
  const end = Math.min(starts[from + 1] ?? 0, first + most)
  const links: [target: number, weight: number][] = []
  for (let at = first; at < end; at++) links.push([targets[at] ?? 0, (weights[at] ?? 0) / 255])
  return links
}
