// Controls and formats: they turn the direction of writing, move the cursor, or are not seen at all. Joiners stay, since words and emoji are made of them.
const HIDDEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu
const COLOUR = /\p{Cc}\[[\d;]*m/gu

/** Text as it is: characters that hide, or make other text look like something else, are written as escapes. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16)
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
  })
}

/** A line of a log, without the colours that were meant for a terminal. */
export function visibleLog(text: string): string {
  return visibleText(text.replace(COLOUR, ''))
}
