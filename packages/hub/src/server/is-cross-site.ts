import type { IncomingHttpHeaders } from 'node:http'

/** True when a browser says that another site's page made it send this request. What is not a browser says nothing. */
export function isCrossSite(headers: IncomingHttpHeaders, origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  return headers.origin !== undefined && !origins.includes(headers.origin)
}
