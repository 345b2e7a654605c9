import type { IncomingHttpHeaders } from 'node:http'

/** True when a browser says that another site's page made it send this request. What is not a browser says nothing. */
export function isCrossSite(headers: IncomingHttpHeaders, hubUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  // Browsers say this over https and to this machine only.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (origin === undefined) return false
  return !URL.canParse(origin) || (new URL(origin).host !== host && origin !== new URL(hubUrl).origin)
}
