import { SkillError } from '@skillwright/contract'

/** The address of the service, and a form of it that is safe to show. */
export interface EmbeddingsEndpoint {
  readonly url: string
  /** The address without its query: what errors and ids say. */
  readonly name: string
  readonly apiKey: string | undefined
}

const MAX_QUOTE = 300

/** Reads an address a person wrote: up to `/v1`, or with `/embeddings` at its end. */
export function embeddingsEndpoint(address: string, apiKey: string | undefined): EmbeddingsEndpoint {
  const url = URL.parse(address)
  // The address itself is not repeated: it may hold a password.
  if (url === null || !/^https?:$/.test(url.protocol))
    throw refused('expected an http or https URL', url === null ? 'something that is no URL' : `a ${url.protocol} URL`)
  if (url.username !== '' || url.password !== '') throw refused('expected no user and password in it', 'some')
  // fetch would refuse an unprintable key with a message that quotes it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw refused('expected a key of printable ASCII characters', 'others')
  if (!url.pathname.endsWith('/embeddings')) url.pathname = `${url.pathname.replace(/\/+$/, '')}/embeddings`
  url.hash = ''
  return { url: url.href, name: url.origin + url.pathname, apiKey }
}

/** What a service said, fit for a message: short, on one line, without the key that some services repeat. */
export function quote(text: string, { apiKey }: EmbeddingsEndpoint): string {
  const line = text
    .slice(0, 10 * MAX_QUOTE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  const safe = apiKey === undefined ? line : line.replaceAll(apiKey, '***')
  return safe.length > MAX_QUOTE ? `${safe.slice(0, MAX_QUOTE)}…` : safe
}

function refused(expected: string, got: string): SkillError {
  return new SkillError('INVALID_INPUT', `The embeddings endpoint cannot be used: ${expected}, got ${got}`, {
    hint: 'Write the address like http://127.0.0.1:11434/v1 and give the key as apiKey.',
  })
}
