/** An address that a link of an author may lead to: another site, or a letter. Anything else is shown as text. */
export function safeLink(href: string): string | undefined {
  const url = URL.parse(href)
  return url !== null && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
