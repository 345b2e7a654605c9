/** True for a value that contains itself, as no JSON does. Throws RangeError for one that is too deep to walk. */
export function isCircular(value: unknown): boolean {
  return typeof value === 'object' && value !== null && isInside(value, undefined)
}

function isInside(value: object, above: Set<object> | undefined): boolean {
  let path = above
  for (const key in value) {
    const part: unknown = (value as Record<string, unknown>)[key]
    if (typeof part !== 'object' || part === null) continue
    path ??= new Set()
    path.add(value)
    if (path.has(part) || isInside(part, path)) return true
  }
  path?.delete(value)
  return false
}
