import type { Fact } from '../../code/trace.ts'
import { HOLE, marksOf } from '../../code/value.ts'
import type { Purpose } from '../../declared-purpose.ts'
import { type Evidence, fromFact } from '../../evidence.ts'
import { isHiddenTemp, persistenceClass, secretClass } from '../../text/path-class.ts'
import { isAboutSecurity } from '../about-security.ts'
import { isHiddenBy, layersOf } from '../hidden-layers.ts'

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

/** What opens a file with the program for its kind. */
const SHOWN = /^(?:os\.startfile|open|xdg-open)$/

/** Decoded text that is run, whatever it says: benign code does not need it. What it does is judged by its own facts. */
export function judgeUnreadableCode(fact: Fact, purpose: Purpose): Evidence[] {
  const layers = layersOf(fact)
  if (!isHiddenBy(layers)) return []
  const detail = `runs text that was hidden by ${layers.join(', ')} (${fact.what})`
  // `base64 -d | sh` with nothing to decode runs nothing: it is the pattern that a guide to defence looks for.
  const isPattern =
    isUnread(fact) &&
    marksOf(fact.value).every((mark) => mark.startsWith('layer:') || /^file:[\uFFFC,]*(?:echo|cat)?$/.test(mark))
  if (isPattern && fact.place.origin === 'document' && isAboutSecurity(purpose))
    return [fromFact('scan/quoted-attack', fact, detail)]
  // What cannot be read even here was made so that nobody can.
  const isCutOut = marksOf(fact.value).some((mark) => mark.startsWith('file:') && DOCUMENT.test(mark.slice(5)))
  const isClosed =
    isUnread(fact) &&
    !SHOWN.test(fact.what) &&
    fact.place.origin !== 'test' &&
    (isCutOut || layers.some((layer) => CLOSING.has(layer)))
  return [{ ...fromFact(isClosed ? 'scan/decoded-command' : 'scan/obfuscated-code', fact, detail), layers }]
}

/** Files that are looked at or listened to, or that hold others: what is run out of them was put there to be overlooked. */
const CARRIER =
  /\.(?:png|jpe?g|gif|bmp|webp|tiff?|svg|ico|wav|mp[34]|m4a|ogg|flac|avi|mov|webm|pdf|docx?|xlsx?|pptx?|ttf|otf|woff2?|zip|jar|tar|t?gz|7z|rar|db|sqlite3?)$/i

/** Of those, what has nothing to run in it. */
const SEEN_OR_HEARD = /\.(?:png|jpe?g|gif|bmp|webp|tiff?|ico|wav|mp[34]|m4a|ogg|flac|avi|mov|webm|ttf|otf|woff2?)$/i

/** Texts of the package that are read by people and agents, and not run. */
const DOCUMENT = /^(?![~/]).*\.(?:md|txt|csv|html?|xml|log)$/i

/** Code that is read from a file which nobody takes for code. */
export function judgeCarriedCode(fact: Fact, elsewhere: ReadonlySet<string>): Evidence[] {
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

/** A fact that was found inside decoded text: the text did something worth hiding. */
export function judgeDecodedFact(fact: Fact): Evidence[] {
  if (!isHiddenBy(fact.place.layers)) return []
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
