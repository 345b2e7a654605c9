import { OWN_CODE } from '../code/effects.ts'
import type { Fact } from '../code/trace.ts'
import { HOLE, marksOf } from '../code/value.ts'
import type { Purpose } from '../declared-purpose.ts'
import { type Evidence, fromFact } from '../evidence.ts'
import { type HostRelation, hostRelation, nameWords, registrableDomain } from '../text/host-relation.ts'
import { isHiddenTemp, persistenceClass, secretClass } from '../text/path-class.ts'
import { isReservedHost } from '../text/placeholder-host.ts'
import { parseUrl } from '../text/urls.ts'
import { isUnsaidHost } from './unsaid-host.ts'

/** Ways of hiding that are never accidental. */
const REAL_LAYERS = new Set([
  'base64',
  'base32',
  'base85',
  'ascii85',
  'hex',
  'gzip',
  'rot13',
  'reversed',
  'character codes',
  'xor',
  'cipher',
  'escapes',
  'url',
  'substitution',
  'uuencode',
  'serialised',
])

/** True when a text was hidden, not only put together. */
export function isHiddenBy(layers: readonly string[]): boolean {
  return layers.some((layer) => REAL_LAYERS.has(layer))
}

/** Everything about running: fetched code, decoded code, reverse shells, miners. */
export function judgeExecution(facts: readonly Fact[], purpose: Purpose): Evidence[] {
  const elsewhere = new Set(facts.flatMap((fact) => (fact.kind === 'read' ? fact.targets : [])))
  return facts.flatMap((fact) => {
    switch (fact.kind) {
      case 'exec':
        if (marksOf(fact.value).includes('socket'))
          return judgeRemoteShell({ ...fact, what: 'commands that come in over a connection and are run' }, purpose)
        return [
          ...judgeFetched(fact, purpose),
          ...judgeUnreadable(fact, purpose),
          ...judgeHiddenFile(fact, elsewhere),
          ...judgeInput(fact),
        ]
      case 'write':
        return fact.what === OWN_CODE
          ? judgeReplaced(fact, purpose)
          : isHiddenBy(fact.place.layers)
            ? judgeDecoded(fact)
            : []
      case 'unsafe':
        return [fromFact('scan/unsafe-code', fact, fact.what)]
      case 'request':
        return [...(isHiddenBy(fact.place.layers) ? judgeDecoded(fact) : []), ...judgePlainHttp(fact, purpose)]
      case 'remote-shell':
        return judgeRemoteShell(fact, purpose)
      case 'tunnel':
        return judgeTunnel(fact, purpose)
      case 'miner':
        return /\b(?:mining|miner|hashrate)\b/.test(purpose.said)
          ? [fromFact('scan/remote-installer', fact, `starts ${fact.what}`)]
          : [fromFact('scan/miner', fact, `starts ${fact.what}`, fact.targets.join(' '))]
      default:
        return isHiddenBy(fact.place.layers) ? judgeDecoded(fact) : []
    }
  })
}

const WORST: readonly HostRelation[] = [
  'ip',
  'capture',
  'paste',
  'unrelated',
  'hosting',
  'unknown',
  'affine',
  'own',
  'vendor',
  'local',
]

/** The most suspicious of several addresses. */
export function worstRelation(urls: readonly string[], purpose: Purpose): { relation: HostRelation; url: string } {
  const all = urls.map((url) => ({ relation: hostRelation(url, purpose), url }))
  return (
    all.toSorted((a, b) => WORST.indexOf(a.relation) - WORST.indexOf(b.relation))[0] ?? { relation: 'unknown', url: '' }
  )
}

/** Reading a text as code inside of the running program. */
const IN_ITSELF = /^(?:exec|eval|Function|vm\.\w+|new Function|builtins\.exec)$/

/** Programs that start a page or a library from afar: nobody installs with them. */
const NO_INSTALLER = /^(?:mshta|regsvr32|rundll32|cscript|wscript)\b/

