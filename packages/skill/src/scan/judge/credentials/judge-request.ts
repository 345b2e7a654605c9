import type { Fact } from '../../code/trace.ts'
import { HOLE } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { isHiddenBy, layersOf } from '../hidden-layers.ts'
import { worstRelation } from '../worst-relation.ts'
import { judgeBulkSecrets } from './judge-bulk-secrets.ts'
import { judgeMisplacedHeader, judgeMisplacedKeys, judgeWalletWords } from './judge-named-secrets.ts'
import { judgeSentFile } from './judge-sent-file.ts'
import { secretsIn } from './secrets-in.ts'
import type { Sent } from './sent.ts'
import { isUnnamed } from './unnamed-receiver.ts'

/** What a request gives away. */
export function judgeRequest(fact: Fact, purpose: Purpose): Evidence[] {
  const { relation, url } = worstRelation(fact.targets, purpose)
  if (relation === 'local') return []
  const layers = layersOf(fact)
  const sent: Sent = {
    fact,
    purpose,
    relation,
    url,
    place: url.replaceAll(HOLE, '…') || 'an address that is not written out',
    layers,
    // A path on a host that is not known hides no host.
    isHidden: isHiddenBy(layers) && !fact.value.texts.every((text) => text.startsWith('/')),
    body: secretsIn([...fact.data.marks, ...fact.value.marks]),
    header: secretsIn(fact.data.fields?.get('headers')?.marks ?? []),
  }
  for (const judge of JUDGES) {
    const judged = judge(sent)
    if (judged !== undefined) return judged === 'fine' ? [] : [judged]
  }
  return []
}

/** Worst first. What has nothing to say leaves the request to the next. */
const JUDGES: readonly ((sent: Sent) => Evidence | 'fine' | undefined)[] = [
  judgeBulkSecrets,
  judgeWalletWords,
  judgeMisplacedKeys,
  judgeMisplacedHeader,
  judgeHiddenAddress,
  judgeSentFile,
  judgeReceiver,
]

function judgeHiddenAddress({ fact, relation, url, place, layers, isHidden }: Sent) {
  if (!isHidden || relation === 'vendor' || relation === 'own') return
  return fromFact('scan/encoded-text', fact, `talks to ${place}, an address hidden by ${layers.join(', ')}`, url)
}

function judgeReceiver({ fact, purpose, relation, url, place }: Sent) {
  if (isUnnamed(fact, relation, url, purpose))
    return fromFact('scan/unnamed-receiver', fact, `sends data to ${place}, which the guide never names`, url)
  if (fact.data.marks.includes('system') && (relation === 'ip' || relation === 'capture' || relation === 'unrelated'))
    return fromFact('scan/system-report', fact, `sends facts about the machine to ${place}`, url)
  return
}
