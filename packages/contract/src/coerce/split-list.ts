import { stripText, trimText } from './strip-text.ts'

/** The items a text may list. */
export interface ListedItems {
  readonly items: readonly string[]
  /** True when only space stands between them, as it does in any sentence. */
  readonly isWeak: boolean
}

const BULLET = /^\s*(?:[-*•·‣–]|\d{1,3}[.)])\s+/
const DELIMITERS = [/\r?\n/, /[;；]/, /\|/, /[,，、]/, /\t/]

/** The items of a delimited text: lines, bullets, or what commas and the like part; undefined for a text that lists nothing. */
export function splitList(text: string): ListedItems | undefined {
  const trimmed = trimText(text)
  const lines = trimmed.split(/\r?\n/).filter((line) => trimText(line) !== '')
  if (lines.length > 0 && lines.every((line) => BULLET.test(line))) {
    return listed(
      lines.map((line) => line.replace(BULLET, '')),
      1,
    )
  }
  const [open, close] = [trimmed[0], trimmed.at(-1)]
  const isEnclosed = trimmed.length > 2 && ((open === '[' && close === ']') || (open === '(' && close === ')'))
  const inside = isEnclosed ? trimText(trimmed.slice(1, -1)) : trimmed
  if (isEnclosed && /[[\](){}]/.test(inside)) return undefined
  const delimiter = DELIMITERS.find((each) => each.test(inside))
  if (delimiter) return listed(inside.split(delimiter), isEnclosed ? 1 : 2)
  if (isEnclosed) return listed([inside], 1)
  return /\S\s+\S/.test(inside) ? { items: inside.split(/\s+/), isWeak: true } : undefined
}

function listed(parts: readonly string[], least: number): ListedItems | undefined {
  const items = parts.map((part) => stripText(part.replace(/[,;]\s*$/, '')))
  if (items.at(-1) === '') items.pop()
  return items.length < least || items.includes('') ? undefined : { items, isWeak: false }
}