/** A library starts a command. */
const AS_COMMAND = /^(?:subprocess\.\w+|os\.(?:system|popen)|child_process\.\w+)$/

/** Places of well-known services where people write: what stands there is no program. */
const WRITTEN_BY_ANYBODY =
  /api\.github\.com\/(?:repos\/[^/]+\/[^/]+\/(?:issues|comments|pulls|discussions)|gists)\b|discord(?:app)?\.com\/api\/\S{0,20}channels|api\.telegram\.org\/bot|reddit\.com\/r\/|(?:twitter|x)\.com\/\w|api\.notion\.com|docs\.google\.com\/(?:document|spreadsheets)|slack\.com\/api\/conversations/

/** How an address that is asked was written. */
export function layersOf({ value }: Fact): string[] {
  return marksOf(value).flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : []))
}

function judgeFetched(fact: Fact, purpose: Purpose): Evidence[] {
  const urls = marksOf(fact.value).flatMap((mark) => (mark.startsWith('net:') ? [mark.slice(4)] : []))
  if (urls.length === 0) return []
  const { relation: plain, url } = worstRelation(urls, purpose)
  const { place } = fact
  // The installer of a tool that the text is about, or that its commands use, is a matter for a reviewer.
  const relation =
    (plain === 'unrelated' || plain === 'hosting') &&
    !isHiddenBy(place.layers) &&
    place.origin !== 'config' &&
    namesInText(url, place.origin === 'script' ? '' : fact.what, purpose)
      ? 'affine'
      : plain
  const detail = `runs what ${url.replaceAll('\uFFFC', '…') || 'a request'} answers (${fact.what})`
  const isExample = place.origin === 'document' || place.origin === 'test'
  // An installer is run by a shell; a script that reads an answer as its own code can become anything, whatever the host is called.
  if (place.origin === 'script' && IN_ITSELF.test(fact.what) && relation !== 'local' && relation !== 'vendor')
    return [fromFact('scan/remote-code', fact, detail, url)]
  // A program that runs words of an answer as commands takes orders from a host that its reader hears nothing of.
  if (place.origin === 'script' && AS_COMMAND.test(fact.what) && relation === 'affine' && isUnsaidHost(url, purpose))
    return [fromFact('scan/remote-code', fact, detail, url)]
  if (place.origin === 'script' && WRITTEN_BY_ANYBODY.test(url))
    return [fromFact('scan/remote-code', fact, detail, url)]
  switch (relation) {
    case 'ip':
    case 'capture':
    case 'paste':
    case 'unrelated':
      return [fromFact('scan/remote-code', fact, detail, url)]
    case 'hosting':
      return [fromFact(place.origin === 'test' ? 'scan/remote-installer' : 'scan/remote-code', fact, detail, url)]
    case 'affine':
    case 'own':
      return [
        fromFact(
          isHiddenBy([...place.layers, ...layersOf(fact)]) || NO_INSTALLER.test(fact.what)
            ? 'scan/remote-code'
            : 'scan/remote-installer',
          fact,
          detail,
          url,
        ),
      ]
    case 'unknown':
      // "your-server.com" may be meant as a placeholder, and can be registered.
      return isExample && !isPublicName(url) ? [] : [fromFact('scan/remote-installer', fact, detail, url)]
    case 'vendor':
      return [fromFact(/^http:/.test(url) ? 'scan/remote-installer' : 'scan/vendor-installer', fact, detail, url)]
    default:
      return []
  }
}

