/** Ways to find such characters in a text, or to take them out. */
const LOOKS_FOR =
  /\.replace(?:All)?\(|\bre\.\w+\(|\.(?:strip|translate|includes|test|match|indexOf)\(|\bif\b[^\n]{0,40}\bin\b/
/** What joins two pictures into one. */
const JOINED_PICTURES = /\p{Extended_Pictographic}\uFE0F?\u200d(?=\p{Extended_Pictographic}|[\u2640\u2642])/gu

/** True for a literal with invisible characters in code that writes them: code that cleans texts names each alone, too. */
export function writesUnseen(text: string, raw: string, code: string): boolean {
  if (!/\\u20/.test(raw)) return false
  const unseen = text.replace(JOINED_PICTURES, '').match(/[\u200b-\u200d\u2060]/g) ?? []
  return unseen.length > 1 || (unseen.length === 1 && !LOOKS_FOR.test(code))
}
