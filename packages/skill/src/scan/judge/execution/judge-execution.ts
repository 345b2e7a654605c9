import { OWN_CODE } from '../../code/effects.ts'
import type { Fact } from '../../code/trace.ts'
import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { hostRelation } from '../../text/host-relation.ts'
import { judgeRemoteShell, judgeTunnel } from '../access/judge-remote-shell.ts'
import { judgeCarriedCode, judgeDecodedFact, judgeUnreadableCode } from './judge-decoded-code.ts'
import { judgeFetchedCode, judgeReplacedScript } from './judge-fetched-code.ts'

/** Everything about running: fetched code, decoded code, reverse shells, miners. */
export function judgeExecution(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const elsewhere = new Set(facts.flatMap((fact) => (fact.kind === 'read' ? fact.targets : [])))
  return facts.flatMap((fact) => {
    switch (fact.kind) {
      case 'exec':
        if (marksOf(fact.value).includes('socket'))
          return judgeRemoteShell({ ...fact, what: 'commands that come in over a connection and are run' }, purpose)
        return [
          ...judgeFetchedCode(fact, purpose),
          ...judgeUnreadableCode(fact, purpose),
          ...judgeCarriedCode(fact, elsewhere),
          ...judgeInput(fact),
        ]
      case 'write':
        return fact.what === OWN_CODE ? judgeReplacedScript(fact, purpose) : judgeDecodedFact(fact)
      case 'unsafe':
        return [fromFact('scan/unsafe-code', fact, fact.what)]
      case 'request':
        return [...judgeDecodedFact(fact), ...judgePlainHttp(fact, purpose)]
      case 'remote-shell':
        return judgeRemoteShell(fact, purpose)
      case 'tunnel':
        return judgeTunnel(fact, purpose)
      case 'miner':
        return /\b(?:mining|miner|hashrate)\b/.test(purpose.said)
          ? [fromFact('scan/remote-installer', fact, `starts ${fact.what}`)]
          : [fromFact('scan/miner', fact, `starts ${fact.what}`, fact.targets.join(' '))]
      default:
        return judgeDecodedFact(fact)
    }
  })
}

// Input that becomes a command: a mistake, and an axis of its own.
function judgeInput(fact: Fact): Evidence[] {
  return marksOf(fact.value).includes('input') && fact.place.origin === 'script'
    ? [fromFact('scan/unsafe-code', fact, `runs text made from input (${fact.what})`)]
    : []
}

function judgePlainHttp(fact: Fact, purpose: Purpose): Evidence[] {
  const url = fact.targets.find((target) => target.startsWith('http://'))
  if (url === undefined || fact.place.role !== 'asked' || fact.place.origin === 'test') return []
  const relation = hostRelation(url, purpose)
  return relation === 'local' || relation === 'unknown' ? [] : [fromFact('scan/plain-http', fact, `asks ${url}`, url)]
}
