import { distance } from 'fastest-levenshtein'

const MAX_TEXT = 200
const MAX_CANDIDATES = 1_000

/** The text among the candidates that was probably meant by a misspelt text; undefined when none is near, or two are equally near. */
export function nearest(text: string, candidates: Iterable<unknown>): string | undefined {
  // Wrong case is the most frequent mistake, so it does not count.
  const wanted = text.trim().toLowerCase()
  if (wanted === '' || wanted.length > MAX_TEXT) return undefined
  let found: string | undefined
  let least = Number.POSITIVE_INFINITY
  let left = MAX_CANDIDATES
  for (const candidate of candidates) {
    if (left-- === 0) break
    if (typeof candidate !== 'string') continue
    const steps = stepsBetween(wanted, candidate.toLowerCase())
    if (steps > least) continue
    found = steps === least ? undefined : candidate
    least = steps
  }
  return found
}

/** A word of two Chinese characters says as much as one of six letters. */
function allowedSteps(length: number, word: string): number {
  const isTelling = length >= 3 || (length === 2 && word.charCodeAt(0) > 0x2e7f)
  return isTelling ? Math.max(1, Math.floor(length * 0.4)) : 0
}

function stepsBetween(a: string, b: string): number {
  const longer = Math.max(a.length, b.length)
  const allowed = allowedSteps(longer, b)
  const shorter = a.length < b.length ? a : b
  // `week` for `this_week`: a part of the word counts when no spelling comes nearer.
  if (shorter.length >= 3 && a.includes(b) !== b.includes(a)) return Number.MAX_SAFE_INTEGER
  if (longer > MAX_TEXT || longer - shorter.length > allowed) return Number.POSITIVE_INFINITY
  const steps = distance(a, b)
  return steps <= allowed ? steps : Number.POSITIVE_INFINITY
}
