import type { Fact } from '../code/trace.ts'
import { HOLE, type Mark, marksOf, UNKNOWN, type Value } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { type HostRelation, hostRelation, nameWords, registrableDomain } from '../text/host-relation.ts'
import { normalPath, type SecretClass, secretClass } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { parseUrl } from '../text/urls.ts'
import { isHiddenBy, worstRelation } from './judge-execution.ts'

/** Everything about secrets: where they are read and where they go. */
export function judgeExfiltration(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  return [
    ...facts.flatMap((fact) =>
      fact.kind === 'request' ? judgeRequest(fact, purpose) : fact.kind === 'lookup' ? judgeLookup(fact) : [],
    ),
    ...judgeReads(facts, purpose),
    ...judgeNear(facts, purpose),
    ...judgeMany(facts, purpose),
  ]
}

const SECRET_NAME =
  /(?:KEY|TOKEN|SECRET|PASS(?:WORD|WD|PHRASE)?|PHRASE|CREDENTIAL|PRIVATE|MNEMONIC|SEED|SESSION|COOKIE|AUTH)(?:_|S?$|\d)/
/** Addresses of large services where any account can receive data. */
const MAILBOX =
  /discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com|script\.google\.com\/macros|docs\.google\.com\/forms|api\.github\.com\/gists|formspree\.io|api\.pastebin|paste|hooks\.zapier|hook\.\w+\.make\.com|maker\.ifttt/i
const PROVIDERS =
  /^(?:AWS|GITHUB|GH|GITLAB|OPENAI|ANTHROPIC|CLAUDE|STRIPE|SLACK|NPM|GCP|GOOGLE|GEMINI|AZURE|HUGGINGFACE|HF|TWILIO|SENDGRID|DATABASE|DB|POSTGRES|MYSQL|MONGO|REDIS|SSH|VAULT|KUBE|DOCKER|CLOUDFLARE|DIGITALOCEAN|HEROKU|VERCEL|NETLIFY|SENTRY|DATADOG|DISCORD|TELEGRAM|NOTION|LINEAR|JIRA|ATLASSIAN|PYPI|COINBASE|BINANCE|ETH|SOLANA|WALLET|PRIVATE)/

/** Variables that are passwords, and addresses that hold one. */
const PASSWORD = /PASS(?:WORD|WD)?$/i
const HOLDS_PASSWORD =
  /^(?:\w{1,40}_)?(?:(?:DATABASE|DB|POSTGRES(?:QL)?|MYSQL|MONGO(?:DB)?|REDIS)_(?:URL|URI|DSN)|CONNECTION_STRING)$/

const WALLET_WORDS = /(?:^|_)(?:(?:SEED|RECOVERY|SECRET|BACKUP)_?(?:PHRASE|WORDS)|PHRASE|MNEMONIC|SEED)$/

interface Secrets {
  /** Things that no legitimate request carries: whole environments, key files, what is on screen. */
  readonly bulk: readonly string[]
  /** Named keys. */
  readonly named: readonly string[]
  /** What the bulk is, for asking whether the skill is about it. */
  readonly kinds: readonly (SecretClass | 'environment')[]
}

function secretsIn(marks: readonly Mark[]): Secrets {
  const bulk: string[] = []
  const named: string[] = []
  const kinds: (SecretClass | 'environment')[] = []
  for (const mark of marks) {
    if (mark === 'env:*') {
      bulk.push('the whole environment')
      kinds.push('environment')
    } else if (mark.startsWith('secret:') && mark !== 'secret:shell') bulk.push(mark.slice(7))
    else if (mark.startsWith('file:')) {
      const kind = secretClass(mark.slice(5))
      if (kind === undefined) continue
      bulk.push(`${mark.slice(5)} (${kind})`)
      kinds.push(kind)
    } else if (mark.startsWith('field:')) {
      const [path = '', names = ''] = mark.slice(6).split('#')
      const kind = secretClass(path)
      if (kind === undefined) continue
      if (
        /key|token|secret|pass|auth|cred|bearer|\bapi/i.test(names.split('_').at(-1) ?? '') ||
        /_?(?:KEY|TOKEN|SECRET)$/.test(names)
      )
        named.push(`${path.includes('.aws/') ? 'AWS_' : ''}${names.toUpperCase()}`)
      else {
        bulk.push(`${path} (${kind})`)
        kinds.push(kind)
      }
    } else if (mark.startsWith('env:') && isSecretName(mark.slice(4).toUpperCase())) named.push(mark.slice(4))
  }
  return { bulk, named, kinds }
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) || HOLDS_PASSWORD.test(name)
}

