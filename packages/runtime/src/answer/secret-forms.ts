/** The texts a secret may show up as. */
export interface SecretForms {
  /** Found as they stand. */
  readonly exact: readonly string[]
  /** Long enough to be found however they are broken into lines, indented or escaped: written as `squeeze` leaves a text. */
  readonly squeezed: readonly string[]
}

/** Shorter values occur in ordinary text by chance. */
export const MIN_SECRET_LENGTH = 6
const MIN_ENCODED_LENGTH = 8
const MIN_SQUEEZED_LENGTH = 16

/** Every form in which a secret commonly comes back: plain, in JSON, a URL or HTML, in base64 or hex, whole or line by line. */
export function secretForms(secret: string): SecretForms {
  if (secret.trim().length < MIN_SECRET_LENGTH) return { exact: [], squeezed: [] }
  const written = [...new Set([secret, secret.trim(), ...linesOf(secret)])].flatMap(writtenForms)
  const encoded = [secret, secret.trim()].flatMap(encodedForms).filter(({ length }) => length >= MIN_ENCODED_LENGTH)
  const exact = [...new Set([...written, ...encoded])].filter(({ length }) => length >= MIN_SECRET_LENGTH)
  const squeezed = exact.map((form) => squeeze(form).text).filter(({ length }) => length >= MIN_SQUEEZED_LENGTH)
  return { exact, squeezed: [...new Set(squeezed)] }
}

/** The lines of a secret that has several, such as a PEM key: each is as secret as the whole, and so are all without their frame. */
function linesOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/).map((line) => line.trim())
  if (lines.length < 2) return []
  const inner = lines.filter((line) => !line.startsWith('-----'))
  return [inner.join('\n'), ...inner.filter(({ length }) => length >= MIN_SQUEEZED_LENGTH)]
}

function writtenForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1)
  const url = encodeURIComponent(text.toWellFormed())
  const form = new URLSearchParams({ '': text }).toString().slice(1)
  return [
    text,
    json,
    json.replaceAll('/', '\\/'),
    // What Python and others make of everything beyond ASCII.
    json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    url,
    form,
    // Slashes are left alone in a path, and some write hexadecimal digits small.
    url.replaceAll('%2F', '/'),
    ...[url, form].map((encoded) => encoded.replace(/%../g, (digits) => digits.toLowerCase())),
    // What Go and those who put JSON into a page make of the signs of HTML.
    ...[/[<>&]/g, /[<>&']/g].flatMap((signs) => {
      const safe = json.replace(signs, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
      return [safe, safe.replace(/\\u00../g, (code) => `\\u${code.slice(2).toUpperCase()}`)]
    }),
    ...['&#39;', '&#x27;', '&apos;', "'"].map((quote) => inHtml(text).replaceAll("'", quote)),
    text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ]
}

function inHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
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

/** What is left out of a squeezed text: white space, and backslashes with the letter of a line break or a tab. */
export const SQUEEZED = /\s+|\\[nrt]?/g

/** A text without all that a secret may be broken by, with the place each character had. */
export function squeeze(text: string): { readonly text: string; readonly places: readonly number[] } {
  const kept: string[] = []
  const places: number[] = []
  let at = 0
  const keep = (end: number) => {
    for (let i = at; i < end; i++) places.push(i)
    kept.push(text.slice(at, end))
  }
  for (const { index, 0: left } of text.matchAll(SQUEEZED)) {
    keep(index)
    at = index + left.length
  }
  keep(text.length)
  return { text: kept.join(''), places }
}
