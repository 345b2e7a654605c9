import { readMoments } from './read-moment.ts'
import { stripText, trimText } from './strip-text.ts'

const MAX_LENGTH = 500
const UUID = /^(?:urn:uuid:)?([{(]?)([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})([)}]?)$/i
const LINK = /^\[([^[\]]+)\]\((?:mailto:)?([^()\s]+)\)$/
const ENCLOSED = /^<([^<>\s]+)>$|^\[([0-9a-f:.]+)\]$/i
const DURATION = /^p[\dymwdths.]+$/

/**
 * Every other way to write a text that means the same: each entry is one meaning with its spellings, the closest to the text first.
 * Which of them a schema takes is for the schema to say.
 */
export function readNotations(text: string): readonly (readonly string[])[] {
  if (text.length > MAX_LENGTH) return trimText(text) === text ? [] : [[trimText(text)]]
  const stripped = stripText(text)
  const same = [trimText(text), stripped, ...uuidOf(stripped), ...addressOf(stripped)]
  if (DURATION.test(stripped)) same.push(stripped.toUpperCase())
  return [same.filter((each) => each !== text), ...readMoments(stripped)].filter((meaning) => meaning.length > 0)
}

function uuidOf(text: string): readonly string[] {
  const [, open, digits = '', close] = UUID.exec(text) ?? []
  if (digits === '' || (open === '{') !== (close === '}') || (open === '(') !== (close === ')')) return []
  const hex = digits.replaceAll('-', '')
  return [
    [0, 8, 12, 16, 20, 32]
      .slice(0, -1)
      .map((from, i) => hex.slice(from, [8, 12, 16, 20, 32][i]))
      .join('-'),
  ]
}

/** An address without what messages put around one: angle brackets, `mailto:`, a link whose text is the address itself. */
function addressOf(text: string): readonly string[] {
  const [, shown, target] = LINK.exec(text) ?? []
  const linked = target !== undefined && (shown === target || `https://${shown}` === target) ? target : undefined
  const [, angled, bracketed] = ENCLOSED.exec(text) ?? []
  const bare = linked ?? angled ?? bracketed ?? text
  const found = [bare, bare.replace(/^mailto:/i, ''), bare.replaceAll('＠', '@').replaceAll('．', '.')]
  return found.filter((each) => each !== text)
}
