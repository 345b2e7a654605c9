/** True for a value that contains itself, as no JSON does. Throws RangeError for one that is too deep to walk. */
export function isCircular(value: unknown, above = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (above.has(value)) return true
  above.add(value)
  const isFound = Object.values(value).some((part) => isCircular(part, above))
  above.delete(value)
  return isFound
}
