/** An address found in a text. */
export interface FoundUrl {
  readonly url: string
  readonly host: string
  readonly path: string
  readonly index: number
}

const URL_START =
  /(?:h(?:tt|xx)ps?|ftp|wss?|git\+https?|stratum\+(?:tcp|ssl)):\/\/[^\s'"`<>{}|\\^()[\]，。）】」、]{3,2000}/gi

/** Every address in a text; a trailing full stop or comma is not part of it. */
export function findUrls(text: string): FoundUrl[] {
  const found: FoundUrl[] = []
  if (!text.includes('://')) return found
  for (const match of text.matchAll(URL_START)) {
    const parsed = parseUrl(match[0].replace(/[.,;:!?*_~]+$/, ''))
    if (parsed !== undefined) found.push({ ...parsed, index: match.index })
    if (found.length >= 500) break
  }
  return found
}

/** The text with every address as one word, so that the dots in it do not end a sentence. */
export function maskUrls(text: string): string {
  return text.includes('://') ? text.replace(URL_START, 'LINK') : text
}

/** Host and path of an address, also of one with holes or without a scheme; undefined when it has no host. */
export function parseUrl(url: string): Omit<FoundUrl, 'index'> | undefined {
  const rest =
    /^(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/(.*)$/is.exec(url)?.[1] ??
    (/^[\w.-]+\.[a-z]{2,}(?:[/:?]|$)/i.test(url) ? url : undefined)
  if (rest === undefined) return undefined
  const authority = /^[^/?#'"`]*/.exec(rest)?.[0] ?? ''
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (host === '') return undefined
  return { url, host: unpackHost(host), path: rest.slice(authority.length) }
}

// 0x7f000001, 2130706433 and 0177.0.0.1 are addresses too.
function unpackHost(host: string): string {
  if (!/^(?:0x[0-9a-f]+|\d+)(?:\.(?:0x[0-9a-f]+|\d+)){0,3}$/.test(host)) return host
  try {
    return new URL(`http://${host}/`).hostname
  } catch {
    return host
  }
}

/** True for what can be the name or the number of a host: "main.py" and "os.path" only look like one. */
export function isHostName(host: string): boolean {
  return (
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) ||
    /\.(?:com|net|org|io|dev|app|sh|xyz|info|biz|me|co|ru|cn|top|site|online|cloud|link|live|club|de|uk|eu|us|in|jp|kr|br|fr|tk|cc|ws|pw|su)$/.test(
      host,
    )
  )
}
