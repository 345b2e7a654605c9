import { type HiddenRun, stripHidden } from './hidden-characters.ts'

/** A file as text, with what had to be taken out to read it as a person sees it. */
export interface CleanText {
  readonly text: string
  readonly hidden: readonly HiddenRun[]
}

/** Bytes as text: any BOM, any line ending, hidden characters taken out, compatibility forms folded. Undefined for binary. */
export function cleanText(bytes: Uint8Array): CleanText | undefined {
  const raw = decodeBytes(bytes)
  if (raw === undefined) return undefined
  const { text, hidden } = stripHidden(raw.replace(/\r\n?/g, '\n'))
  return { text: foldForms(text), hidden }
}

function decodeBytes(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const sample = bytes.subarray(0, 8_000)
  const zeros = sample.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  if (zeros * 10 > sample.length * 3)
    return looksUtf16(bytes, sample.length) ? new TextDecoder('utf-16le').decode(bytes) : undefined
  if (zeros * 100 > sample.length || hasControls(sample)) return undefined
  const text = new TextDecoder('utf-8').decode(bytes)
  return isMostlyRead(text) ? text.replaceAll('\0', '') : decodeChinese(bytes)
}

// Bytes that no text has: a program or a picture is full of them.
function hasControls(sample: Uint8Array): boolean {
  const controls = sample.reduce(
    (count, byte) =>
      count + ((byte < 32 && !(byte >= 7 && byte <= 13) && byte !== 27 && byte !== 0) || byte === 127 ? 1 : 0),
    0,
  )
  return controls * 50 > sample.length
}

// Some letters of another encoding do not make a text unreadable; a whole text of them does.
function isMostlyRead(text: string): boolean {
  return !text.includes('\uFFFD') || (text.split('\uFFFD').length - 1) * 20 < text.length
}

// The one other encoding that skills are seen in.
function decodeChinese(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function looksUtf16(bytes: Uint8Array, sample: number): boolean {
  let letters = 0
  for (let i = 0; i + 1 < sample; i += 2) {
    const low = bytes[i] ?? 0
    if (bytes[i + 1] === 0 && (low === 10 || low === 13 || low === 9 || (low >= 32 && low < 127))) letters++
  }
  return letters * 2 * 10 >= sample * 9
}

// Full-width and mathematical letters read as Latin ones; everything else keeps its own form, so CJK text and its
// punctuation stay as they are for the phrase lists.
function foldForms(text: string): string {
  return text.replace(/[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u2100-\u214F]+/gu, (run) => run.normalize('NFKC'))
}
