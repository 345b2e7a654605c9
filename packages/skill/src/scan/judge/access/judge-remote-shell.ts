import type { Fact } from '../../code/trace.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { isAboutSecurity } from '../about-security.ts'
import { isHiddenBy } from '../hidden-layers.ts'

/** A way for another machine into this one. A host that is not written out is the reader's own. */
export function judgeTunnel(fact: Fact, purpose: Purpose): Evidence[] {
  const relation = hostRelation(fact.targets[0] ?? '', purpose)
  const isAsked = relation === 'affine' && /tunnel|\bssh\b|remote|expose|forward/.test(purpose.said)
  return relation === 'local' || relation === 'unknown' || relation === 'own' || isAsked
    ? []
    : [fromFact('scan/reverse-tunnel', fact, fact.what, fact.targets.join(' '))]
}

/** A shell whose commands come over the network. */
export function judgeRemoteShell(fact: Fact, purpose: Purpose): Evidence[] {
  const detail = fact.what
  const text = fact.targets.join(' ')
  if (isHiddenBy(fact.place.layers)) return [fromFact('scan/decoded-command', fact, `hides ${detail}`, text)]
  return [fromFact(isAboutSecurity(purpose) ? 'scan/remote-shell' : 'scan/reverse-shell', fact, detail, text)]
}
