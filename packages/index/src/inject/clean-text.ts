// Characters that say something to a model and nothing to a reader, or show the reader another order than there is:
// controls, bidirectional controls, annotations, tag characters, the selectors that can carry bytes.
const UNREADABLE = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\u{e0000}-\u{e01ef}]/gu

/** The text as a person sees it: without hidden characters, with plain line ends, and whole as Unicode. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(UNREADABLE, '')
}
