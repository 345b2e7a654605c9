import { HOLE } from '../code/value.ts'

/** Words that do not occur in the names of real hosts. */
const ATTACK_WORD = /^(?:evil|attackers?|malicious|malware|hackers?|badguys?|bad|victims?|phish\w*|c2|exfil\w*)$/

/** True for a host that is made up to show an attack: a placeholder, a name that says so, or one reserved for examples. */
export function isPlaceholderHost(host: string): boolean {
  if (host === '' || host.includes(HOLE) || /[<>$%{}*…[\]]|\.\./.test(host)) return true
  // Written in capitals, as ATTACKER_IP; a bare word is no host of the internet either.
  if (/^[A-Z][A-Z0-9_.-]*$/.test(host) || !host.includes('.')) return true
  if (/^(?:x+\.){3}x+$|^1\.2\.3\.4$/i.test(host)) return true
  const labels = host.toLowerCase().split('.')
  if (/^(?:www\.)?example\.(?:com|org|net)$|\.(?:invalid|test)$/i.test(host)) return true
  return labels.slice(0, -1).some((label) => ATTACK_WORD.test(label) || ATTACK_WORD.test(label.split('-')[0] ?? ''))
}
