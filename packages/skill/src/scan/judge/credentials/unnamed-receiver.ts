import type { Fact } from '../../code/trace.ts'
import { marksOf, UNKNOWN, type Value } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type HostRelation, isStrange } from '../../text/host-relation.ts'
import { isExampleDomain, isReservedHost } from '../../text/placeholder-host.ts'
import { parseUrl } from '../../text/urls.ts'
import { isSaidHost } from '../strange-host.ts'

/** True when a script sends data to a host that its reader hears nothing of. Constants are no data. */
export function isUnnamed(fact: Fact, relation: HostRelation, url: string, purpose: Purpose): boolean {
  if (fact.place.origin !== 'script' || fact.place.role !== 'asked' || !isStrange(relation)) return false
  const host = parseUrl(url)?.host ?? ''
  if (isReservedHost(host) || isExampleDomain(host) || isSaidHost(url, purpose)) return false
  return (fact.data.items ?? [fact.data]).some(isComputed)
}

function isComputed(value: Value): boolean {
  return (
    value !== UNKNOWN &&
    (marksOf(value).length > 0 ||
      [...(value.fields?.values() ?? [])].some((each) => each.texts.length === 0 && each.items === undefined))
  )
}
