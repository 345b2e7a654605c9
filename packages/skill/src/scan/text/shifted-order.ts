/** The scheme of an address whose letters were all moved by the same number of places. */
const MOVED_SCHEME = /\b([a-z]{4,5}):\/\//gi
/** What says that a text is to be moved back by thirteen places. */
const NAMES_ROT13 = /\brot-?13\b/i

/** A text whose letters were moved along the alphabet, moved back; undefined when it does not look so. */
export function shiftedOrder(text: string, around: string): string | undefined {
  const places = placesOf(text) ?? (NAMES_ROT13.test(around) ? 13 : undefined)
  return places === undefined ? undefined : moveLetters(text, places)
}

function placesOf(text: string): number | undefined {
  for (const [, scheme = ''] of text.matchAll(MOVED_SCHEME)) {
    const places = ('h'.charCodeAt(0) - scheme.toLowerCase().charCodeAt(0) + 26) % 26
    if (places > 0 && /^https?$/i.test(moveLetters(scheme, places))) return places
  }
  return undefined
}

function moveLetters(text: string, places: number): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + places) % 26) + first)
  })
}
