/** Which properties and items of one value some schema has evaluated: `unevaluatedProperties` and `unevaluatedItems` skip these. */
export interface Evaluated {
  readonly keys: Set<string>
  readonly items: Set<number>
  /** All items before this index count too. */
  itemsBefore: number
}

/** Nothing evaluated yet. */
export function newEvaluated(): Evaluated {
  return { keys: new Set(), items: new Set(), itemsBefore: 0 }
}

/** Adds what another schema evaluated. */
export function mergeEvaluated(into: Evaluated, from: Evaluated): void {
  for (const key of from.keys) into.keys.add(key)
  for (const item of from.items) into.items.add(item)
  into.itemsBefore = Math.max(into.itemsBefore, from.itemsBefore)
}
