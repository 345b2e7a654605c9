import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence } from '../../evidence.ts'
import { hostRelation, registrableDomain } from '../../text/host-relation.ts'
import type { Link } from '../../text/split-markdown.ts'
import { parseUrl } from '../../text/urls.ts'
import { lookalikeOf, WELL_KNOWN_HOST_WORDS } from './well-known-names.ts'

/** Links that show one host and lead to another, or to one that imitates a well-known name. */
export function judgeLinks(links: readonly (Link & { file: string })[], purpose: Purpose): Evidence[] {
  const found: Evidence[] = []
  for (const { file, label, target, line } of links) {
    const parsed = parseUrl(target)
    if (parsed === undefined) continue
    const place = { file, line, layers: [] }
    const shown = parseUrl(/^[\w.-]+\.[a-z]{2,}(?:\/\S*)?$|^https?:\/\/\S+$/i.exec(label.trim())?.[0] ?? '')
    const real = registrableDomain(parsed.host)
    const relation = hostRelation(target, purpose)
    if (
      shown !== undefined &&
      registrableDomain(shown.host) !== real &&
      (relation === 'unrelated' || relation === 'ip' || relation === 'paste' || relation === 'capture') &&
      /\.[a-z]{2,6}$/.test(shown.host) &&
      !/\.(?:md|py|js|ts|sh|json|ya?ml|txt)$/.test(shown.host)
    )
      found.push(at('scan/lookalike-link', place, `shows ${shown.host} and leads to ${parsed.host}`, target))
    else if (relation === 'unrelated' && imitates(real))
      found.push(at('scan/lookalike-link', place, `leads to ${parsed.host}, which imitates a well-known name`, target))
  }
  return found.slice(0, 5)
}

function imitates(domain: string): boolean {
  const name = domain.split('.')[0] ?? ''
  return WELL_KNOWN_HOST_WORDS.some(
    (word) =>
      (name !== word &&
        name.startsWith(`${word}-`) &&
        /(?:login|auth|install|download|update|cli|setup|core|driver|verify|secure|app|official)/.test(name)) ||
      lookalikeOf(name, new Set([word])) !== undefined,
  )
}
