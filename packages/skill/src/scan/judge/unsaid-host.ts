import type { Purpose } from '../declared-purpose.ts'
import { hostRelation, isStrange, registrableDomain } from '../text/host-relation.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { parseUrl } from '../text/urls.ts'

/** True for a stranger, and for a host that has no more than a name in common with the skill and that its guide never mentions. */
export function isUnsaidHost(url: string, purpose: Purpose): boolean {
  const host = parseUrl(url)?.host ?? ''
  if (isReservedHost(host)) return false
  const relation = hostRelation(url, purpose)
  return isStrange(relation) || (relation === 'affine' && !isSaid(registrableDomain(host), purpose))
}

/** True when the description or the guide has these letters. */
export function isSaid(text: string, { description, body }: Purpose): boolean {
  return `${description}\n${body}`.toLowerCase().includes(text.toLowerCase())
}
