import type { DictionaryLists } from './dictionary-lists.ts'

// The commonest words translate hundreds of others, and mean nothing in particular.
const MAX_LINKS = 500
const LEAST_LIKENESS = 0.05
const MOST = 30

/**
 * The stems that translate the same Chinese words as this one, the likest first, with the cosine of the two: `purchase`
 * for `buy`, because both stand for 买, 购买 and more.
 */
export function relatedStems(lists: DictionaryLists, stem: number): [stem: number, likeness: number][] {
  const { headLinkStarts, headLinks, headLinkWeights, glossStarts, glossStems, glossWeights } = lists
  const products = new Map<number, number>()
  const first = headLinkStarts[stem] ?? 0
  const end = Math.min(headLinkStarts[stem + 1] ?? 0, first + MAX_LINKS)
  for (let at = first; at < end; at++) {
    const head = headLinks[at] ?? 0
    const glossEnd = glossStarts[head + 1] ?? 0
    const rarity = rarityOf(lists, head)
    const weight = headLinkWeights[at] ?? 0
    for (let gloss = glossStarts[head] ?? 0; gloss < glossEnd; gloss++) {
      const other = glossStems[gloss] ?? 0
      const product = rarity * rarity * Math.sqrt((weight * (glossWeights[gloss] ?? 0)) / 255 ** 2)
      products.set(other, (products.get(other) ?? 0) + product)
    }
  }
  products.delete(stem)
  const own = lists.stemLengths[stem] ?? 1
  const likenesses: [number, number][] = []
  for (const [other, product] of products) {
    const likeness = (product * PRECISION ** 2) / (own * (lists.stemLengths[other] ?? 1))
    if (likeness >= LEAST_LIKENESS) likenesses.push([other, likeness])
  }
  return likenesses.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST)
}

const PRECISION = 100

/** The lengths of the stems as vectors over the Chinese words they translate, which relatedStems divides by. */
export function stemLengths(lists: Omit<DictionaryLists, 'stemLengths'>): Uint16Array {
  const { headLinkStarts, headLinks, headLinkWeights } = lists
  const lengths = new Uint16Array(headLinkStarts.length - 1)
  for (let stem = 0; stem < lengths.length; stem++) {
    let square = 0
    for (let at = headLinkStarts[stem] ?? 0; at < (headLinkStarts[stem + 1] ?? 0); at++)
      square += ((headLinkWeights[at] ?? 0) / 255) * rarityOf(lists, headLinks[at] ?? 0) ** 2
    lengths[stem] = Math.min(0xffff, Math.max(1, PRECISION * Math.sqrt(square)))
  }
  return lengths
}

/** A Chinese word with few translations says more about each of them. */
function rarityOf({ glossStarts, stemStarts }: Omit<DictionaryLists, 'stemLengths'>, head: number): number {
  return Math.log(stemStarts.length / ((glossStarts[head + 1] ?? 0) - (glossStarts[head] ?? 0)))
}
