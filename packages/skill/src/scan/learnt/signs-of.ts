import type { Fact } from '../code/trace.ts'
import { type Mark, marksOf } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { worstRelation } from '../judge/worst-relation.ts'
import type { TextFile } from '../package-view.ts'
import { hostRelation, registrableDomain } from '../text/host-relation.ts'
import { persistenceClass, secretClass } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { findUrls, parseUrl } from '../text/urls.ts'

/** What the code of a package does and which hosts it names, each in a few words, so that packages in any language can be compared by it. */
export function signsOf(files: readonly TextFile[], facts: readonly Fact[], purpose: Purpose): Set<string> {
  const signs = new Set<string>()
  const nameHost = hostNamer(purpose)
  for (const fact of facts) for (const sign of signsOfFact(fact, purpose, nameHost)) signs.add(sign)
  for (const { path, kind, text } of files) {
    if (kind === 'document' || SELF_DESCRIPTION.test(path)) continue
    signs.add(`holds ${kind}`)
    for (const { url, host } of findUrls(text).slice(0, MAX_URLS))
      if (!isReservedHost(host)) signs.add(`names ${hostRelation(url, purpose)} host ${nameHost(host)}`)
  }
  return signs
}

/** The hosts in these are said to be the skill's own. */
const SELF_DESCRIPTION = /^(?:descriptor|skill|contract)\.json$/
/** Of a file that is a list of addresses the first say enough. */
const MAX_URLS = 200

/** Whether the guide names a host. */
type HostNamer = (host: string) => string

function hostNamer({ description, body }: Purpose): HostNamer {
  const guide = `${description}\n${body}`.toLowerCase()
  return (host) => (guide.includes(registrableDomain(host)) ? 'that the guide names' : 'that the guide never names')
}

function signsOfFact(fact: Fact, purpose: Purpose, nameHost: HostNamer): string[] {
  const { kind, place, data, value } = fact
  const what = whatOf(fact, purpose, nameHost).map((each) => `${kind} ${each}`)
  const marks = new Set([...marksOf(data), ...marksOf(value)].map(kindOfMark))
  return [
    kind,
    `${kind} in ${place.origin}`,
    ...(place.isHidden ? [`${kind} hidden`] : []),
    ...(place.layers.length > 0 ? [`${kind} encoded`] : []),
    ...what,
    ...[kind, ...what].flatMap((each) => [...marks].map((mark) => `${each} with ${mark}`)),
  ]
}

/** Whom, which file or what else a fact concerns, as far as others have it too. */
function whatOf({ kind, targets, what }: Fact, purpose: Purpose, nameHost: HostNamer): string[] {
  switch (kind) {
    case 'request':
    case 'lookup':
    case 'exec':
    case 'install':
    case 'tunnel':
    case 'remote-shell': {
      const { relation, url } = worstRelation(targets, purpose)
      const host = parseUrl(url)?.host ?? ''
      if (isReservedHost(host)) return ['to placeholder']
      return [`to ${relation} host`, `to ${relation} host ${nameHost(host)}`]
    }
    case 'read':
    case 'write':
    case 'delete':
    case 'mode':
    case 'print':
      return targets.flatMap(
        (path) =>
          secretClass(path) ??
          persistenceClass(path) ??
          (path.startsWith('/') ? 'absolute path' : /^~|HOME/.test(path) ? 'home' : []),
      )
    default:
      return what === '' ? [] : [what.slice(0, 40)]
  }
}

// Which variable or file it is says nothing of others.
function kindOfMark(mark: Mark): string {
  const [kind = '', ...rest] = mark.split(':')
  const name = rest.join(':')
  if (kind === 'env')
    return /key|token|secret|pass|cred/i.test(name) ? 'a key' : /^\*?$/.test(name) ? 'the environment' : 'a setting'
  if (kind === 'file') return secretClass(name) ?? 'a file'
  return kind
}
