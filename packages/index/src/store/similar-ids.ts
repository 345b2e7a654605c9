import { distance } from 'fastest-levenshtein'

const MOST = 5

/** The ids most similar to an absent one, the most similar first; none when nothing is similar. */
export function similarIds(id: string, known: Iterable<string>): string[] {
  const wanted = normal(id)
  const near: { readonly id: string; readonly distance: number }[] = []
  for (const candidate of known) {
    const other = normal(candidate)
    const limit = Math.ceil(Math.max(wanted.length, other.length) / 4)
    // A prefix or a part of a name is a match, however much is missing.
    const isPart = wanted.length >= 3 && (other.includes(wanted) || (other.length >= 3 && wanted.includes(other)))
    if (!isPart && Math.abs(wanted.length - other.length) > limit) continue
    const apart = isPart ? 1 : distance(wanted, other)
    if (apart <= limit || isPart) near.push({ id: candidate, distance: apart })
  }
  near.sort((a, b) => a.distance - b.distance || a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
  return near.slice(0, MOST).map((candidate) => candidate.id)
}

/** Case and separators are mistaken more often than letters. */
function normal(id: string): string {
  return id
    .slice(0, 64)
    .toLowerCase()
    .replace(/[-_\s./]+/g, '')
}
