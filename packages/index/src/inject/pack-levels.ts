/** One way to take an item: what it costs and what it is worth. */
export interface PackChoice {
  readonly tokens: number
  readonly value: number
}

type Items = readonly (readonly PackChoice[])[]

// What the packer's table may hold: 16 million bytes, and less than a second of work.
const MAX_CELLS = 16_000_000
// Values are added up as whole numbers, so that the order of the items does not change a sum.
const VALUE_UNITS = 1e9

/**
 * Takes at most one choice of each item so that their value is highest and their tokens stay within `budget`. Answers with
 * the place of each item's choice, -1 where none is taken. It is the best there is, but for budgets so large that the table
 * counts in blocks of tokens; what the rounding left over is then filled.
 */
export function packLevels(items: Items, budget: number): number[] {
  const room = Math.min(Math.floor(budget), mostTokens(items))
  const unit = Math.max(1, Math.ceil((room * items.length) / MAX_CELLS))
  const taken = fillTable(items, Math.floor(room / unit), unit)
  return unit === 1 ? taken : fillRest(items, taken, budget)
}

function mostTokens(items: Items): number {
  const sizes = items.map((choices) => choices.map(({ tokens }) => tokens).filter(Number.isFinite))
  return sizes.reduce((sum, tokens) => sum + Math.max(0, ...tokens), 0)
}

function fillTable(items: Items, cells: number, unit: number): number[] {
  const best = new Float64Array(cells + 1)
  const tables = items.map((choices) => {
    const sizes = choices.map(({ tokens }) => Math.ceil(tokens / unit))
    const worths = choices.map(({ value }) => Math.round(value * VALUE_UNITS))
    return { sizes, chosen: chooseBest(best, sizes, worths) }
  })
  let cell = cells
  return tables
    .toReversed()
    .map(({ sizes, chosen }) => {
      const taken = chosen[cell] ?? -1
      cell -= sizes[taken] ?? 0
      return taken
    })
    .reverse()
}

/** Adds an item to the best values so far, from the largest room down, and says which of its choices each room takes. */
function chooseBest(best: Float64Array, sizes: readonly number[], worths: readonly number[]): Int8Array {
  const chosen = new Int8Array(best.length).fill(-1)
  for (let cell = best.length - 1; cell >= 0; cell--) {
    let most = best[cell] ?? 0
    for (let i = 0; i < sizes.length; i++) {
      const value = (best[cell - (sizes[i] ?? 0)] ?? Number.NEGATIVE_INFINITY) + (worths[i] ?? 0)
      if (value <= most) continue
      most = value
      chosen[cell] = i
    }
    best[cell] = most
  }
  return chosen
}

/** Raises choices, the first items first, as far as whole tokens allow. */
function fillRest(items: Items, taken: readonly number[], budget: number): number[] {
  const costs = items.map((choices, i) => choices[taken[i] ?? -1]?.tokens ?? 0)
  let left = budget - costs.reduce((sum, tokens) => sum + tokens, 0)
  return items.map((choices, i) => {
    const cost = costs[i] ?? 0
    let best = taken[i] ?? -1
    for (const [k, { tokens, value }] of choices.entries()) {
      if (tokens - cost <= left && value > (choices[best]?.value ?? 0)) best = k
    }
    left -= (choices[best]?.tokens ?? 0) - cost
    return best
  })
}
