import { squeeze } from './text-readings.ts'

/** The texts a secret may show up as. */
export interface SecretForms {
  /** Found as they stand. */
  readonly exact: readonly string[]
  /** Found where some of their characters are escaped, whichever and however: written as `UNESCAPE` reads a text. */
  readonly unescaped: readonly string[]
  /** Long enough to be found however they are broken into lines, indented or escaped: written as `SQUEEZE` reads a text. */
  readonly squeezed: readonly string[]
}

/** Shorter values occur in ordinary text by chance. */
export const MIN_SECRET_LENGTH = 6
const MIN_ENCODED_LENGTH = 8
const MIN_SQUEEZED_LENGTH = 16

/** Every form in which a secret commonly comes back: plain, in JSON, a URL or HTML, in base64 or hex, whole or line by line. */
export function secretForms(secret: string): SecretForms {
  if (secret.trim().length < MIN_SECRET_LENGTH) return { exact: [], unescaped: [], squeezed: [] }
  const isLong = ({ length }: string) => length >= MIN_SECRET_LENGTH
  const plain = [...new Set([secret, secret.trim(), ...linesOf(secret)])].filter(isLong)
  const encoded = [secret, secret.trim()].flatMap(encodedForms).filter(({ length }) => length >= MIN_ENCODED_LENGTH)
  const exact = [...new Set([...plain, ...plain.map(inJson), ...encoded])]
  const squeezed = exact.map(squeeze).filter(({ length }) => length >= MIN_SQUEEZED_LENGTH)
  return {
    exact,
    // A space in a form is a plus.
    unescaped: [...new Set(plain.flatMap((text) => [text, text.replaceAll(' ', '+')]))],
    squeezed: [...new Set(squeezed)],
  }
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The lines of a secret that has several, such as a PEM key: each is as secret as the whole, and so are all without their frame. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  if (lines.length < 2) return []
  const inner = lines.filter((line) => !line.startsWith('-----'))
  return [inner.join('\n'), ...inner.filter(({ length }) => length >= MIN_SQUEEZED_LENGTH)]
}

/** In base64 what surrounds a secret shifts it, as the user's name does in `user:password`: all three shifts, without the ends that depend on it. */
function encodedForms(text: string): string[] {
  const bytes = Buffer.from(text)
  const shifted = [0, 1, 2].map((shift) => {
    const base64 = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const isWhole = (shift + bytes.length) % 3 === 0
    return base64.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1)
  })
  const hex = bytes.toString('hex')
  return [
    ...shifted,
    ...shifted.map((base64) => base64.replaceAll('+', '-').replaceAll('/', '_')),
    ...shifted.map(encodeURIComponent),
    hex,
    hex.toUpperCase(),
  ]
}