function judgeRequest(fact: Fact, purpose: Purpose): Evidence[] {
  const { relation, url } = worstRelation(fact.targets, purpose)
  const addressLayers = marksOf(fact.value).flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : []))
  const isAddressHidden = isHiddenBy(addressLayers)
  const body = secretsIn([...fact.data.marks, ...fact.value.marks])
  const header = secretsIn(fact.data.fields?.get('headers')?.marks ?? [])
  const bulk = [...body.bulk, ...header.bulk]
  const place = url.replaceAll(HOLE, '…') || 'an address that is not written out'
  if (relation === 'local') return []
  // Settings of the project, read for the key of a well-known service.
  if (
    relation === 'vendor' &&
    !MAILBOX.test(url) &&
    bulk.length > 0 &&
    bulk.every((each) => each.includes('environment file'))
  )
    return []
  // A page that keeps its own settings and talks to the server it came from.
  if (relation === 'unknown' && bulk.length > 0 && bulk.every((each) => each === 'browser storage')) return []
  // A file of settings does not fit into a header: what stands there is the one key that was looked up in it.
  if (body.bulk.length === 0 && isOneKey(header, fact) && (relation === 'affine' || relation === 'vendor')) return []
  if (bulk.length > 0 && bulk.every((each) => isOwnFile(each, purpose)) && relation !== 'capture') return []
  if (bulk.length > 0)
    return [
      fromFact(
        bulkRule(
          relation,
          url,
          isAddressHidden,
          fact,
          bulk,
          isForeign([...body.kinds, ...header.kinds], purpose) || bulk.some((each) => NOBODYS_KEY.test(each)),
        ),
        fact,
        `sends ${bulk.slice(0, 3).join(', ')} to ${place}`,
        url,
      ),
    ]
  // No service needs the words that open a wallet.
  const words = body.named.find((name) => WALLET_WORDS.test(name.toUpperCase()))
  if (words !== undefined && relation !== 'unknown')
    return [fromFact('scan/secret-exfiltration', fact, `sends ${words} to ${place}`, url)]
  const strange = strangeNames(body.named, url, purpose)
  if (strange.length > 0) {
    const providers = new Set(strange.flatMap((name) => PROVIDERS.exec(name.toUpperCase())?.[0] ?? []))
    const detail = `sends ${strange.slice(0, 3).join(', ')} to ${place}`
    if (isAddressHidden || relation === 'ip' || relation === 'capture' || relation === 'paste')
      return [fromFact('scan/secret-to-capture', fact, detail, url)]
    if (relation === 'unrelated' || relation === 'hosting')
      return [
        fromFact(
          strange.length >= 3 ||
            providers.size >= 2 ||
            isUnheard(providers, purpose) ||
            fact.data.marks.includes('printed') ||
            (strange.some((name) => PASSWORD.test(name)) && isUnnamed(fact, relation, url, purpose))
            ? 'scan/secret-exfiltration'
            : fact.data.marks.includes('encoded') || marksOf(fact.value).includes('encoded')
              ? 'scan/secret-to-capture'
              : 'scan/secret-to-stranger',
          fact,
          detail,
          url,
        ),
      ]
    return []
  }
  const misplaced = strangeNames(header.named, url, purpose).filter((name) => PROVIDERS.test(name.toUpperCase()))
  if (misplaced.length > 0 && (relation === 'capture' || isAddressHidden))
    return [fromFact('scan/secret-to-capture', fact, `sends ${misplaced[0]} to ${place}`, url)]
  // One host has no use for the keys of several services.
  if (
    new Set(misplaced.flatMap((name) => PROVIDERS.exec(name.toUpperCase())?.[0] ?? [])).size > 1 &&
    STRANGE.has(relation)
  )
    return [fromFact('scan/secret-exfiltration', fact, `sends ${misplaced.slice(0, 3).join(', ')} to ${place}`, url)]
  if (misplaced.length > 0 && (relation === 'ip' || (relation === 'unrelated' && fact.place.origin !== 'document')))
    return [fromFact('scan/secret-to-stranger', fact, `sends ${misplaced[0]} to ${place}`, url)]
  if (isAddressHidden && relation !== 'vendor' && relation !== 'own')
    return [
      fromFact('scan/encoded-text', fact, `talks to ${place}, an address hidden by ${addressLayers.join(', ')}`, url),
    ]
  const taken = fact.data.marks.find((mark) => /^file:(?:~|\/(?!tmp\/|dev\/|\uFFFC))./.test(mark))
  // The name of a host is anybody's choice: it gives no right to what other programs keep.
  const isTaken =
    STRANGE.has(relation) || (relation === 'affine' && fact.place.origin === 'script' && isOthers(taken, purpose))
  if (taken !== undefined && fact.place.role === 'asked' && isTaken)
    return [
      fromFact(
        isKeptPrivate(taken.slice(5), purpose) || isOthers(taken, purpose) || isDropped(fact, relation)
          ? 'scan/secret-exfiltration'
          : 'scan/secret-to-stranger',
        fact,
        `sends ${taken.slice(5)} to ${place}`,
        url,
      ),
    ]
  if (isUnnamed(fact, relation, url, purpose))
    return [fromFact('scan/unnamed-receiver', fact, `sends data to ${place}, which the guide never names`, url)]
  if (fact.data.marks.includes('system') && (relation === 'ip' || relation === 'capture' || relation === 'unrelated'))
    return [fromFact('scan/system-report', fact, `sends facts about the machine to ${place}`, url)]
  return []
}

