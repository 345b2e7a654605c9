/** The URI of the document at hand: a schema without `$id` needs something to resolve relative references against. */
export const NO_URI = 'schema:///'

/** An absolute URI; undefined for a reference that is none. */
export function resolveUri(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined
}

/** What a URI names as a whole. */
export function withoutFragment(uri: string): string {
  const hash = uri.indexOf('#')
  return hash < 0 ? uri : uri.slice(0, hash)
}
