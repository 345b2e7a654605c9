import { MIN_SECRET_LENGTH, type SecretForms, secretForms } from './secret-forms.ts'
import { placesIn, type Reading, SQUEEZE, squeeze, UNESCAPE } from './text-readings.ts'

/** Replaces secrets, in every form they commonly take, wherever they stand in text or in a value. */
export interface SecretMask {
  text(text: string): string
  /** The first characters of a text, masked before it is cut: no part of a secret stays at the end. */
  head(text: string, length: number): string
  /** The last characters of a text, masked before it is cut. */
  tail(text: string, length: number): string
  /** A copy in which every string, key or value, is masked; the same value when there is nothing to mask. */
  value<T>(value: T): T
  /** True when a text ends within what may be a secret that goes on in the next line. */
  endsInside(text: string): boolean
  /** So many characters more than are shown have to be kept of a text that is cut. */
  readonly margin: number
}

const MASK = '***'
// As much of a secret as is taken for its beginning when a line ends with it.
const MIN_BEGINNING = 8

/** Hides nothing. */
export const NO_MASK: SecretMask = {
  text: (text) => text,
  head: (text, length) => text.slice(0, length),
  tail: (text, length) => text.slice(-length),
  value: (value) => value,
  endsInside: () => false,
  margin: 0,
}

/** Makes a mask for some secret values. */
export function maskSecrets(secrets: readonly string[]): SecretMask {
  if (secrets.length === 0) return NO_MASK
  const all = secrets.map(secretForms)
  const forms: SecretForms = {
    exact: all.flatMap(({ exact }) => exact),
    unescaped: all.flatMap(({ unescaped }) => unescaped),
    squeezed: all.flatMap(({ squeezed }) => squeezed),
  }
  if (forms.exact.length === 0) return NO_MASK
  // Line breaks, indents and escapes make a form longer: in a URL a byte takes three characters, and in hexadecimal, which is a form, two.
  const margin = 3 * Math.max(...forms.exact.map(({ length }) => length))
  const text = (given: string) => replace(given, 0, given.length, forms)
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const items = value.map(walk)
      return items.every((item, i) => item === value[i]) ? value : items
    }
    const entries = Object.entries(value)
    const masked = entries.map(([key, inner]) => [text(key), walk(inner)] as const)
    const isSame = masked.every(([key, inner], i) => key === entries[i]?.[0] && inner === entries[i]?.[1])
    return isSame ? value : Object.fromEntries(masked)
  }
  return {
    text,
    head(given, length) {
      const known = given.slice(0, length + margin)
      const sure = known.length < given.length ? length : known.length
      return replace(known, 0, sure, forms).slice(0, length)
    },
    tail(given, length) {
      const known = given.slice(-length - margin)
      const sure = known.length < given.length ? margin : 0
      return replace(known, sure, known.length, forms).slice(-length)
    },
    value: (value) => walk(value) as typeof value,
    endsInside(given) {
      const end = squeeze(given.slice(-margin))
      return forms.squeezed.some((form) => endsWithBeginning(end, form))
    },
    margin,
  }
}

/** What stands between two places of a text, with every secret that reaches into it masked whole. */
function replace(text: string, from: number, to: number, forms: SecretForms): string {
  const ranges = text.length < MIN_SECRET_LENGTH ? [] : findRanges(text, forms)
  if (ranges.length === 0) return from === 0 && to === text.length ? text : text.slice(from, to)
  let masked = ''
  let at = from
  for (const [start, end] of ranges) {
    if (end <= from || start >= to) continue
    masked += text.slice(at, Math.max(start, at)) + (end > at ? MASK : '')
    at = Math.max(at, end)
  }
  return masked + text.slice(at, to)
}

type Range = readonly [start: number, end: number]

/** Where secrets stand, in order and without overlaps. */
function findRanges(text: string, forms: SecretForms): Range[] {
  const found = [
    ...forms.exact.flatMap((form) => rangesOf(text, form)),
    ...rangesRead(text, forms.squeezed, SQUEEZE),
    ...rangesRead(text, forms.unescaped, UNESCAPE),
  ]
  if (found.length < 2) return found
  const merged: [number, number][] = []
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}

/** Where forms stand in a text that is read in some way; where that is in the text itself is asked for few texts. */
function rangesRead(text: string, forms: readonly string[], reading: Reading): Range[] {
  if (forms.length === 0 || !reading.isNeeded.test(text)) return []
  const whole = reading.read(text)
  const there = forms.filter((form) => whole.includes(form))
  if (there.length === 0) return []
  const range = placesIn(text, reading)
  return there.flatMap((form) => rangesOf(whole, form).map(([start, end]) => range(start, end)))
}

function rangesOf(text: string, form: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length])
  return found
}

function endsWithBeginning(text: string, form: string): boolean {
  const beginning = form.slice(0, MIN_BEGINNING)
  for (let at = text.indexOf(beginning); at >= 0; at = text.indexOf(beginning, at + 1))
    if (text.length - at < form.length && form.startsWith(text.slice(at))) return true
  return false
}
