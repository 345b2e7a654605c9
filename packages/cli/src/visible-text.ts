/** Untrusted text, safe to print on a terminal: what would move the cursor, change colours or reorder the line is shown as its code. */
export function visibleText(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
