import { gunzipSync, inflateSync, unzlibSync } from 'fflate'

const MAX_OUTPUT = 200_000

/** Ways of hiding a text, each with its inverse; undefined when the text is not of that form. */
export const DECODERS = {
  base64: decodeBase64,
  base32: decodeBase32,
  base85: decodeBase85,
  ascii85: decodeAscii85,
  hex: decodeHex,
  url: decodeUrl,
  escapes: decodeEscapes,
  gzip: inflate,
  rot13,
  reversed,
} as const

/** A name of a way of hiding. */
export type Layer = keyof typeof DECODERS

/** Bytes as text when they are UTF-8, else one character a byte. */
export function bytesToText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}

/** The bytes a decoded text stands for. */
function textToBytes(text: string): Uint8Array {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 255) return Buffer.from(text, 'utf8')
  return Buffer.from(text, 'latin1')
}

/** True for a text a person or a shell could read: nearly all of it printable. */
function isReadable(text: string): boolean {
  if (text.length < 4) return false
  const sample = text.slice(0, 2_000)
  let bad = 0
  for (let i = 0; i < sample.length; i++) {
    const code = sample.charCodeAt(i)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160) || code === 0xfffd) bad++
  }
  return bad * 50 <= sample.length
}

/** PowerShell's way: base64 over UTF-16. */
export function decodeBase64Utf16(text: string): string | undefined {
  const raw = Buffer.from(text.trim(), 'base64')
  if (raw.length < 2 || raw.length % 2 === 1) return undefined
  const decoded = raw.toString('utf16le')
  return isReadable(decoded) ? decoded : undefined
}