// A script of the package is replaced by what an address answers: from then on that is what runs.
function judgeReplaced(fact: Fact, purpose: Purpose): Evidence[] {
  const urls = marksOf(fact.data).flatMap((mark) => (mark.startsWith('net:') && mark !== 'net:' ? [mark.slice(4)] : []))
  if (urls.length === 0 || fact.place.origin !== 'script') return []
  const { relation, url } = worstRelation(urls, purpose)
  const isStrange = relation === 'unrelated' || relation === 'ip' || relation === 'paste' || relation === 'capture'
  const detail = `replaces ${fact.targets[0]} by what ${url.replaceAll(HOLE, '…')} answers`
  return relation === 'local' ? [] : [fromFact(isStrange ? 'scan/remote-code' : 'scan/self-update', fact, detail, url)]
}

function isPublicName(url: string): boolean {
  const host = parseUrl(url)?.host ?? ''
  return !isReservedHost(host) && !/\.(?:local|localhost|lan|internal|corp|home)$/.test(host)
}

function namesInText(url: string, program: string, purpose: Purpose): boolean {
  const parsed = parseUrl(url)
  if (parsed === undefined) return false
  if (program.length > 2 && parsed.path.toLowerCase().split('/').slice(1, 3).includes(program)) return true
  const owner = /github|gitlab|sourceforge|cloudsmith|codeberg/.test(parsed.host)
    ? parsed.path
        .replace(/\.\w+$/, '')
        .replace('/releases/latest/download', '')
        .split('/')
        .slice(1, 5)
        .join(' ')
    : ''
  return nameWords(`${registrableDomain(parsed.host).replace(/\.[a-z]+$/, '')} ${owner}`).some(
    (word) => !/^(?:github|githubusercontent|gitlab|content|master|main)$/.test(word) && purpose.timesUsed(word) > 0,
  )
}

/** Ways of writing that no transport or installer needs for a script. */
const CLOSING = new Set([
  'base64',
  'base32',
  'base85',
  'ascii85',
  'rot13',
  'reversed',
  'xor',
  'cipher',
  'uuencode',
  'serialised',
])

function isUnread({ value }: Fact): boolean {
  return value.texts.every((text) => text.replaceAll(HOLE, '').trim() === '')
}

// Decoded text that is run, whatever it says: benign code does not need it. What it does is judged by its own facts.
function judgeUnreadable(fact: Fact, purpose: Purpose): Evidence[] {
  const layers = marksOf(fact.value).flatMap((mark) => (mark.startsWith('layer:') ? [mark.slice(6)] : []))
  if (!isHiddenBy(layers)) return []
  const detail = `runs text that was hidden by ${layers.join(', ')} (${fact.what})`
  // `base64 -d | sh` with nothing to decode runs nothing: it is the pattern that a guide to defence looks for.
  const isPattern = isUnread(fact) && marksOf(fact.value).every((mark) => mark.startsWith('layer:'))
  if (isPattern && fact.place.origin === 'document' && isAboutSecurity(purpose))
    return [fromFact('scan/quoted-attack', fact, detail)]
  // What cannot be read even here was made so that nobody can.
  const isCutOut = marksOf(fact.value).some((mark) => mark.startsWith('file:') && DOCUMENT.test(mark.slice(5)))
  const isClosed =
    isUnread(fact) && fact.place.origin !== 'test' && (isCutOut || layers.some((layer) => CLOSING.has(layer)))
  return [{ ...fromFact(isClosed ? 'scan/decoded-command' : 'scan/obfuscated-code', fact, detail), layers }]
}

/** Files that are looked at or listened to, or that hold others: what is run out of them was put there to be overlooked. */
const CARRIER =
  /\.(?:png|jpe?g|gif|bmp|webp|tiff?|svg|ico|wav|mp[34]|m4a|ogg|flac|avi|mov|webm|pdf|docx?|xlsx?|pptx?|ttf|otf|woff2?|zip|jar|tar|t?gz|7z|rar|db|sqlite3?)$/i

/** Of those, what has nothing to run in it. */
const SEEN_OR_HEARD = /\.(?:png|jpe?g|gif|bmp|webp|tiff?|ico|wav|mp[34]|m4a|ogg|flac|avi|mov|webm|ttf|otf|woff2?)$/i