// A script that leaves files of the user where anybody can pick them up.
function isDropped(fact: Fact, relation: HostRelation): boolean {
  return fact.place.origin === 'script' && (relation === 'paste' || relation === 'capture' || relation === 'ip')
}

// What a script sends goes to a host that its reader hears nothing of. Constants are no data.
function isUnnamed(fact: Fact, relation: HostRelation, url: string, purpose: Purpose): boolean {
  if (fact.place.origin !== 'script' || fact.place.role !== 'asked' || !STRANGE.has(relation)) return false
  const name = registrableDomain(parseUrl(url)?.host ?? '')
  if (isReservedHost(name) || `${purpose.description}\n${purpose.body}`.toLowerCase().includes(name)) return false
  return (fact.data.items ?? [fact.data]).some(isComputed)
}

function isComputed(value: Value): boolean {
  return (
    value !== UNKNOWN &&
    (marksOf(value).length > 0 ||
      [...(value.fields?.values() ?? [])].some((each) => each.texts.length === 0 && each.items === undefined))
  )
}

/** What no service has a reason to be sent, whatever its name. */
const NOBODYS_KEY =
  /^(?:keys of the cloud machine|screen|keystrokes|browser cookies|gpg key|the keys that git keeps|files found by the keys in them)$/

function isOneKey({ bulk, kinds }: Secrets, fact: Fact): boolean {
  const marks = fact.data.fields?.get('headers')?.marks ?? []
  return (
    bulk.length > 0 &&
    !marks.includes('encoded') &&
    (bulk.every((each) => /^(?:keychain|password manager)$/.test(each)) ||
      (kinds.length === bulk.length && kinds.every((kind) => /^(?:agent credentials|environment file)$/.test(kind))))
  )
}

// `~/.clawdbot/credentials/NAME/config.json`: what an agent keeps for this skill alone.
function isOwnFile(described: string, purpose: Purpose): boolean {
  const path = /^(\S+) \(agent credentials\)$/.exec(described)?.[1]
  const owner = /\/\.\w+\/(?:credentials|skills)\/([\w-]{3,})\/[^/]+$/.exec(path ?? '')?.[1]
  return owner !== undefined && owner === purpose.name
}

