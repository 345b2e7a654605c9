import { firstText, mapTexts, markedValue, marksOf, recordValue, textValue, type Value } from '../value.ts'

/** Letters that are exchanged before it counts as a way of hiding: an alphabet, not the accents of a slug. */
const CIPHER_LETTERS = 9

/** The table that `str.maketrans` makes of two texts of the same length, or of a dictionary. */
export function letterTable(from: Value, to: Value | undefined): Value {
  const [source, target] = [firstText(from), to === undefined ? undefined : firstText(to)]
  if (source === undefined || target === undefined) return from
  const letters = [...target]
  return recordValue(new Map([...source].map((letter, index) => [letter, textValue(letters[index] ?? '')])), [
    ...marksOf(from),
    ...(to === undefined ? [] : marksOf(to)),
  ])
}

/** A text with its letters exchanged by a table, which has them as they are or by their codes. */
export function substitute(text: Value, table: Value | undefined): Value | undefined {
  if (text.texts.length === 0) return undefined
  const letters = [...(table?.fields ?? [])].flatMap(([key, value]): [string, string][] => {
    const from = /^\d{2,6}$/.test(key) ? String.fromCodePoint(Number(key)) : key
    const to = value.number === undefined ? firstText(value) : String.fromCodePoint(value.number)
    return to === undefined || from === to ? [] : [[from, to]]
  })
  // With a table that is not known the text is not known either, but that it was another one is.
  if (letters.length === 0) return markedValue(...marksOf(text), 'layer:substitution')
  const isCipher = letters.filter(([from, to]) => /[a-z]/i.test(from) && /[a-z]/i.test(to)).length >= CIPHER_LETTERS
  const map = new Map(letters)
  return mapTexts(
    text,
    (each) => [...each].map((letter) => map.get(letter) ?? letter).join(''),
    isCipher ? 'substitution' : undefined,
  )
}
