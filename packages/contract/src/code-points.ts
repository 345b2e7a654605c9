/** The length of a text as JSON Schema counts it: in Unicode characters. Half of a surrogate pair that stands alone counts as one. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) !== 0xd800 || (text.charCodeAt(i + 1) & 0xfc00) !== 0xdc00) continue
    count--
    i++
  }
  return count
}
