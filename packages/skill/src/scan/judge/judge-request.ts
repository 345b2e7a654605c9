import type { Fact } from '../code/trace.ts'
import { HOLE, type Mark, marksOf, UNKNOWN, type Value } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { type HostRelation, hostRelation, isStrange, nameWords, registrableDomain } from '../text/host-relation.ts'
import { normalPath } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { parseUrl } from '../text/urls.ts'
import { isHiddenBy, layersOf, worstRelation } from './judge-execution.ts'
import { isExplained, isOwnFile, PROVIDERS, type Secrets, secretsIn } from './secrets.ts'

/** Addresses of large services where any account can receive data. */
const MAILBOX =
  /discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com|script\.google\.com\/macros|docs\.google\.com\/forms|api\.github\.com\/gists|formspree\.io|api\.pastebin|paste|hooks\.zapier|hook\.\w+\.make\.com|maker\.ifttt/i
/** Variables that are passwords. */
const PASSWORD = /PASS(?:WORD|WD)?$/i
const WALLET_WORDS = /(?:^|_)(?:(?:SEED|RECOVERY|SECRET|BACKUP)_?(?:PHRASE|WORDS)|PHRASE|MNEMONIC|SEED)$/

/** A request, with what of the user's own goes along. */
interface Sent {
  readonly fact: Fact
  readonly purpose: Purpose
  readonly relation: HostRelation
  readonly url: string
  /** The address as a person reads it. */
  readonly place: string
  /** How the address is hidden. */
  readonly layers: readonly string[]
  readonly isHidden: boolean
  readonly body: Secrets
  readonly header: Secrets
}

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
    isHidden: isHiddenBy(layers),
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
  judgeBulk,
  judgeWalletWords,
  judgeStrangeNames,
  judgeHeader,
  judgeHiddenAddress,
  judgeFile,
  judgeReceiver,
]

function judgeBulk({ fact, purpose, relation, url, place, isHidden, body, header }: Sent) {
  const bulk = [...body.bulk, ...header.bulk]
  if (bulk.length === 0) return
  // Settings of the project, read for the key of a well-known service.
  if (relation === 'vendor' && !MAILBOX.test(url) && bulk.every((each) => each.includes('environment file')))
    return 'fine'
  // A page that keeps its own settings and talks to the server it came from.
  if (relation === 'unknown' && bulk.every((each) => each === 'browser storage')) return 'fine'
  // A file of settings does not fit into a header: what stands there is the one key that was looked up in it.
  if (body.bulk.length === 0 && isOneKey(header, fact) && (relation === 'affine' || relation === 'vendor'))
    return 'fine'
  if (bulk.every((each) => isOwnFile(each, purpose)) && relation !== 'capture') return 'fine'
  // The login of a site goes back to that site: it is the user's own way in, in the hands of a script.
  if (relation !== 'capture' && relation !== 'paste' && bulk.every((each) => isOfSite(each, url)))
    return fromFact('scan/secret-to-stranger', fact, `sends ${bulk[0]} to ${place}`, url)
  const isForeignSecret =
    isForeign([...body.kinds, ...header.kinds], purpose) || bulk.some((each) => NOBODYS_KEY.test(each))
  const rule = bulkRule(relation, url, isHidden, fact, bulk, isForeignSecret)
  return fromFact(rule, fact, `sends ${bulk.slice(0, 3).join(', ')} to ${place}`, url)
}

function isOfSite(described: string, url: string): boolean {
  const site = /^browser cookies of (?:https?:\/\/)?\.?([\w.-]+)/.exec(described)?.[1]
  return site !== undefined && registrableDomain(site) === registrableDomain(parseUrl(url)?.host ?? '')
}

// No service needs the words that open a wallet.
function judgeWalletWords({ fact, relation, url, place, body }: Sent) {
  const words = body.named.find((name) => WALLET_WORDS.test(name.toUpperCase()))
  if (words === undefined || relation === 'unknown') return
  return fromFact('scan/secret-exfiltration', fact, `sends ${words} to ${place}`, url)
}

