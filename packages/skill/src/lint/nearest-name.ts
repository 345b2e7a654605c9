/** The known name that a misspelt one was probably meant to be: at most two letters away, and never a short one. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = normal(name)
  if (plain.length < 4 || plain.length > 60) return undefined
  let best: { name: string; distance: number } | undefined
  for (const candidate of known) {
    const limit = plain.length < 8 ? 1 : 2
    const distance = editDistance(plain, normal(candidate), limit)
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name: candidate, distance }
  }
  return best?.name
}

/** Hyphens, underscores and capitals are mixed up more often than letters. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost))
    }
    previous = row
  }
  return previous[b.length] ?? limit + 1
}
