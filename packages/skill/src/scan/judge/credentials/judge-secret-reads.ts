import type { Fact } from '../../code/trace.ts'
import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { isStrange } from '../../text/host-relation.ts'
import { secretClass } from '../../text/path-class.ts'
import { worstRelation } from '../worst-relation.ts'
import { isExplained, isFileExplained, isForeignKey } from './explained-secrets.ts'
import { isOwnFile, PROVIDERS, SECRET_NAME } from './secrets-in.ts'

/** Secrets that are read, wherever they go: of other programs, shortly before a request to a stranger, of many services. */
export function judgeSecretReads(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return [...judgeReads(facts, purpose), ...judgeNear(facts, purpose), ...judgeMany(facts, purpose)]
}

function judgeReads(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'read' || fact.place.origin === 'test') return []
    const path = fact.targets.find(
      (target) =>
        secretClass(target) !== undefined &&
        !isReadForFields(target, facts) &&
        !isOwnFile(`${target} (agent credentials)`, purpose),
    )
    const kind = path === undefined ? undefined : secretClass(path)
    if (
      kind === undefined ||
      isExplained(kind, purpose) ||
      /secur|audit|forensic|pentest|secret|malware|incident|threat|harden|red[- ]team|credential/.test(purpose.said)
    )
      return []
    return fact.place.origin === 'document' &&
      !/ssh key|wallet|browser data|browser logins|key store|cloud credentials|agent credentials/.test(kind)
      ? []
      : [fromFact('scan/credential-read', fact, `reads ${path} (${kind})`, path ?? '')]
  })
}

// Settings that are read for a key of the skill's own, which is all that is sent of them.
function isReadForFields(path: string, facts: readonly Fact[]): boolean {
  const sent = facts.flatMap((fact) => (fact.kind === 'request' ? [...marksOf(fact.data), ...fact.value.marks] : []))
  return sent.some((mark) => mark.startsWith(`field:${path}#`)) && !sent.includes(`file:${path}`)
}

/** Lines between a key and a request that still belong to one piece of work. */
const NEAR = 12

// Where the flow is not known: a key file of another program, and a request to a stranger right after it.
function judgeNear(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const reads = facts.filter(
    ({ kind, place, targets }) =>
      kind === 'read' && place.origin !== 'test' && place.role === 'asked' && targets.some(isForeignKey),
  )
  if (reads.length === 0) return []
  return facts.flatMap((fact) => {
    if (fact.kind !== 'request' || fact.place.role !== 'asked') return []
    const { relation, url } = worstRelation(fact.targets, purpose)
    if (!isStrange(relation)) return []
    const near = reads.filter(
      ({ place }) =>
        place.file === fact.place.file && fact.place.line >= place.line && fact.place.line - place.line <= NEAR,
    )
    const paths = near.flatMap(({ targets }) => targets.filter(isForeignKey))
    const foreign = paths.find((each) => isUnexplained(each, purpose))
    const path = foreign ?? paths[0]
    if (path === undefined) return []
    const isTheft = fact.place.origin === 'script' && foreign !== undefined
    const rule = isTheft ? 'scan/secret-exfiltration' : 'scan/secret-to-stranger'
    return [fromFact(rule, fact, `reads ${path} and asks ${url}`, url)]
  })
}

function isUnexplained(path: string, purpose: Purpose): boolean {
  const kind = secretClass(path)
  return kind !== undefined && !isFileExplained(path, kind, purpose)
}

function judgeMany(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const providers = new Map<string, Fact>()
  for (const fact of facts) {
    const isRead =
      fact.place.origin === 'script' || (fact.place.origin === 'document' && /^skill\.md$/i.test(fact.place.file))
    if (!isRead || fact.place.role !== 'asked') continue
    if (fact.kind === 'env') {
      for (const name of fact.targets) {
        const provider = SECRET_NAME.test(name) ? PROVIDERS.exec(name)?.[0] : undefined
        if (provider !== undefined && !purpose.env.has(name) && !purpose.said.includes(provider.toLowerCase()))
          providers.set(provider, fact)
      }
    } else if (fact.kind === 'read') {
      const kind = fact.targets.map(secretClass).find((each) => each !== undefined && each !== 'environment file')
      if (kind !== undefined && !isExplained(kind, purpose)) providers.set(kind, fact)
    }
  }
  const last = [...providers.values()].at(-1)
  // Programs that talk to several model makers read several keys; three kinds that the skill never names are no such thing.
  const isModelHub =
    /\b(?:llm|model|provider|multi)/.test(purpose.said) &&
    [...providers.keys()].every((each) => /OPENAI|ANTHROPIC|GEMINI|GOOGLE|HF|HUGGINGFACE|CLAUDE/.test(each))
  const isStrong =
    providers.size >= 2 &&
    [...providers.keys()].some((each) =>
      /^(?:AWS|SSH|DATABASE|DB|PRIVATE|WALLET|VAULT|STRIPE|ETH|SOLANA)$|key$|credentials$|wallet$/.test(each),
    )
  if (last === undefined || (providers.size < 3 && !isStrong) || isModelHub) return []
  return [fromFact('scan/many-secrets', last, `reads secrets of ${[...providers.keys()].slice(0, 6).join(', ')}`)]
}
