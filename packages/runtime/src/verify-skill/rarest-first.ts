/** Orders items by how few of them have the same key: an answer that came by chance is most likely the rare one. */
export function rarestFirst<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const groups = [...Map.groupBy(items, keyOf).values()]
  return groups.sort((a, b) => a.length - b.length).flat()
}
