const AT_ONCE = 16

/** Does something with each item, some at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries()
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, items.length) }, async () => {
      for (const [index, item] of entries) await work(item, index)
    }),
  )
}
