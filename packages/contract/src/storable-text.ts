/** Whether every database keeps a text as it is: PostgreSQL has no NUL, and half a character is none. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A text of a package or another registry, without what not every database keeps. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
