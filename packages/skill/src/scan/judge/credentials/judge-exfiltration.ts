import type { Fact } from '../../code/trace.ts'
import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { judgeRequest } from './judge-request.ts'
import { judgeSecretReads } from './judge-secret-reads.ts'
import { secretsIn } from './secrets-in.ts'

/** Everything about secrets: where they are read and where they go. */
export function judgeExfiltration(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return [
    ...facts.flatMap((fact) =>
      fact.kind === 'request' ? judgeRequest(fact, purpose) : fact.kind === 'lookup' ? judgeLookup(fact) : [],
    ),
    ...judgeSecretReads(facts, purpose),
  ]
}

function judgeLookup(fact: Fact): Evidence[] {
  const marks = marksOf(fact.value)
  const tunnel = fact.targets.find(
    (target) =>
      /\uFFFC[^.]*\..*[a-z0-9-]\.[a-z]{2,}\.?$/i.test(target) || /\uFFFC[^.]*\.[a-z0-9-]+\.[a-z]{2,}\.?$/i.test(target),
  )
  if (tunnel === undefined) return []
  const { bulk, named } = secretsIn(marks)
  const carries = bulk[0] ?? named[0] ?? marks.find((mark) => mark.startsWith('file:') || mark === 'system')
  if (carries !== undefined)
    return [fromFact('scan/dns-tunnel', fact, `looks up a name that carries ${carries}`, tunnel)]
  return fact.place.origin !== 'document' && marks.length > 0
    ? [fromFact('scan/system-report', fact, 'looks up a name made from data', tunnel)]
    : []
}