/** Folders of the home that programs keep their own state in. */
const PRIVATE_PLACE = /^~\/(?:\.\w|Library\/|AppData\/)/

/** What agents remember of their work. */
const REMEMBERED = /^file:~\/\.(?:claude|codex|openclaw|cursor|gemini)\/(?:projects|sessions|agents|history)/
/** Whatever papers the user has. */
const PAPERS = /^file:~\/(?:Documents|Desktop|Pictures|Downloads)(?:\/?$|\/\S*\*)/

function isOthers(mark: Mark | undefined, purpose: Purpose): boolean {
  if (mark === undefined) return false
  return (
    REMEMBERED.test(mark) || (PAPERS.test(mark) && !/back-?up|sync|upload|archiv|备份|同步|上传/.test(purpose.said))
  )
}

// The state of a program that the skill does not speak of; what it keeps for itself has its name.
function isKeptPrivate(path: string, purpose: Purpose): boolean {
  const normal = normalPath(path)
  return PRIVATE_PLACE.test(normal) && !nameWords(normal).some((word) => purpose.words.has(word))
}

// Keys of programs that the skill never mentions, and those that no service needs.
function isForeign(kinds: Secrets['kinds'], purpose: Purpose): boolean {
  return kinds.some(
    (kind) =>
      kind === 'environment' ||
      /^(?:ssh key|wallet|browser data|key store|password file)$/.test(kind) ||
      !isExplained(kind, purpose),
  )
}

function bulkRule(
  relation: HostRelation,
  url: string,
  isAddressHidden: boolean,
  fact: Fact,
  bulk: readonly string[],
  isForeignSecret: boolean,
) {
  // A bot's token stands in its address; what stands in the message is what is given away.
  const isMailbox =
    MAILBOX.test(url) &&
    (secretsIn(fact.data.marks).bulk.length > 0 ||
      secretsIn(fact.value.marks).kinds.some((kind) => !/^environment file$|agent credentials/.test(kind)))
  if (isAddressHidden || relation === 'ip' || relation === 'capture' || relation === 'paste')
    return 'scan/secret-exfiltration'
  if (relation === 'unrelated' || relation === 'hosting' || isMailbox) return 'scan/secret-exfiltration'
  // Any host can contain a word of the skill's name; that does not entitle it to the keys of other services.
  if (relation === 'affine' && isForeignSecret && fact.place.origin !== 'test') return 'scan/secret-exfiltration'
  // An environment file is also a project's own settings; to its own service that is no theft.
  if (
    relation === 'unknown' &&
    fact.place.origin === 'document' &&
    bulk.every((each) => each.includes('environment file'))
  )
    return 'scan/system-report'
  // Where it goes is not written out; what it is says enough in a script that has no reason to have it.
  if (relation === 'unknown' && fact.place.origin === 'script' && isForeignSecret && !isOwnSettings(bulk))
    return 'scan/secret-exfiltration'
  return 'scan/secret-to-stranger'
}

// The key of a well-known service that the skill never speaks of.
function isUnheard(providers: ReadonlySet<string>, purpose: Purpose): boolean {
  return providers.size > 0 && [...providers].every((each) => !purpose.said.includes(each.toLowerCase()))
}

function isOwnSettings(bulk: readonly string[]): boolean {
  return bulk.every((each) => /environment/.test(each))
}

