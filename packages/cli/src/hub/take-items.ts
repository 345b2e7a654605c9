const MOST = 10_000

/** The first items of a list, as many as are wanted; no list of a hub is followed without end. */
export async function takeItems<Item>(items: AsyncIterable<Item>, limit = MOST): Promise<readonly Item[]> {
  const taken: Item[] = []
  for await (const item of items) {
    taken.push(item)
    if (taken.length >= limit) break
  }
  return taken
}
