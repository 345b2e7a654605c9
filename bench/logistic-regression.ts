/** An example: its facts by number with their values, whether the answer is yes, and how much it counts. */
export interface Example {
  readonly facts: ArrayLike<number>
  /** One for each fact. */
  readonly values: ArrayLike<number>
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
    for (const { facts: numbers, values, isYes, counts } of examples) {
      let sum = 0
      for (let i = 0; i < numbers.length; i++) sum += (values[i] ?? 0) * (weights[numbers[i] ?? 0] ?? 0)
      const error = counts * (1 / (1 + Math.exp(-sum)) - Number(isYes))
      for (let i = 0; i < numbers.length; i++) {
        const number = numbers[i] ?? 0
        slopes[number] = (slopes[number] ?? 0) + (values[i] ?? 0) * error
      }
    }
    for (const [number, slope] of slopes.entries()) {
      const square = (squares[number] ?? 0) + slope * slope
      squares[number] = square
      weights[number] = (weights[number] ?? 0) - (STEP * slope) / (Math.sqrt(square) + 1e-9)
    }
  }
  return weights
}