// A key belongs to a host when its name says so: ACME_API_KEY to api.acme.io.
function strangeNames(names: readonly string[], url: string, purpose: Purpose): string[] {
  const host = url.toLowerCase().replace(/[^a-z0-9]/g, '')
  return names.filter((name) => {
    const words = name
      .toLowerCase()
      .split('_')
      .filter(
        (word) =>
          word.length >= 3 &&
          !/^(?:api|key|apikey|token|secret|auth|access|private|password|client|app|user|bot|bearer|the|skills?|entries|config|settings|env|providers?|default|profiles?|services?|plugins?)$/.test(
            word,
          ),
      )
    if (words.length === 0) return !purpose.env.has(name)
    // Anybody can have the name of a well-known service in theirs; its own name is one whole part of its address.
    const labels = (parseUrl(url)?.host ?? '').split('.')
    const isOwn =
      PROVIDERS.test(name.toUpperCase()) && labels.length > 1
        ? words.some((word) => labels.includes(word)) || hostRelation(url, purpose) === 'vendor'
        : words.some((word) => host.includes(word))
    if (isOwn) return false
    // An unknown brand may have its service under another name; the keys of well-known ones belong to one host.
    if (
      !PROVIDERS.test(name.toUpperCase()) &&
      words.some((word) => purpose.said.includes(word)) &&
      !/^(?:\d+|.*(?:webhook|ngrok|paste).*)$/.test(host) &&
      !/\d+\.\d+\.\d+\.\d+/.test(url)
    )
      return false
    return !(purpose.env.has(name) && nameWords(host).some((word) => purpose.words.has(word)))
  })
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

/** True when what a skill says of itself gives a reason to have secrets of this kind. */
export function isExplained(kind: SecretClass, purpose: Purpose): boolean {
  return KIND_WORDS[kind].test(purpose.said)
}

const KIND_WORDS: Readonly<Record<SecretClass, RegExp>> = {
  'ssh key': /\bssh\b|server|remote|deploy|vps|git|tunnel|sftp|key|cluster|hpc|slurm/,
  'cloud credentials':
    /aws|s3|ec2|lambda|cloud|azure|gcp|gcloud|kube|k8s|terraform|deploy|credential|devops|infra|sagemaker|bedrock|boto/,
  'access tokens':
    /npm|pypi|git|github|docker|hugging|publish|release|token|credential|vercel|netlify|stripe|auth|login|package/,
  wallet: /wallet|solana|ethereum|bitcoin|crypto|chain|token|defi|keypair|nft|web3/,
  'browser data': /browser|cookie|chrome|firefox|history|bookmark|session|login|scrap|safari|edge|tab/,
  'agent credentials':
    /claude|codex|openclaw|clawd|hermes|gemini|cursor|agent|usage|quota|session|auth|credential|token|molt/,
  'environment file': /./,
  'key store': /gpg|pgp|keychain|password|vault|secret|sign|credential|1password|bitwarden/,
  'password file': /linux|system|audit|harden|user|security|sudo/,
  'command history': /history|shell|terminal|productiv|usage|command|activity|forensic/,
  messages: /message|imessage|mail|telegram|discord|slack|signal|chat|sms/,
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
      !/ssh key|wallet|browser data|key store|cloud credentials|agent credentials/.test(kind)
      ? []
      : [fromFact('scan/credential-read', fact, `reads ${path} (${kind})`, path ?? '')]
  })
}

/** Lines between a key and a request that still belong to one piece of work. */
const NEAR = 12
const STRANGE: ReadonlySet<HostRelation> = new Set(['unrelated', 'hosting', 'ip', 'paste', 'capture'])

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
    if (!STRANGE.has(relation)) return []
    const read = reads.find(
      ({ place }) =>
        place.file === fact.place.file && fact.place.line >= place.line && fact.place.line - place.line <= NEAR,
    )
    const path = read?.targets.find(isForeignKey)
    const kind = path === undefined ? undefined : secretClass(path)
    if (kind === undefined) return []
    const isTheft = fact.place.origin === 'script' && !isExplained(kind, purpose)
    const rule = isTheft ? 'scan/secret-exfiltration' : 'scan/secret-to-stranger'
    return [fromFact(rule, fact, `reads ${path} and asks ${url}`, url)]
  })
}

/** True for a key of another program, which a skill about something else has no reason to open. */
export function isForeignKey(path: string): boolean {
  const kind = secretClass(path)
  return kind !== undefined && !/^(?:environment file|messages|command history|agent credentials)$/.test(kind)
}

// Settings that are read for a key of the skill's own, which is all that is sent of them.
function isReadForFields(path: string, facts: readonly Fact[]): boolean {
  const sent = facts.flatMap((fact) => (fact.kind === 'request' ? [...marksOf(fact.data), ...fact.value.marks] : []))
  return sent.some((mark) => mark.startsWith(`field:${path}#`)) && !sent.includes(`file:${path}`)
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
