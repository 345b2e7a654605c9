import { HOLE } from '../code/value.ts'

/** Words that make the name of a host say that it is an attacker's. */
const ATTACK_WORD = /^(?:evil|attackers?|malicious|malware|hackers?|badguys?|bad|victims?|phish\w*|c2|exfil\w*)$/

/** True for a host that cannot be anybody's: a placeholder, or a name reserved for examples. */
export function isReservedHost(host: string): boolean {
  if (host === '' || host.includes(HOLE) || /[<>$%{}*…[\]]|\.\./.test(host)) return true
  // Written in capitals, as ATTACKER_IP; a bare word is no host of the internet either.
  if (/^[A-Z][A-Z0-9_.-]*$/.test(host) || !host.includes('.')) return true
  if (/^(?:x+\.){3}x+$|^(?:\d{1,3}\.){1,3}x+$|^1\.2\.3\.4$/i.test(host)) return true
  return /^(?:www\.)?example\.(?:com|org|net)$/i.test(host) || isMadeUpName(host)
}

/** True for a name under a domain that is kept for examples. */
export function isExampleDomain(host: string): boolean {
  return /(?:^|\.)example\.(?:com|org|net)$/i.test(host)
}

const RESERVED_ENDING = /\.(?:invalid|test|example)$/i
/** Names that stand for any name. */
const ANY_NAME =
  /^(?:example|test|foo|bar|baz|qux|(?:my|your|our|the|some|any)[\w-]*|api|app|www|web|site|host|server|domain|acme|company|corp|org|service|target|internal|staging|dev|demo|local|user|client|upstream|mock|fake|sample|\w)$/i

/** True for a name under a reserved ending that stands for any name. One that somebody thought up is read as it would be elsewhere. */
export function isMadeUpName(host: string): boolean {
  if (!RESERVED_ENDING.test(host)) return false
  return ANY_NAME.test(host.split('.').at(-2) ?? '') || isAttackerName(host)
}

/** True for a host whose name says that it is an attacker's. Honest texts make such names up; an attacker may own one all the same. */
export function isAttackerName(host: string): boolean {
  const labels = host.toLowerCase().split('.').slice(0, -1)
  return labels.some((label) => ATTACK_WORD.test(label) || ATTACK_WORD.test(label.split('-')[0] ?? ''))
}
