import type { Finding } from '@skillwright/contract'
import { fieldPlace } from './field-place.ts'
import { readYaml } from './read-yaml.ts'
import { salvageYaml } from './salvage-yaml.ts'
import { readSimpleYaml } from './simple-yaml.ts'

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
    const finding = error('skill/no-front-matter', file, 1, `${file} has no front matter`, fix)
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

function readFields(
  yaml: string,
  file: string,
  firstLine: number,
): { fields: Record<string, unknown>; findings: Finding[] } {
  const { value, problems } = readYaml(yaml)
  if (isRecord(value)) return rescueComments(value, yaml, file, firstLine)
  const findings = problems.map(({ line, message }) =>
    error(
      'skill/yaml',
      file,
      firstLine + line - 1,
      `The front matter is not YAML: ${message}`,
      'Put the value in quotes.',
    ),
  )
  if (findings.length === 0) {
    const fix = 'Write each field as name: value.'
    findings.push(error('skill/yaml', file, firstLine, 'The front matter is not a list of fields', fix))
  }
  return { fields: salvageYaml(yaml), findings }
}

/** A name or description that begins with `#` is a comment to YAML, and was surely not meant as one. */
function rescueComments(
  fields: Record<string, unknown>,
  yaml: string,
  file: string,
  firstLine: number,
): { fields: Record<string, unknown>; findings: Finding[] } {
  const findings: Finding[] = []
  const rescued = { ...fields }
  for (const name of ['name', 'description']) {
    if (!Object.hasOwn(fields, name) || fields[name] !== null) continue
    const comment = new RegExp(`^${name}[ \\t]*:[ \\t]*#+[ \\t]*(\\S.*)$`, 'm').exec(yaml)?.[1]
    if (comment === undefined) continue
    rescued[name] = comment
    const line = fieldPlace(yaml, name, firstLine)?.line ?? firstLine
    const message = `The front matter has no ${name}: YAML takes what begins with # for a comment`
    findings.push(error('skill/yaml', file, line, message, 'Put the value in quotes.'))
  }
  return findings.length > 0 ? { fields: rescued, findings } : { fields, findings }
}

function markFindings({ mark, yamlLine }: Split, file: string): Finding[] {
  if (mark === undefined) return []
  return mark === 'open'
    ? [error('skill/open-front-matter', file, yamlLine, 'The front matter is not closed', 'End it with a line of ---.')]
    : [
        error(
          'skill/misplaced-front-matter',
          file,
          Math.max(1, yamlLine - 1),
          'The front matter does not begin with --- on line 1; most clients find none then',
          'Make --- the first line of the file.',
        ),
      ]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function error(rule: string, file: string, line: number, message: string, fix: string): Finding {
  return { rule, severity: 'error', file, line, message, fix }
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
