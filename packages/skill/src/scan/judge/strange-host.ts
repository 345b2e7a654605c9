import type { Purpose } from '../declared-purpose.ts'
import { hostRelation, isStrange, nameWords, registrableDomain } from '../text/host-relation.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls, isHostName, parseUrl } from '../text/urls.ts'

/** True for the address of a stranger. */
export function isStranger(url: string, purpose: Purpose): boolean {
  return isStrange(hostRelation(url, purpose))
}

/** The same, and true for a host that has a name in common with the skill: anybody can register such a name. */
export function isStrangerOrNamesake(url: string, purpose: Purpose): boolean {
  const relation = hostRelation(url, purpose)
  return isStrange(relation) || relation === 'affine'
}

/** True for a stranger, and for a host that has no more than a name in common with the skill and that its guide never mentions. */
export function isUnsaidHost(url: string, purpose: Purpose): boolean {
  const host = parseUrl(url)?.host ?? ''
  if (isReservedHost(host)) return false
  const relation = hostRelation(url, purpose)
  return isStrange(relation) || (relation === 'affine' && !isSaid(registrableDomain(host), purpose))
}

/** Endings that registries give to institutions alone. */
export const INSTITUTION = /\.(?:gov|edu|mil|int)(?:\.[a-z]{2})?$|\.(?:ac|gob|gouv|govt)\.[a-z]{2}$/

/** True when the documents name a host, or the brand that its name is; and for that of an institution. */
export function isSaidHost(url: string, purpose: Purpose): boolean {
  const host = parseUrl(url)?.host ?? ''
  const name = registrableDomain(host)
  // At a service that hosts for others the name is that of the service.
  const brand = hostRelation(url, purpose) === 'hosting' ? [] : nameWords(name.split('.', 1)[0] ?? '')
  return (
    INSTITUTION.test(host) ||
    isSaid(name, purpose) ||
    (brand.length > 0 && brand.every((word) => purpose.timesUsed(word) > 0))
  )
}

/** True when the description or the guide has these letters. */
export function isSaid(text: string, { description, body }: Purpose): boolean {
  return `${description}\n${body}`.toLowerCase().includes(text.toLowerCase())
}

/** A name or a number of a host between quotes, as connections take it. */
const QUOTED_HOST = /["']((?:[a-z0-9-]+\.)+[a-z]{2,24}|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?["']/gi
/** A socket as awk opens it. */
const AWK_SOCKET = /\/inet6?\/(?:tcp|udp)\/\d+\/([\w.-]+)\//g
/** `git@host:path`. */
const SSH_REMOTE = /\b[\w.-]{1,40}@((?:[a-z0-9-]+\.)+[a-z]{2,24}):[\w./#{}-]/gi

/** The host of a stranger in code, in whatever way the code names it. */
export function strangeHostIn(
  code: string,
  purpose: Purpose,
  isForeign = (url: string): boolean => isStranger(url, purpose),
): string | undefined {
  const quoted = [...code.matchAll(QUOTED_HOST)].slice(0, 500)
  const sockets = [...code.matchAll(AWK_SOCKET)].map(([, host = '']) => `tcp://${host}`)
  const remotes = [...code.matchAll(SSH_REMOTE)].slice(0, 50)
  const pushed = remotes.map(([, host = '']) => `ssh://${host}`)
  const hosts = [
    ...pushed,
    ...findUrls(code).map(({ url }) => url),
    ...sockets,
    ...quoted.map(([, host = '']) => `tcp://${host}`),
  ]
  const found = hosts.find((url) => {
    const host = parseUrl(url)?.host ?? ''
    return !isReservedHost(host) && isForeign(url) && (url.startsWith('http') || isHostName(host))
  })
  return found === undefined ? undefined : parseUrl(found)?.host
}

/** The same for hosts that the guide never mentions. */
export function unsaidHostIn(code: string, purpose: Purpose): string | undefined {
  return strangeHostIn(code, purpose, (url) => isUnsaidHost(url, purpose))
}
