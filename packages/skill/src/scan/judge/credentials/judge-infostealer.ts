import { secretPathIn } from '../../code/lexical-words.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { at, type Evidence, fromMatch, placeAt } from '../../evidence.ts'
import type { TextFile } from '../../package-view.ts'
import type { RuleId } from '../../rules.ts'
import { anyOf, inTurn } from '../../text/join-patterns.ts'
import { secretClass } from '../../text/path-class.ts'
import { SENDS_BODY } from '../../text/sending-words.ts'
import { isAboutSecurity } from '../about-security.ts'
import { BROWSER_LOGINS } from './browser-logins.ts'
import { receiverIn } from './receiver-in.ts'

/** What nobody gives to a service, whatever the service is called. */
const STOLEN: Readonly<Record<string, RegExp>> = {
  'every key that is pressed': anyOf(
    '',
    // Calls of Windows, macOS, X and the kernel.
    /\bGetAsyncKeyState\b|\bSetWindowsHookEx\w*\b|\bWH_KEYBOARD/,
    /\bCGEventTapCreate\b|\baddGlobalMonitorForEvents\b/,
    /\bxinput\s+test|\/dev\/input\/event/,
    // Libraries.
    /\b(?:iohook|uiohook|node-global-key-listener|GlobalKeyboardListener|gohook|robotgo\.EventHook|pynput\.keyboard|rdev::listen|device_query)\b/,
    /\bkeyboard\.(?:on_press|hook|record)\(/,
  ),
  'the keys of the machine in its cloud':
    /\b(?:169\.254\.169\.254|169\.254\.170\.2|100\.100\.100\.200|metadata\.google\.internal)\b[^\n]{0,200}\b(?:credentials|token|identity|user-?data)\b/i,
  'the session of a messenger': anyOf(
    'i',
    /\bTelegram Desktop[\\/"',\s]{1,6}tdata\b/,
    /\b(?:Slack|discord\w*|Signal|Microsoft[\\/ ]Teams|WhatsApp)\b[^\n]{0,60}(?:Local Storage|leveldb|Cookies|IndexedDB)\b/,
    /\bxox[a-z[\]]{1,10}-[^\n]{0,12}[[\\](?![^\n]{0,80}(?:REDACT|MASKED|\*{3}))/,
  ),
  'the logins of browsers': BROWSER_LOGINS,
}
/** Kinds of keys that open an account or tell what was said, so that no host has a use for them. */
const OPENS_ACCOUNTS =
  /^(?:ssh key|wallet|browser logins|key store|cloud credentials|access tokens|command history|messages)$/
const KEEPER = /back-?up|sync\b|password manager|forensic|备份|同步/

/** An infostealer: keys, sessions or keystrokes of the user in a program that sends, in any language. */
export function judgeInfostealer(file: TextFile, purpose: Purpose): Evidence[] {
  const { text } = file
  if (!SENDS_BODY.test(text)) return []
  const named = Object.entries(STOLEN).find(([, pattern]) => pattern.test(text))
  const key = named === undefined ? secretPathIn(text) : undefined
  const kind = key === undefined ? undefined : secretClass(key)
  const what = named?.[0] ?? (kind !== undefined && OPENS_ACCOUNTS.test(kind) ? key : undefined)
  // A list of names and words, with no address to send to.
  if (/\.json$/i.test(file.path) && named === undefined && !text.includes('://')) return []
  if (what === undefined || (named === undefined && KEEPER.test(purpose.said))) return []
  const host = receiverIn(text, purpose)
  if (host === undefined) return []
  const place = placeAt(file, named?.[1].exec(text)?.index ?? 0)
  return [at(ruleFor(file, purpose), place, `takes ${what} and sends to ${host}`, what)]
}

/** Files of settings that are looked for, not named: whatever project they belong to. */
const HUNTS_SETTINGS = anyOf(
  'i',
  inTurn(
    /(?:\b(?:starts_?with|start_with\?|ends_?with|HasPrefix|HasSuffix|r?glob|find|fnmatch)\b|\s-(?:Filter|Include|name)\b)/,
    /[^\n]{0,40}["'/]\*{0,2}\/?\*?\.env\b/,
  ),
  /["'`][^"'`\n]{0,20}\*\/?\.env\b/,
)

/** A search that tells which files have something, and not what they have. */
const LISTS_NAMES =
  /\bgrep\s+-(?:\w*l|\w{0,4}\s+-l)\w*\s(?![^\n]*(?:\b(?:xargs|cat|curl|while|HOME)\b|~|\/home\/|\/Users\/))[^\n]*/g

/** A harvester of `.env` files. */
export function judgeSettingsHarvester(file: TextFile, purpose: Purpose): Evidence[] {
  const hunt = SENDS_BODY.test(file.text)
    ? HUNTS_SETTINGS.exec(file.kind === 'shell' ? file.text : file.text.replaceAll(LISTS_NAMES, ' '))
    : null
  const host = hunt === null ? undefined : receiverIn(file.text, purpose)
  if (hunt === null || host === undefined) return []
  return [fromMatch(ruleFor(file, purpose), file, hunt, `looks for files of settings and sends to ${host}`)]
}

const LISTED_SIGN = /(?:\b|_)(?:severity|critical|findings?|patterns?|rules?|signatures?|indicators?)(?:\b|_)/gi
/** Words of a list of signs that a scanner needs, and one that does not say so. */
const SIGNS_OF_A_SCANNER = 8
const SIGNS_OF_A_CHECK = 40
const CHECKS = /audit|analy[sz]|scan|lint|review/

// A scanner has signs of theft in it, and where it may send is seen by nobody but a reviewer.
function ruleFor(file: TextFile, purpose: Purpose): RuleId {
  return isScanner(file, purpose) ? 'scan/working-attack' : 'scan/secret-exfiltration'
}

/** True for code that holds a list of signs of attacks, in a skill that looks for them. */
export function isScanner({ text }: TextFile, purpose: Purpose): boolean {
  const signs = text.match(LISTED_SIGN)?.length ?? 0
  return (
    (isAboutSecurity(purpose) && signs >= SIGNS_OF_A_SCANNER) ||
    (CHECKS.test(purpose.said) && signs >= SIGNS_OF_A_CHECK)
  )
}
