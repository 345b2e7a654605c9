/** A share of a whole, with the bounds between which the true share lies with 95 % certainty. */
export interface Rate {
  readonly hits: number
  readonly total: number
  readonly rate: number
  readonly low: number
  readonly high: number
}

/** A share with its Wilson 95 % interval, which stays valid for small sets and for shares of 0 or 1. */
export function wilsonInterval(hits: number, total: number): Rate {
  if (total === 0) return { hits, total, rate: 0, low: 0, high: 1 }
  const z = 1.959964
  const rate = hits / total
  const spread = 1 + (z * z) / total
  const middle = (rate + (z * z) / (2 * total)) / spread
  const margin = (z / spread) * Math.sqrt((rate * (1 - rate)) / total + (z * z) / (4 * total * total))
  return { hits, total, rate, low: Math.max(0, middle - margin), high: Math.min(1, middle + margin) }
}