/** The text of an encoded blob, decoded up to four layers deep; undefined when it is not readable. */
export function decodeBlob(blob: string, maxLayers = 4): { text: string; layers: Layer[] } | undefined {
  let pending: { text: string; layers: Layer[] }[] = [{ text: blob, layers: [] }]
  let best: { text: string; layers: Layer[] } | undefined
  for (let depth = 0; depth < maxLayers; depth++) {
    const next: typeof pending = []
    for (const { text, layers } of pending) {
      for (const layer of candidateLayers(text)) {
        const decoded = DECODERS[layer](text)
        if (decoded === undefined || decoded === text || decoded.length < 4) continue
        const step = { text: decoded, layers: [...layers, layer] }
        if (isReadable(decoded) && /[\s/:.({]/.test(decoded)) best = step
        next.push(step)
      }
    }
    if (next.length === 0) break
    pending = next.slice(0, 4)
  }
  return best
}

function candidateLayers(text: string): Layer[] {
  const trimmed = text.trim()
  if (text.charCodeAt(0) === 0x1f || text.charCodeAt(0) === 0x78) if (!isReadable(text)) return ['gzip']
  if (trimmed.length >= 16 && /^[0-9a-fA-F\s]+$/.test(trimmed)) return ['hex']
  if (trimmed.length >= 16 && /^[A-Z2-7\s]+=*$/.test(trimmed)) return ['base32', 'base64']
  if (trimmed.length >= 16 && /^[A-Za-z0-9+/_\s-]+={0,2}$/.test(trimmed) && !/\w \w/.test(trimmed)) return ['base64']
  if (/^={1,2}[A-Za-z0-9+/]{12,}$/.test(trimmed)) return ['reversed']
  if (/(?:%[0-9a-fA-F]{2}){4}/.test(trimmed)) return ['url']
  if (/(?:\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[0-7]{3}){4}/.test(trimmed)) return ['escapes']
  if (trimmed.length >= 20 && !/\s/.test(trimmed) && /^<~|[!#$%&*;<>?@^`{|}~]/.test(trimmed))
    return ['base85', 'ascii85']
  return []
}

function decodeBase64(text: string): string | undefined {
  const clean = text.replace(/\s+/g, '')
  if (clean.length < 2 || !/^[A-Za-z0-9+/_-]+={0,3}$/.test(clean)) return undefined
  return bytesToText(Buffer.from(clean, 'base64'))
}

function decodeBase32(text: string): string | undefined {
  const clean = text.replace(/[\s=]+/g, '').toUpperCase()
  if (clean.length < 2 || !/^[A-Z2-7]+$/.test(clean)) return undefined
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of clean) {
    held = ((held << 5) | 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(char)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 0xff)
    }
  }
  return bytesToText(Uint8Array.from(bytes))
}

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

function decodeBase85(text: string): string | undefined {
  return decodeFives(text.replace(/\s+/g, ''), (char) => BASE85.indexOf(char))
}

function decodeAscii85(text: string): string | undefined {
  const clean = text
    .replace(/\s+/g, '')
    .replace(/^<~|~>$/g, '')
    .replaceAll('z', '!!!!!')
  return decodeFives(clean, (char) => {
    const digit = char.charCodeAt(0) - 33
    return digit < 85 ? digit : -1
  })
}

function decodeFives(clean: string, digitOf: (char: string) => number): string | undefined {
  if (clean.length < 2 || clean.length > MAX_OUTPUT) return undefined
  const bytes: number[] = []
  for (let i = 0; i < clean.length; i += 5) {
    const group = clean.slice(i, i + 5)
    let word = 0
    for (let k = 0; k < 5; k++) {
      const digit = k < group.length ? digitOf(group[k] ?? '') : 84
      if (digit < 0) return undefined
      word = word * 85 + digit
    }
    if (word > 0xffffffff) return undefined
    for (let k = 0; k < group.length - 1; k++) bytes.push(Math.floor(word / 256 ** (3 - k)) % 256)
  }
  return bytesToText(Uint8Array.from(bytes))
}

function decodeHex(text: string): string | undefined {
  const clean = text.replace(/\\x|0x|[\s,:]+/g, '')
  if (clean.length < 2 || clean.length % 2 === 1 || !/^[0-9a-fA-F]+$/.test(clean)) return undefined
  return bytesToText(Buffer.from(clean, 'hex'))
}

function decodeUrl(text: string): string | undefined {
  if (!text.includes('%')) return undefined
  const bytes: number[] = []
  for (let i = 0; i < text.length; i++) {
    const hex = text[i] === '%' ? text.slice(i + 1, i + 3) : ''
    if (/^[0-9a-fA-F]{2}$/.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      i += 2
    } else for (const byte of Buffer.from(text[i] ?? '')) bytes.push(byte)
  }
  return bytesToText(Uint8Array.from(bytes))
}

/** Reads `\x41`, `\u0041`, `\101` and the short escapes of C-like strings. */
export function decodeEscapes(text: string): string | undefined {
  if (!text.includes('\\')) return undefined
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|([\s\S]))/g,
    (_all, x?: string, brace?: string, u?: string, long?: string, octal?: string, char?: string) => {
      const hex = x ?? brace ?? u ?? long
      if (hex !== undefined) return fromCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8))
      return SHORT_ESCAPES[char ?? ''] ?? char ?? ''
    },
  )
}

/** True when three or more plain letters are written as escapes: colours and symbols are, words are not. */
export function hidesLetters(raw: string): boolean {
  return (
    (raw.match(/\\(?:x[2-7][0-9a-f]|u00[2-7][0-9a-f]|u\{[2-7][0-9a-f]\}|0?(?:0?[4-7][0-7]|1[0-7]{2})(?![0-9]))/gi)
      ?.length ?? 0) >= 3
  )
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '',
  b: '',
  e: '\u001b',
  '\n': '',
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function inflate(text: string): string | undefined {
  const bytes = textToBytes(text)
  if (bytes.length > MAX_OUTPUT) return undefined
  const room = new Uint8Array(MAX_OUTPUT)
  for (const unpack of [gunzipSync, unzlibSync, inflateSync]) {
    try {
      // A fixed room instead of the size the data claims: a bomb overflows it and is dropped.
      const out = unpack(bytes, { out: room })
      if (out.length > 0) return bytesToText(out.slice())
    } catch {}
  }
  return undefined
}

function rot13(text: string): string {
  return text.replace(/[a-zA-Z]/g, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}
