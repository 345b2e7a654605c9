/** How much work is left. What runs out of it answers that it cannot tell. */
export interface Budget {
  /** Takes some of it; false when there is none left. */
  spend(amount: number): boolean
  /** How much was taken since it was set. */
  spent(): number
  /** Sets it to so many steps. */
  refill(steps: number): void
}

/** A budget of so many steps. */
export function workBudget(steps: number): Budget {
  let left = steps
  let all = steps
  return {
    spend(amount) {
      left -= amount
      return left >= 0
    },
    spent: () => all - Math.max(left, 0),
    refill(again) {
      left = again
      all = again
    },
  }
}
