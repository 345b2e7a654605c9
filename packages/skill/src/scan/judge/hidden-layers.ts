import type { Fact } from '../code/trace.ts'
import { type Mark, marksOf } from '../code/value.ts'

/** Ways of hiding that are never accidental. */
const REAL_LAYERS = new Set([
  'base64',
  'base32',
  'base85',
  'ascii85',
  'hex',
  'gzip',
  'rot13',
  'reversed',
  'character codes',
  'xor',
  'cipher',
  'escapes',
  'url',
  'substitution',
  'uuencode',
  'serialised',
])

/** True when a text was hidden, not only put together. */
export function isHiddenBy(layers: readonly string[]): boolean {
  return layers.some((layer) => REAL_LAYERS.has(layer))
}

/** The ways of hiding among marks. */
export function layersIn(marks: readonly Mark[]): string[] {
  return marks.flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : []))
}

/** How the value of a fact was written: an address that is asked, a text that is run. */
export function layersOf({ value }: Pick<Fact, 'value'>): string[] {
  return layersIn(marksOf(value))
}
