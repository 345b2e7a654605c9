/**
 * Reads the plain YAML most front matter is written in (`name: value`, quoted text, lists of words, folded and literal
 * blocks, maps of words) about ten times as fast as a YAML parser. Anything it is not certain about gives undefined: then
 * the parser reads it.
 */
export function readSimpleYaml(yaml: string): Record<string, unknown> | undefined {
  const lines = yaml.split('\n')
  const fields = new Map<string, unknown>()
  let i = 0
  while (i < lines.length) {
    const line = lines[i++] ?? ''
    if (line === '' || line.startsWith('# ')) continue
    const field = FIELD.exec(line)
    const name = field?.[1]
    if (field === null || name === undefined || fields.has(name)) return undefined
    const text = field[2] ?? ''
    const below = i
    while (i < lines.length && isBelow(lines[i] ?? '', text)) i++
    const value = readValue(text, lines, below, i)
    if (value === undefined) return undefined
    fields.set(name, value)
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields)
}

const FIELD = /^([A-Za-z_][A-Za-z0-9_-]*):(?: +(\S.*?))? *$/
const NESTED = /^ {2}([A-Za-z_][A-Za-z0-9_-]*): +(\S.*?) *$/
const ITEM = /^(?: {2}| {4})?- +(?=\S)/

/** True for a line that belongs to the field above it. */
function isBelow(line: string, text: string): boolean {
  return line.startsWith(' ') || line.startsWith('\t') || (text === '' && line.startsWith('- '))
}

function readValue(text: string, lines: readonly string[], start: number, end: number): unknown {
  if (text === '') return start === end ? undefined : (readItems(lines, start, end) ?? readMap(lines, start, end))
  if (text === '>' || text === '|' || text === '>-' || text === '|-') return readBlock(text, lines, start, end)
  // An indented line below a value goes on with it, in ways only the parser knows.
  if (start < end) return undefined
  return text.startsWith('[') ? readFlow(text) : readScalar(text)
}

function readItems(lines: readonly string[], start: number, end: number): unknown[] | undefined {
  const items: unknown[] = []
  const mark = ITEM.exec(lines[start] ?? '')?.[0].indexOf('-')
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? ''
    const item = ITEM.exec(line)?.[0]
    const value =
      item === undefined || item.indexOf('-') !== mark ? undefined : readScalar(line.slice(item.length).trimEnd())
    if (value === undefined) return undefined
    items.push(value)
  }
  return items
}

function readMap(lines: readonly string[], start: number, end: number): Record<string, unknown> | undefined {
  const map = new Map<string, unknown>()
  for (let i = start; i < end; i++) {
    const field = NESTED.exec(lines[i] ?? '')
    const value = field ? readScalar(field[2] ?? '') : undefined
    if (value === undefined || map.has(field?.[1] ?? '')) return undefined
    map.set(field?.[1] ?? '', value)
  }
  return Object.fromEntries(map)
}

/** A block of text all of whose lines are indented by two and begin with a word: one paragraph, nothing to fold by rules. */
function readBlock(mark: string, lines: readonly string[], start: number, end: number): string | undefined {
  if (start === end) return undefined
  const block: string[] = []
  for (let i = start; i < end; i++) {
    const line = lines[i] ?? ''
    if (!/^ {2}\S/.test(line) || line.endsWith(' ') || line.includes('\t')) return undefined
    block.push(line.slice(2))
  }
  // An empty line may belong to the block or end it: only the parser knows.
  if (lines[end] === '' && end < lines.length - 1) return undefined
  return block.join(mark.startsWith('>') ? ' ' : '\n') + (mark.endsWith('-') ? '' : '\n')
}

/** A list of plain words on one line. */
function readFlow(text: string): string[] | undefined {
  if (text === '[]') return []
  const items = /^\[ *([A-Za-z][A-Za-z0-9_ -]*(?:, *[A-Za-z][A-Za-z0-9_ -]*)*)\]$/.exec(text)?.[1]?.split(',')
  const words = items?.map((item) => item.trim())
  return words?.some((word) => AMBIGUOUS.test(word)) ? undefined : words
}

// A word that YAML might take for something else than text: a number, a date, a boolean, null.
const AMBIGUOUS = /^(?:[-+.]?[\d.]|0[xo]|~$|(?:true|false|null|yes|no|on|off|y|n)$)/i
// Digits that are still text: a version of three parts, a date.
const DIGITS = /^(?:\d{1,9}\.\d{1,9}\.\d{1,9}|\d{4}-\d\d-\d\d)$/

/** A plain or quoted scalar that means exactly one thing, or undefined. */
function readScalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text)
  if (quoted) return quoted[1] ?? quoted[2] ?? ''
  if (DIGITS.test(text)) return text
  const startsPlain = /^[\p{L}\d(/.$^<]/u.test(text)
  return startsPlain && !AMBIGUOUS.test(text) && !/: |:$| #|\t/.test(text) ? text.trimEnd() : undefined
}
