import type { Fact } from '../../code/trace.ts'
import { HOLE } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { fromFact } from '../../evidence.ts'
import { type HostRelation, nameWords, registrableDomain } from '../../text/host-relation.ts'
import { anyOf } from '../../text/join-patterns.ts'
import { parseUrl } from '../../text/urls.ts'
import { isSaidHost } from '../strange-host.ts'
import { isExplained } from './explained-secrets.ts'
import { isOwnFile, type Secrets, secretsIn } from './secrets-in.ts'
import type { Sent } from './sent.ts'

/** Addresses of large services where any account can receive data. */
const MAILBOX = anyOf(
  'i',
  /discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|hooks\.slack\.com/,
  /script\.google\.com\/macros|docs\.google\.com\/forms|api\.github\.com\/gists|formspree\.io/,
  /api\.pastebin|paste|hooks\.zapier|hook\.\w+\.make\.com|maker\.ifttt/,
)

/** Secrets as a whole: environments, key files, what is on screen. */
export function judgeBulkSecrets({ fact, purpose, relation, url, place, isHidden, body, header }: Sent) {
  const bulk = [...body.bulk, ...header.bulk]
  if (bulk.length === 0) return
  // Settings of the project, read for the key of a well-known service.
  if (relation === 'vendor' && !MAILBOX.test(url) && bulk.every((each) => isKeyFor(each, url))) return 'fine'
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
  const rule = bulkRule(relation, url, isHidden, fact, bulk, isForeignSecret, purpose)
  return fromFact(rule, fact, `sends ${bulk.slice(0, 3).join(', ')} to ${place}`, url)
}

// Settings of the project, one entry of a store, or a key of the agent's that is named after the service.
function isKeyFor(described: string, url: string): boolean {
  const host = parseUrl(url)?.host ?? ''
  const name = /([^/]*)\/?[^/]*\.\w+ \(agent credentials\)$/.exec(described)?.[0] ?? ''
  return (
    /environment file|\.env \(|^(?:password manager|keychain)$/.test(described) ||
    nameWords(name).some((word) => host.includes(word))
  )
}

function isOfSite(described: string, url: string): boolean {
  const site = /^browser cookies of (?:https?:\/\/)?\.?([\w.-]+)/.exec(described)?.[1]
  return site !== undefined && registrableDomain(site) === registrableDomain(parseUrl(url)?.host ?? '')
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
  purpose: Purpose,
) {
  // A bot's token stands in its address; what stands in the message is what is given away.
  const isMailbox =
    MAILBOX.test(url) &&
    (secretsIn(fact.data.marks).bulk.length > 0 ||
      secretsIn(fact.value.marks).kinds.some((kind) => !/^environment file$|agent credentials/.test(kind)))
  if (isAddressHidden || relation === 'ip' || relation === 'capture' || relation === 'paste')
    return 'scan/secret-exfiltration'
  // A picture of the screen is what was asked for, and the bot is the reader's.
  if (
    isMailbox &&
    url.includes(HOLE) &&
    bulk.every((each) => each === 'screen') &&
    /screen ?-?shot|截图|截屏/.test(purpose.said)
  )
    return 'scan/secret-to-stranger'
  // Bookmarks open nothing; whoever reads what the skill is for knows that they are read.
  if (
    !isMailbox &&
    bulk.every((each) => /\/Bookmarks \(/.test(each)) &&
    /bookmark|书签/.test(purpose.said) &&
    isSaidHost(url, purpose)
  )
    return 'scan/secret-to-stranger'
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
  if (relation === 'unknown' && bulk.every(isKeptForSkills)) return 'scan/system-report'
  // Where it goes is not written out; what it is says enough in a script that has no reason to have it.
  if (relation === 'unknown' && fact.place.origin === 'script' && isForeignSecret && !isOwnSettings(bulk))
    return 'scan/secret-exfiltration'
  return relation === 'affine' && bulk.every(isKeptForSkills) ? 'scan/system-report' : 'scan/secret-to-stranger'
}

// Where the own keys of a skill are kept, among others.
function isKeptForSkills(described: string): boolean {
  return /\((?:agent credentials|environment file)\)$|^password manager$/.test(described)
}

function isOwnSettings(bulk: readonly string[]): boolean {
  return bulk.every((each) => /environment/.test(each))
}
