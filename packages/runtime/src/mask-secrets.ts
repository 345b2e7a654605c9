/** Replaces the values of secrets wherever they stand in text or in a value. */
export interface SecretMask {
  text(text: string): string
  /** A copy in which every string, key or value, is masked; the same value when there is nothing to mask. */
  value<T>(value: T): T
}

const MASK = '***'
// Shorter values stand in ordinary text by accident.
const MIN_LENGTH = 6

const NO_MASK: SecretMask = { text: (text) => text, value: (value) => value }

/** Makes a mask for some secret values. */
export function maskSecrets(secrets: readonly string[]): SecretMask {
  if (secrets.length === 0) return NO_MASK
  const known = [...new Set(secrets.filter((secret) => secret.length >= MIN_LENGTH))].toSorted(
    (a, b) => b.length - a.length,
  )
  if (known.length === 0) return NO_MASK
  const mask = (text: string) =>
    known.reduce((masked, secret) => (masked.includes(secret) ? masked.replaceAll(secret, MASK) : masked), text)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [mask(key), walk(inner)]))
  }
  return {
    text: mask,
    value: (value) => {
      const text = JSON.stringify(value)
      // Most answers hold no secret, and are not copied.
      return text === undefined || !known.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))
        ? value
        : (walk(value) as typeof value)
    },
  }
}
