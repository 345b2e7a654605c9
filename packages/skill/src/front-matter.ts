import type { Finding } from '@skillwright/contract'
import { frontMatterError, readFields } from './front-matter-fields.ts'

/** SKILL.md taken apart: its front matter as an object, and the Markdown below it. */
export interface FrontMatter {
  /** Every key as it was read; empty when there is no front matter. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The front matter as it is written, without its marks. */
  readonly yaml: string
  /** The line, from 1, on which the front matter's first field may stand. */
  readonly yamlLine: number
  readonly body: string
  /** The line, from 1, on which the body begins. */
  readonly bodyLine: number
  readonly findings: readonly Finding[]
}

/** Takes SKILL.md text apart. Never throws: broken YAML is read field by field and reported. */
export function readFrontMatter(text: string, file = 'SKILL.md'): FrontMatter {
  const split = splitFrontMatter(text)
  if (split === undefined) {
    const fix = 'Start the file with --- and its fields, then --- again.'
    const finding = frontMatterError('skill/no-front-matter', file, 1, `${file} has no front matter`, fix)
    return { fields: {}, yaml: '', yamlLine: 1, body: text, bodyLine: 1, findings: [finding] }
  }
  const simple = readSimpleYaml(split.yaml)
  if (simple) return assemble(split, simple, markFindings(split, file))
  const reading = readFields(split.yaml, file, split.yamlLine)
  // A missing end runs on to the next rule of the body: then the fields alone are sound, and all of it together is not.
  const early = reading.findings.length > 0 && split.isClosed ? endedEarly(text, split) : undefined
  const again = early && readFields(early.yaml, file, early.yamlLine)
  const [part, found] = early && again && again.findings.length === 0 ? [early, again] : [split, reading]
  return assemble(part, found.fields, [...markFindings(part, file), ...found.findings])
}

function assemble(
  { yaml, yamlLine, body, bodyLine }: Split,
  fields: FrontMatter['fields'],
  findings: Finding[],
): FrontMatter {
  return { fields, yaml, yamlLine, body, bodyLine, findings }
}

function markFindings({ mark, yamlLine }: Split, file: string): Finding[] {
  if (mark === undefined) return []
  return mark === 'open'
    ? [
        frontMatterError(
          'skill/open-front-matter',
          file,
          yamlLine,
          'The front matter is not closed',
          'End it with a line of ---.',
        ),
      ]
    : [
        frontMatterError(
          'skill/misplaced-front-matter',
          file,
          Math.max(1, yamlLine - 1),
          'The front matter does not begin with --- on line 1; most clients find none then',
          'Make --- the first line of the file.',
        ),
      ]
}

/** A SKILL.md text cut in two. */
interface Split {
  readonly yaml: string
  /** Line on which `yaml` begins. */
  readonly yamlLine: number
  readonly body: string
  readonly bodyLine: number
  /** False when no line of `---` ends the fields. */
  readonly isClosed: boolean
  /** What is wrong with the marks around the fields. */
  readonly mark: 'misplaced' | 'open' | undefined
  /** Where `yaml` begins in the text. */
  readonly start: number
}

// How far down a front matter that is not at the top is looked for.
const HEAD_CHARACTERS = 4_000
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m
const KNOWN_FIELD = /^(?:name|description|id)[ \t]*:/m

/** Cuts SKILL.md into its front matter and what is below; undefined when there is no front matter. */
function splitFrontMatter(text: string): Split | undefined {
  const opening = /^\s*---[ \t]*\n/.exec(text)?.[0]
  if (opening === undefined) return lateFrontMatter(text) ?? bareFields(text)
  const split = cut(text, opening.length)
  return opening.startsWith('---') ? split : { ...split, mark: 'misplaced' }
}

/** The same text with its fields ended at the first empty line or heading; undefined when that is no shorter. */
function endedEarly(text: string, { start, yaml }: Split): Split | undefined {
  const end = endOfFields(yaml)
  return end < yaml.length && /\n\s*\n#{1,6} \S/.test(yaml) ? parts(text, start, end, 0) : undefined
}

/** People put blank lines, comments, a licence or a code fence in front of the first `---`. */
function lateFrontMatter(text: string): Split | undefined {
  // A few candidates only: each is searched for its end, and a hostile file may hold thousands.
  const candidates = [...text.slice(0, HEAD_CHARACTERS).matchAll(/^\\?-{3,}[ \t]*\n/gm)].slice(0, 5)
  for (const { index, 0: line } of candidates) {
    const split = cut(text, index + line.length)
    if (KNOWN_FIELD.test(split.yaml)) return { ...split, mark: 'misplaced' }
  }
  return undefined
}

/** Fields at the very top with no `---` above them. */
function bareFields(text: string): Split | undefined {
  const lead = /^(?:[ \t]*(?:#[^\n]*)?\n)*/.exec(text.slice(0, HEAD_CHARACTERS))?.[0] ?? ''
  const isField = /^(?:name|description|id)[ \t]*:[ \t]+\S/.test(text.slice(lead.length, lead.length + 200))
  return isField ? { ...cut(text, lead.length), mark: 'misplaced' } : undefined
}

function cut(text: string, start: number): Split {
  const closing = CLOSING.exec(text.slice(start))
  if (closing) return parts(text, start, closing.index, closing[0].length)
  // Without an end the fields go on to the first empty line or heading: better than taking the whole file for YAML.
  return parts(text, start, endOfFields(text.slice(start)), 0)
}

function parts(text: string, start: number, length: number, markLength: number): Split {
  const yaml = text.slice(start, start + length)
  const rest = text.slice(start + length + markLength)
  const yamlLine = lineBreaks(text.slice(0, start)) + 1
  return {
    yaml,
    yamlLine,
    body: rest.startsWith('\n') ? rest.slice(1) : rest,
    bodyLine: yamlLine + lineBreaks(yaml) + (rest.startsWith('\n') ? 1 : 0),
    isClosed: markLength > 0,
    mark: markLength > 0 ? undefined : 'open',
    start,
  }
}

function endOfFields(text: string): number {
  const end = /^(?:[ \t]*$|#{1,6} )/m.exec(text)
  return end ? end.index : text.length
}

function lineBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

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

// Text in double quotes whose escapes are those that YAML has in common with JSON.
const ESCAPED = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"$/u

/** A plain or quoted scalar that means exactly one thing, or undefined. */
function readScalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true'
  const quoted = /^"([^"\\]*)"$|^'([^']*)'$/.exec(text)
  if (quoted) return quoted[1] ?? quoted[2] ?? ''
  if (ESCAPED.test(text)) return JSON.parse(text)
  if (DIGITS.test(text)) return text
  const startsPlain = /^[\p{L}\d(/.$^<]/u.test(text)
  return startsPlain && !AMBIGUOUS.test(text) && !/: |:$| #|\t/.test(text) ? text.trimEnd() : undefined
}