/** Texts of the package that are read by people and agents, and not run. */
const DOCUMENT = /^(?![~/]).*\.(?:md|txt|csv|html?|xml|log)$/i

function judgeHiddenFile(fact: Fact, elsewhere: ReadonlySet<string>): Evidence[] {
  const read = marksOf(fact.value).flatMap((mark) => (mark.startsWith('file:') ? [mark.slice(5)] : []))
  const picture = read.find((path) => CARRIER.test(path))
  if (picture !== undefined && isUnread(fact))
    return [
      fromFact(
        SEEN_OR_HEARD.test(picture) ? 'scan/decoded-command' : 'scan/obfuscated-code',
        fact,
        `runs what it reads from ${picture}`,
        picture,
      ),
    ]
  const document = read.find((path) => DOCUMENT.test(path) && !elsewhere.has(path))
  if (document !== undefined && isUnread(fact))
    return [fromFact('scan/obfuscated-code', fact, `runs a part of ${document} that it cuts out`, document)]
  const hidden = read.find((path) => isHiddenTemp(path))
  if (hidden === undefined) return []
  return [fromFact('scan/hidden-file-run', fact, `runs ${hidden}`, hidden)]
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

// Facts found inside decoded text: the text did something worth hiding.
function judgeDecoded(fact: Fact): Evidence[] {
  const { place, targets } = fact
  const does =
    fact.kind === 'request'
      ? `asks ${targets[0] ?? 'an address'}`
      : fact.kind === 'read' && targets.some((path) => secretClass(path) !== undefined)
        ? `reads ${targets[0]}`
        : fact.kind === 'write' && targets.some((path) => persistenceClass(path) !== undefined)
          ? `writes ${targets[0]}`
          : fact.kind === 'delete' ||
              fact.kind === 'lasting' ||
              fact.kind === 'lookup' ||
              fact.kind === 'mode' ||
              fact.kind === 'install'
            ? `does: ${fact.kind} ${targets[0] ?? ''}`
            : undefined
  if (does === undefined) return []
  return [
    fromFact(
      'scan/decoded-command',
      fact,
      `runs a command hidden by ${place.layers.join(', ')}, which ${does}`,
      targets.join(' '),
    ),
  ]
}

const SECURITY_PURPOSE =
  /\b(?:pentest|penetration|red[- ]?team|offensive|exploit|reverse shell|ctf|security|hacking|malware|forensic|detection|threat|adversar|attack|vulnerab|payload|shellcode|post-exploitation|lateral|c2|privilege escalation|persistence|evasion|incident[- ]respon|security incident|compromised|vett(?:er|ing)|malicious|phishing|prompt[- ]injection|jailbreak)|安全(?:审|检|扫|评)|(?:技能|插件|代码)审查|恶意|漏洞|渗透|应急响应/

/** True when a skill says it is about security work. */
export function isAboutSecurity(purpose: Purpose): boolean {
  return SECURITY_PURPOSE.test(purpose.said)
}

// A host that is not written out is the reader's own.
function judgeTunnel(fact: Fact, purpose: Purpose): Evidence[] {
  const relation = hostRelation(fact.targets[0] ?? '', purpose)
  const isAsked = relation === 'affine' && /tunnel|\bssh\b|remote|expose|forward/.test(purpose.said)
  return relation === 'local' || relation === 'unknown' || relation === 'own' || isAsked
    ? []
    : [fromFact('scan/reverse-tunnel', fact, fact.what, fact.targets.join(' '))]
}

function judgeRemoteShell(fact: Fact, purpose: Purpose): Evidence[] {
  const detail = fact.what
  const text = fact.targets.join(' ')
  if (isHiddenBy(fact.place.layers)) return [fromFact('scan/decoded-command', fact, `hides ${detail}`, text)]
  return [fromFact(isAboutSecurity(purpose) ? 'scan/remote-shell' : 'scan/reverse-shell', fact, detail, text)]
}
