import type { Fact } from '../code/trace.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { hostRelation, isStrange } from '../text/host-relation.ts'
import { isExampleDomain } from '../text/placeholder-host.ts'
import { parseUrl } from '../text/urls.ts'

/** Powers over the machine or an account that nothing in the description of the skill gives a reason for. */
export function judgeUnexplainedPowers(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'power' || fact.place.origin === 'test' || fact.explained?.test(purpose.said)) return []
    const [url] = fact.value.texts
    if (url !== undefined && isExampleDomain(parseUrl(url.split(/\s/, 1)[0] ?? '')?.host ?? '')) return []
    // What is led to the skill's own service, to this machine or to a placeholder is led to nobody else.
    if (url !== undefined && !isStrange(hostRelation(url.includes('://') ? url : `tcp://${url}`, purpose))) return []
    return [fromFact('scan/unexplained-power', fact, fact.what, fact.targets.join(' '))]
  })
}
