/** How a text is read, and where in it what was read stands. */
export interface Reading {
  /** Whether it reads something else than what is written. */
  readonly isNeeded: RegExp
  readonly read: (text: string) => string
  readonly pattern: RegExp
}

const SQUEEZED = /\s+|\\[nrt]?/g

/** A text without all that a secret may be broken by: white space, and backslashes with the letter of a line break or a tab. */
export function squeeze(text: string): string {
  return text.replace(SQUEEZED, '')
}

// Bytes of a URL, also of one in another; bytes as Python shows them; what JSON, a shell and quotes escape; characters of HTML.
const ESCAPED =
  /(?:%(?:25)*[\da-f]{2})+|(?:\\{1,8}x[\da-f]{2})+|\\{1,8}(?:u[\da-f]{4}|[^\da-z])|&#(?:\d{1,7}|x[\da-f]{1,6});|&(?:amp|lt|gt|quot|apos);/gi
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A text in which everything that is escaped stands for itself. */
function unescapeText(text: string): string {
  return text.replace(ESCAPED, unescaped)
}

function unescaped(sign: string): string {
  if (sign.startsWith('%')) return Buffer.from(sign.replace(/%(?:25)*(?=[\da-f]{2})/gi, ''), 'hex').toString()
  if (sign.startsWith('&#')) return character(sign.slice(2, -1).replace(/^x/i, '0x'))
  if (sign.startsWith('&')) return NAMED[sign.slice(1, -1).toLowerCase()] ?? sign
  const bare = sign.replace(/^\\+(?=.)/s, '')
  if (/^u[\da-f]{4}$/i.test(bare)) return character(`0x${bare.slice(1)}`)
  if (!/^x[\da-f]{2}/i.test(bare)) return bare
  const bytes = Buffer.from(bare.replace(/\\*x/gi, ''), 'hex')
  const text = bytes.toString()
  return text.includes('\uFFFD') ? bytes.toString('latin1') : text
}

function character(code: string): string {
  return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : ''
}

export const SQUEEZE: Reading = { isNeeded: /[\s\\]/, read: squeeze, pattern: SQUEEZED }
export const UNESCAPE: Reading = { isNeeded: /[%\\&]/, read: unescapeText, pattern: ESCAPED }

/** Finds where in a text stands what was read from it. */
export function placesIn(text: string, { read, pattern }: Reading): (start: number, end: number) => [number, number] {
  // Where each part begins as it was read, and where as it is written; every second one is as it was.
  const parts: { readonly at: number; readonly from: number; readonly isKept: boolean }[] = []
  let at = 0
  let from = 0
  const add = (to: number, length: number, isKept: boolean) => {
    parts.push({ at, from, isKept })
    at += length
    from = to
  }
  for (const { index, 0: sign } of text.matchAll(pattern)) {
    add(index, index - from, true)
    add(index + sign.length, read(sign).length, false)
  }
  add(text.length, text.length - from, true)
  parts.push({ at: Number.POSITIVE_INFINITY, from: text.length, isKept: true })
  const partOf = (place: number): number => {
    let low = 0
    let high = parts.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((parts[middle]?.at ?? 0) <= place) low = middle
      else high = middle
    }
    return low
  }
  const placeOf = (place: number, isEnd: boolean): number => {
    const index = partOf(place)
    const { at: begun, from: written, isKept } = parts[index] ?? { at: 0, from: 0, isKept: true }
    if (isKept) return written + place - begun + (isEnd ? 1 : 0)
    return isEnd ? (parts[index + 1]?.from ?? text.length) : written
  }
  return (start, end) => [placeOf(start, false), placeOf(end - 1, true)]
}
