/** An example: its facts by number, whether the answer is yes, and how much it counts. */
export interface Example {
  readonly facts: readonly (readonly [number: number, value: number])[]
  readonly isYes: boolean
  readonly counts: number
}

const ROUNDS = 400
const STEP = 0.3

/** The weight of each fact by logistic regression, large ones at a price. Everything has the fact 0, whose weight costs nothing. */
export function logisticWeights(examples: readonly Example[], facts: number, ridge: number): Float64Array {
  const weights = new Float64Array(facts)
  const squares = new Float64Array(facts)
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = weights.map((weight, number) => (number === 0 ? 0 : ridge * weight))
    for (const example of examples) {
      const sum = example.facts.reduce((total, [number, value]) => total + value * (weights[number] ?? 0), 0)
      const error = example.counts * (1 / (1 + Math.exp(-sum)) - Number(example.isYes))
      for (const [number, value] of example.facts) slopes[number] = (slopes[number] ?? 0) + value * error
    }
    for (const [number, slope] of slopes.entries()) {
      const square = (squares[number] ?? 0) + slope * slope
      squares[number] = square
      weights[number] = (weights[number] ?? 0) - (STEP * slope) / (Math.sqrt(square) + 1e-9)
    }
  }
  return weights
}
