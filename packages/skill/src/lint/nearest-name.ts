/** The known name that a misspelt one was probably meant to be: at most two letters away, and never a short one. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = normal(name)
  if (plain.length < 4 || plain.length > 60) return undefined
  let best: { name: string; distance: number } | undefined
  for (const candidate of known) {
    if (isAnotherWord(plain, normal(candidate))) continue
    const limit = plain.length < 8 ? 1 : 2
    const distance = editDistance(plain, normal(candidate), limit)
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name: candidate, distance }
  }
  return best?.name
}

/** `authors` and `updated_at` are no misspelt `author` and `updated`: a known name with an ending is a word of its own. */
function isAnotherWord(name: string, known: string): boolean {
  const ending = name.startsWith(known) ? name.slice(known.length) : ''
  return ending !== '' && ending !== known.at(-1)
}

/** Hyphens, underscores and capitals are mixed up more often than letters. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** How many letters are added, left out or wrong; two neighbours that changed places count as one. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  const rows = [Array.from({ length: b.length + 1 }, (_, i) => i)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + cost,
          ...(isSwapped ? [at(i - 2, j - 2) + 1] : []),
        ),
      )
    }
  }
  return at(a.length, b.length)
}
