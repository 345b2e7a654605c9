import type { Fact } from '../../code/trace.ts'
import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { isHiddenBy } from '../hidden-layers.ts'

/** Protections whose loss the machine does not get over. */
const STRONG_PROTECTION =
  /quarantine|virus|macOS protections|auditing|stopping a protection|kernel|certificate authority|SELinux|the firewall$|questions of an agent/

/** Protections that are turned off; several of them together are no accident. */
export function judgeWeakenedProtection(fact: Fact, stopped: ReadonlySet<string>, purpose: Purpose): Evidence[] {
  if (stopped.size > 1 && isStoppedProtection(fact) && !/harden|protect|secur|test/.test(purpose.said))
    return [fromFact('scan/loosened-permissions', fact, `turns off several protections (${fact.what})`)]
  const targets = fact.targets.join(' ')
  if (fact.what === 'unpacking with a password') {
    const isFetched = marksOf(fact.data).some((mark) => mark.startsWith('net:'))
    const detail = 'unpacks a downloaded archive with a password'
    return isFetched ? [fromFact('scan/password-archive', fact, detail, targets)] : []
  }
  // Documentation of unsigned tools asks users to do this; in a script it happens silently.
  if (fact.place.origin === 'document' && /quarantine/.test(fact.what)) return []
  if (fact.what.startsWith('a container'))
    return [fromFact('scan/weakened-protection', fact, `starts ${fact.what} (${fact.targets[0] ?? ''})`, targets)]
  return STRONG_PROTECTION.test(fact.what) && !isHiddenBy(fact.place.layers)
    ? [fromFact('scan/weakened-protection', fact, fact.what, targets)]
    : []
}

/** True for a protection that is stopped: one may be in the way of honest work, nothing is in the way of several. */
export function isStoppedProtection({ kind, what, place }: Fact): boolean {
  return kind === 'weaken' && place.role === 'asked' && /virus|auditing|stopping a protection|the firewall$/.test(what)
}
