import { readMoments } from './read-moment.ts'
import { asciiDigits } from './read-number.ts'
import { narrowCharacters, stripText, stripWord, trimText, withoutBrackets } from './strip-text.ts'

const MAX_LENGTH = 500
const UUID = /^(?:urn:)?(?:uuid:)?[0-9a-f]{8}([-_ ]?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}$/i
const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/
const LINK = /^\[([^[\]]+)\]\((?:mailto:)?([^()\s]+)\)$/
/** An address with itself as the name of its owner. */
const NAMED_ITSELF = /^"?([^"<>\s]+)"?\s*<\1>$/
const DURATION = /^p[\dymwdths.]+$/
const UNPADDED_DATE = /^\d{1,2}([-/.])\d{1,2}\1\d{4}$/

/**
 * Every other way to write a text that means the same: each entry is one meaning with its spellings, the closest to the text first.
 * Which of them a schema takes is for the schema to say.
 */
export function readNotations(text: string): readonly (readonly string[])[] {
  if (text.length > MAX_LENGTH) return trimText(text) === text ? [] : [[trimText(text)]]
  const [stripped, word] = [stripText(text), stripWord(text)]
  const bare = withoutBrackets(word)
  const plain = narrowCharacters(bare)
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u200b\u2060\ufeff]/g, '')
  const same = [trimText(text), stripped, word, bare, plain, ...uuidOf(plain), ...addressOf(stripped), ...padded(plain)]
  if (DURATION.test(plain)) same.push(plain.toUpperCase())
  const digits = asciiDigits(plain) ?? plain
  if (digits !== plain) same.push(digits)
  return [same.filter((each) => each !== text), ...readMoments(digits)].filter((meaning) => meaning.length > 0)
}

function uuidOf(text: string): readonly string[] {
  if (!UUID.test(text)) return []
  const hex = text.replaceAll(/^.*:|[-_ ]/g, '')
  return [hex.replace(UUID_PARTS, '$1-$2-$3-$4-$5')]
}

/** An address without what messages put around one: angle brackets, `mailto:`, a link whose text is the address itself. */
function addressOf(text: string): readonly string[] {
  const [, shown, target] = LINK.exec(text) ?? []
  const linked = target !== undefined && (shown === target || `https://${shown}` === target) ? target : undefined
  const bare = linked ?? NAMED_ITSELF.exec(text)?.[1] ?? withoutBrackets(text)
  const found = [bare, bare.replace(/^mailto:/i, '')]
  return found.filter((each) => each !== text)
}

/** A date whose day or month lacks its zero, in its own order. */
function padded(text: string): readonly string[] {
  return UNPADDED_DATE.test(text) ? [text.replaceAll(/\b\d\b/g, '0$&')] : []
}
