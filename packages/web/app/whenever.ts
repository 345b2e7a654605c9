/** Does the work, and in what is derived from it does it anew whenever the count of changes grows. */
export function whenever<Result>(_changes: number, work: () => Result): Result {
  return work()
}
