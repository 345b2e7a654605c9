import type { Fact } from '../../code/trace.ts'
import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { isStrange, nameWords } from '../../text/host-relation.ts'
import { secretClass } from '../../text/path-class.ts'
import { isSaidHost, isStranger } from '../strange-host.ts'
import { worstRelation } from '../worst-relation.ts'
import { isExplained, isFileExplained, isForeignKey } from './explained-secrets.ts'
import { isOwnFile, PROVIDERS, SECRET_NAME } from './secrets-in.ts'

/** Secrets that are read, wherever they go: of other programs, shortly before a request to a stranger, of many services. */
export function judgeSecretReads(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return [...judgeReads(facts, purpose), ...judgeNear(facts, purpose), ...judgeMany(facts, purpose)]
}

function judgeReads(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  // Each key of a skill stands in the settings of the agent: what matters is who else could be told.
  const asksStranger = facts.some(
    ({ kind, place, targets }) =>
      kind === 'request' && place.origin === 'script' && targets.some((url) => isUnsaidStranger(url, purpose)),
  )
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
      /secur|audit|forensic|pentest|secret|malware|incident|threat|harden|red[- ]team|credential|安全|审计|取证|恶意/.test(
        purpose.said,
      )
    )
      return []
    if (
      kind === 'agent credentials' &&
      (isNamedAfter(path ?? '', purpose) || !(asksStranger || isChanged(fact, facts)))
    )
      return [fromFact('scan/settings-read', fact, `reads ${path}`, path ?? '')]
    return fact.place.origin === 'document' &&
      !/ssh key|wallet|browser data|browser logins|key store|cloud credentials|agent credentials/.test(kind)
      ? []
      : [fromFact('scan/credential-read', fact, `reads ${path} (${kind})`, path ?? '')]
  })
}

// A command that reads settings and puts others in their place, for the agent to run.
function isChanged({ place, targets }: Fact, facts: readonly Fact[]): boolean {
  return (
    place.origin === 'document' &&
    facts.some(
      ({ kind, place: other, targets: written }) =>
        kind === 'write' && other.file === place.file && written.some((path) => targets.includes(path)),
    )
  )
}

// `~/.openclaw/config/NAME/config.json`: what is kept for this skill.
function isNamedAfter(path: string, { name }: Purpose): boolean {
  const own = new Set(nameWords(name))
  return nameWords(path.split('/').slice(-2).join(' ')).some((word) => own.has(word))
}

function isUnsaidStranger(url: string, purpose: Purpose): boolean {
  return isStranger(url, purpose) && !isSaidHost(url, purpose)
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

/** Names under which one service keeps its keys. */
const SAME_SERVICE: Readonly<Record<string, string>> = {
  GH: 'GITHUB',
  HF: 'HUGGINGFACE',
  CLAUDE: 'ANTHROPIC',
  GCP: 'GOOGLE',
  DB: 'DATABASE',
}

function providerOf(name: string): string | undefined {
  const provider = PROVIDERS.exec(name)?.[0]
  return provider === undefined ? undefined : (SAME_SERVICE[provider] ?? provider)
}

function judgeMany(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const providers = new Map<string, Fact>()
  for (const fact of facts) {
    const isRead =
      fact.place.origin === 'script' || (fact.place.origin === 'document' && /^skill\.md$/i.test(fact.place.file))
    if (!isRead || fact.place.role !== 'asked') continue
    if (fact.kind === 'env') {
      for (const name of fact.targets) {
        const provider = SECRET_NAME.test(name) ? providerOf(name) : undefined
        if (provider !== undefined && !purpose.env.has(name) && !purpose.said.includes(provider.toLowerCase()))
          providers.set(provider, fact)
      }
    } else if (fact.kind === 'read') {
      const kind = fact.targets
        .map(secretClass)
        .find((each) => each !== undefined && !/^(?:environment file|agent credentials)$/.test(each))
      if (kind !== undefined && !isExplained(kind, purpose)) providers.set(kind, fact)
    }
  }
  const last = [...providers.values()].at(-1)
  // One maker of models does as well as another: whoever has the key of any can use the program.
  const isModelHub = [...providers.keys()].every((each) => /OPENAI|ANTHROPIC|GEMINI|GOOGLE|HUGGINGFACE/.test(each))
  const isStrong =
    providers.size >= 2 &&
    [...providers.keys()].some((each) =>
      /^(?:AWS|SSH|DATABASE|DB|PRIVATE|WALLET|VAULT|STRIPE|ETH|SOLANA)$|key$|credentials$|wallet$/.test(each),
    )
  if (last === undefined || (providers.size < 3 && !isStrong) || isModelHub) return []
  return [fromFact('scan/many-secrets', last, `reads secrets of ${[...providers.keys()].slice(0, 6).join(', ')}`)]
}
