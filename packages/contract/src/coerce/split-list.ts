import { stripText, trimText } from './strip-text.ts'

const BULLET = /^\s*(?:[-*•·‣–]|(?<count>\d{1,3})[.)])\s+/
const SIGNED_BULLET = /^\s*[-–]\s+(?=\.?\d)/
const ANY_DELIMITER = /[\r\n;；|,，、\t]/
const DELIMITERS = [/\r?\n/, /[;；]/, /\|/, /[,，、]/, /\t/]
/** Words between the items of a list as one speaks; space and commas beside them go with those around each item. */
const CONJUNCTION = /\s(?:and|&)\s|和/

/** The items of a delimited text: lines, bullets, or what commas and the like part; undefined for a text that lists nothing. */
export function splitList(text: string): readonly string[] | undefined {
  const trimmed = trimText(text)
  const bullets = bulletLines(trimmed)
  if (bullets) return listed(bullets.map(withoutBullet), 1)
  const [open = '', close = ''] = [trimmed[0], trimmed.at(-1)]
  const isEnclosed = trimmed.length > 2 && ['[]', '()', '{}'].includes(open + close)
  const inside = isEnclosed ? trimText(trimmed.slice(1, -1)) : trimmed
  if (isEnclosed && /[[\](){}]/.test(inside)) return undefined
  const delimiter = DELIMITERS.find((each) => each.test(inside))
  if (delimiter) return listed(inside.split(delimiter), isEnclosed ? 1 : 2)
  return isEnclosed ? listed([inside], 1) : undefined
}

/** The items of a text that lists them as a sentence does, with "and" or with mere space between them: it may as well be one text. */
export function splitSentence(text: string): readonly string[] | undefined {
  const trimmed = trimText(text)
  const parts = trimmed.split(CONJUNCTION)
  if (parts.length > 1)
    return listed(
      parts.flatMap((part) =>
        trimText(part)
          .replace(/,$/, '')
          .split(/[,，、]/),
      ),
      2,
    )
  const isSpaced = /\S\s+\S/.test(trimmed) && !SPACED_SIGN.test(trimmed) && !splitList(trimmed)
  return isSpaced ? trimmed.split(/\s+/) : undefined
}

/** A sign after a space may be one of its number, or stand between two: `1 -3`. */
const SPACED_SIGN = /\s[+−–-]\.?\d/

/** The numbers of a text with bullets that may as well be their signs (`- 1`), or in one pair of brackets, as accounts write what is below zero. */
export function splitNegatives(text: string): readonly string[] | undefined {
  const [, inside] = /^\s*\(\s*([\d.,]+)\s*\)\s*$/.exec(text) ?? []
  if (inside !== undefined) return [`-${inside}`]
  const bullets = bulletLines(trimText(text))
  if (!bullets?.some((line) => SIGNED_BULLET.test(line))) return undefined
  return listed(
    bullets.map((line) => (SIGNED_BULLET.test(line) ? line.replace(SIGNED_BULLET, '-') : withoutBullet(line))),
    1,
  )
}

/** Whatever stands between delimiters, quotes and empty parts left out: what a text may list that is also one text. */
export function splitLoosely(text: string): readonly string[] | undefined {
  const trimmed = trimText(text)
  const parts = trimmed.split(ANY_DELIMITER).map(stripText)
  const items = parts.filter((part) => part !== '')
  return items.length === 0 || items[0] === trimmed ? undefined : items
}

/** Digits whose groups of three may as well be numbers of their own. */
export function splitGroups(text: string): readonly string[] | undefined {
  const isGrouped = /^[\s\d.,;+-]+$/.test(text) && /\d \d{3}(?!\d)/.test(text)
  return isGrouped ? trimText(text).split(/[\s,;]+/) : undefined
}

/** The lines of a text that are all bullets. Numbers that do not count up say something of their own. */
function bulletLines(text: string): readonly string[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => trimText(line) !== '')
  const counts: number[] = []
  for (const line of lines) {
    const bullet = BULLET.exec(line)
    if (!bullet) return undefined
    if (bullet.groups?.count !== undefined) counts.push(Number(bullet.groups.count))
  }
  const [first = 1] = counts
  return lines.length > 0 && first <= 1 && counts.every((count, i) => count === first + i) ? lines : undefined
}

function withoutBullet(line: string): string {
  return line.replace(BULLET, '')
}

function listed(parts: readonly string[], least: number): readonly string[] | undefined {
  const items = parts.map((part) => stripText(part.replace(/[,;]\s*$/, '')))
  if (items.at(-1) === '') items.pop()
  return items.length < least || items.includes('') ? undefined : items
}
