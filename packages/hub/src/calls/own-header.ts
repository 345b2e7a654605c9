import { isObject } from '@skillwright/contract'

/** Headers of other meaning, which proxies set and browsers send. */
const TAKEN = /^x-(?:api-key|request-id|real-ip|requested-with|forwarded.*|http-method.*|original-.*|amz.*)$/

/** The header that `custom` authentication of a descriptor names, in small letters: a token of the hub goes into it. Undefined when it names none of its own. */
export function ownHeader(auth: unknown): string | undefined {
  if (!isObject(auth) || auth.type !== 'custom' || typeof auth.header !== 'string') return undefined
  const header = auth.header.toLowerCase()
  return isOwnHeader(header) ? header : undefined
}

/** Whether a header, in small letters, is one that a skill may name. */
export function isOwnHeader(header: string): boolean {
  return /^x-[a-z0-9-]{1,60}$/.test(header) && !TAKEN.test(header)
}
