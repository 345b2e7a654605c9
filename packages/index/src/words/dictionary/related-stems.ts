import type { DictionaryLists } from './dictionary-lists.ts'

// The commonest words translate hundreds of others, and mean nothing in particular.
const MAX_LINKS = 64
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
    const share = headLinkWeights[at] ?? 0
    for (let gloss = glossStarts[head] ?? 0; gloss < glossEnd; gloss++) {
      const other = glossStems[gloss] ?? 0
      const product = rarity * rarity * Math.sqrt(share * (glossWeights[gloss] ?? 0))
      products.set(other, (products.get(other) ?? 0) + product)
    }
  }
  products.delete(stem)
  const own = lengthOf(lists, stem)
  const likenesses = [...products].map(([other, product]): [number, number] => [other, product / (own * lengthOf(lists, other))])
  return likenesses
    .filter(([, likeness]) => likeness >= LEAST_LIKENESS)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, MOST)
}

/** A Chinese word with few translations says more about each of them. */
function rarityOf({ glossStarts, stemStarts }: DictionaryLists, head: number): number {
  return Math.log(stemStarts.length / ((glossStarts[head + 1] ?? 0) - (glossStarts[head] ?? 0)))
}