function judgeStrangeNames({ fact, purpose, relation, url, place, isHidden, body }: Sent) {
  const strange = strangeNames(body.named, url, purpose)
  if (strange.length === 0) return
  const detail = `sends ${strange.slice(0, 3).join(', ')} to ${place}`
  if (isHidden || relation === 'ip' || relation === 'capture' || relation === 'paste')
    return fromFact('scan/secret-to-capture', fact, detail, url)
  if (relation !== 'unrelated' && relation !== 'hosting') return 'fine'
  const providers = providersOf(strange)
  const isTheft =
    strange.length >= 3 ||
    providers.size >= 2 ||
    isUnheard(providers, purpose) ||
    fact.data.marks.includes('printed') ||
    (strange.some((name) => PASSWORD.test(name)) && isUnnamed(fact, relation, url, purpose))
  if (isTheft) return fromFact('scan/secret-exfiltration', fact, detail, url)
  const isEncoded = fact.data.marks.includes('encoded') || marksOf(fact.value).includes('encoded')
  return fromFact(isEncoded ? 'scan/secret-to-capture' : 'scan/secret-to-stranger', fact, detail, url)
}

function judgeHeader({ fact, purpose, relation, url, place, isHidden, header }: Sent) {
  const misplaced = strangeNames(header.named, url, purpose).filter((name) => PROVIDERS.test(name.toUpperCase()))
  if (misplaced.length === 0) return
  if (relation === 'capture' || isHidden)
    return fromFact('scan/secret-to-capture', fact, `sends ${misplaced[0]} to ${place}`, url)
  // One host has no use for the keys of several services.
  if (providersOf(misplaced).size > 1 && isStrange(relation))
    return fromFact('scan/secret-exfiltration', fact, `sends ${misplaced.slice(0, 3).join(', ')} to ${place}`, url)
  if (relation === 'ip' || (relation === 'unrelated' && fact.place.origin !== 'document'))
    return fromFact('scan/secret-to-stranger', fact, `sends ${misplaced[0]} to ${place}`, url)
  return
}

function judgeHiddenAddress({ fact, relation, url, place, layers, isHidden }: Sent) {
  if (!isHidden || relation === 'vendor' || relation === 'own') return
  return fromFact('scan/encoded-text', fact, `talks to ${place}, an address hidden by ${layers.join(', ')}`, url)
}

function judgeFile({ fact, purpose, relation, url, place }: Sent) {
  const taken = fact.data.marks.find((mark) => /^file:(?:~|\/(?!tmp\/|dev\/|\uFFFC))./.test(mark))
  if (taken === undefined || fact.place.role !== 'asked') return
  // The name of a host is anybody's choice: it gives no right to what other programs keep.
  const isTaken =
    isStrange(relation) || (relation === 'affine' && fact.place.origin === 'script' && isOthers(taken, purpose))
  if (!isTaken) return
  const isTheft = isKeptPrivate(taken.slice(5), purpose) || isOthers(taken, purpose) || isDropped(fact, relation)
  const rule = isTheft ? 'scan/secret-exfiltration' : 'scan/secret-to-stranger'
  return fromFact(rule, fact, `sends ${taken.slice(5)} to ${place}`, url)
}

function judgeReceiver({ fact, purpose, relation, url, place }: Sent) {
  if (isUnnamed(fact, relation, url, purpose))
    return fromFact('scan/unnamed-receiver', fact, `sends data to ${place}, which the guide never names`, url)
  if (fact.data.marks.includes('system') && (relation === 'ip' || relation === 'capture' || relation === 'unrelated'))
    return fromFact('scan/system-report', fact, `sends facts about the machine to ${place}`, url)
  return
}

function providersOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => PROVIDERS.exec(name.toUpperCase())?.[0] ?? []))
}

// A script that leaves files of the user where anybody can pick them up.
function isDropped(fact: Fact, relation: HostRelation): boolean {
  return fact.place.origin === 'script' && (relation === 'paste' || relation === 'capture' || relation === 'ip')
}

// What a script sends goes to a host that its reader hears nothing of. Constants are no data.
function isUnnamed(fact: Fact, relation: HostRelation, url: string, purpose: Purpose): boolean {
  if (fact.place.origin !== 'script' || fact.place.role !== 'asked' || !isStrange(relation)) return false
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
  /^(?:keys of the cloud machine|screen|keystrokes|a password that a window asked for|browser cookies(?: of .*)?|gpg key|the keys that git keeps|files found by the keys in them)$/

function isOneKey({ bulk, kinds }: Secrets, fact: Fact): boolean {
  const marks = fact.data.fields?.get('headers')?.marks ?? []
  return (
    bulk.length > 0 &&
    !marks.includes('encoded') &&
    (bulk.every((each) => /^(?:keychain|password manager)$/.test(each)) ||
      (kinds.length === bulk.length && kinds.every((kind) => /^(?:agent credentials|environment file)$/.test(kind))))
  )
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
      /^(?:ssh key|wallet|browser data|browser logins|key store|password file)$/.test(kind) ||
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
