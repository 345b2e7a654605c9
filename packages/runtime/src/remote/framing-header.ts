const FRAMING =
  /^(host|connection|content-length|content-type|content-encoding|transfer-encoding|te|trailer|upgrade|expect|keep-alive|accept-encoding|proxy-.*)$/i

/** True for a header that frames a message or steers a connection; no descriptor and no signer may set it. */
export function isFramingHeader(name: string): boolean {
  return FRAMING.test(name)
}
