import { marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { fromFact } from '../../evidence.ts'
import { hostRelation, isStrange, nameWords, registrableDomain } from '../../text/host-relation.ts'
import { parseUrl } from '../../text/urls.ts'
import { INSTITUTION } from '../strange-host.ts'
import { PROVIDERS } from './secrets-in.ts'
import type { Sent } from './sent.ts'
import { isUnnamed } from './unnamed-receiver.ts'

/** Variables that are passwords. */
const PASSWORD = /PASS(?:WORD|WD)?$/i
const WALLET_WORDS = /(?:^|_)(?:(?:SEED|RECOVERY|SECRET|BACKUP)_?(?:PHRASE|WORDS)|PHRASE|MNEMONIC|SEED)$/

/** No service needs the words that open a wallet. */
export function judgeWalletWords({ fact, relation, url, place, body }: Sent) {
  const words = body.named.find((name) => WALLET_WORDS.test(name.toUpperCase()))
  if (words === undefined || relation === 'unknown') return
  return fromFact('scan/secret-exfiltration', fact, `sends ${words} to ${place}`, url)
}

/** Keys by their names, in the data of a request to a host that they do not belong to. */
export function judgeMisplacedKeys({ fact, purpose, relation, url, place, isHidden, body }: Sent) {
  const strange = strangeNames(body.named, url, purpose)
  if (strange.length === 0) return
  const detail = `sends ${strange.slice(0, 3).join(', ')} to ${place}`
  // A service without a name of its own, which gave out that key.
  if (
    relation === 'ip' &&
    !isHidden &&
    fact.place.origin === 'document' &&
    strange.every((name) => isNamesake(name, purpose))
  )
    return fromFact('scan/secret-to-stranger', fact, detail, url)
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

/** The same in the headers of a request, where a key of the host itself is in its place. */
export function judgeMisplacedHeader({ fact, purpose, relation, url, place, isHidden, header }: Sent) {
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

function isNamesake(key: string, purpose: Purpose): boolean {
  const own = nameWords(purpose.name)
  return !PROVIDERS.test(key.toUpperCase()) && nameWords(key).some((word) => own.includes(word))
}

// `OPENFDA_API_KEY` to `api.fda.gov`.
function isInstitution(url: string, word: string): boolean {
  const host = parseUrl(url)?.host ?? ''
  return INSTITUTION.test(host) && word.includes(registrableDomain(host).split('.', 1)[0] ?? '')
}

function providersOf(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => PROVIDERS.exec(name.toUpperCase())?.[0] ?? []))
}

// The key of a well-known service that the skill never speaks of.
function isUnheard(providers: ReadonlySet<string>, purpose: Purpose): boolean {
  return providers.size > 0 && [...providers].every((each) => !purpose.said.includes(each.toLowerCase()))
}

/** Names that services go by for short. */
const SHORT_FOR: readonly (readonly [begins: RegExp, host: string])[] = [
  [/^TG_/, 'telegram.org'],
  [/^(?:GH|GIT)_/, 'github.com'],
  [/^HF_/, 'huggingface.co'],
  [/^CF_/, 'cloudflare.com'],
]

function isShortFor(name: string, url: string): boolean {
  const host = registrableDomain(parseUrl(url)?.host ?? '')
  return SHORT_FOR.some(([begins, owner]) => owner === host && begins.test(name))
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
    if (isShortFor(name, url)) return false
    if (words.length === 0) return !purpose.env.has(name)
    // Anybody can have the name of a well-known service in theirs; its own name is one whole part of its address.
    const labels = (parseUrl(url)?.host ?? '').split('.')
    const isOwn =
      PROVIDERS.test(name.toUpperCase()) && labels.length > 1
        ? words.some((word) => labels.includes(word)) || hostRelation(url, purpose) === 'vendor'
        : words.some((word) => host.includes(word) || isInstitution(url, word))
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
