/** How much work is left. What runs out of it answers that it cannot tell. */
export interface Budget {
  /** Takes some of it; false when there is none left. */
  spend(amount: number): boolean
  /** Sets it to so many steps. */
  refill(steps: number): void
}

/** A budget of so many steps. */
export function workBudget(steps: number): Budget {
  let left = steps
  return {
    spend(amount) {
      left -= amount
      return left >= 0
    },
    refill(again) {
      left = again
    },
  }
}
