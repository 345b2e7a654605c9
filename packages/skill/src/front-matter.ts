import type { Finding } from '@skillwright/contract'
import { parseDocument } from 'yaml'
import { readSimpleYaml } from './simple-yaml.ts'

/** SKILL.md taken apart: its front matter as an object, and the Markdown below it. */
export interface FrontMatter {
  /** Every key as it was read; empty when there is no front matter. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly body: string
  /** The line, from 1, on which the body begins. */
  readonly bodyLine: number
  readonly findings: readonly Finding[]
}

// Nobody writes more than this by hand, and a YAML parser is not linear on hostile text.
const MAX_YAML_CHARACTERS = 64_000

/** Takes SKILL.md text apart. Never throws: broken YAML is read line by line and reported. */
export function readFrontMatter(text: string, file = 'SKILL.md'): FrontMatter {
  const split = splitFrontMatter(text)
  if (split === undefined) {
    const finding = error(
      'skill/no-front-matter',
      file,
      1,
      `${file} has no front matter`,
      'Start the file with --- and its fields, then --- again.',
    )
    return { fields: {}, body: text, bodyLine: 1, findings: [finding] }
  }
  const { yaml, yamlLine, isClosed, body, bodyLine } = split
  const findings: Finding[] = []
  if (!isClosed)
    findings.push(
      error('skill/open-front-matter', file, yamlLine, 'The front matter is not closed', 'End it with a line of ---.'),
    )
  const simple = readSimpleYaml(yaml)
  if (simple) return { fields: simple, body, bodyLine, findings }
  const { fields, findings: yamlFindings } = readYaml(yaml, file, yamlLine)
  return { fields, body, bodyLine, findings: [...findings, ...yamlFindings] }
}

interface Split {
  readonly yaml: string
  readonly yamlLine: number
  readonly isClosed: boolean
  readonly body: string
  readonly bodyLine: number
}

function splitFrontMatter(text: string): Split | undefined {
  const opening = /^\s*---[ \t]*\n/.exec(text)
  if (opening === null) return undefined
  const start = opening[0].length
  const yamlLine = opening[0].split('\n').length
  const closing = /^(?:---|\.\.\.)[ \t]*$/m
  const found = closing.exec(text.slice(start))
  // Without an end the fields go on to the first empty line or heading: better than taking the whole file for YAML.
  const end = found ? found.index : endOfFields(text.slice(start))
  const yaml = text.slice(start, start + end)
  const rest = text.slice(start + end + (found ? found[0].length : 0)).replace(/^\n/, '')
  const bodyLine = yamlLine + yaml.split('\n').length - 1 + (found ? 1 : 0)
  return { yaml, yamlLine, isClosed: found !== null, body: rest, bodyLine }
}

function endOfFields(text: string): number {
  const end = /^(?:\s*$|#{1,6} )/m.exec(text)
  return end ? end.index : text.length
}

function readYaml(
  yaml: string,
  file: string,
  firstLine: number,
): { fields: Record<string, unknown>; findings: Finding[] } {
  if (yaml.length > MAX_YAML_CHARACTERS) {
    const finding = error(
      'skill/yaml',
      file,
      firstLine,
      `The front matter is longer than ${MAX_YAML_CHARACTERS} characters`,
      'Move text into the body.',
    )
    return { fields: salvage(yaml.slice(0, MAX_YAML_CHARACTERS)), findings: [finding] }
  }
  try {
    const document = parseDocument(yaml, { logLevel: 'silent', uniqueKeys: true })
    const findings = document.errors.map(({ message, linePos }) =>
      error(
        'skill/yaml',
        file,
        firstLine + (linePos?.[0].line ?? 1) - 1,
        `The front matter is not YAML: ${firstSentence(message)}`,
        'Put the value in quotes.',
      ),
    )
    const value: unknown = findings.length > 0 ? undefined : document.toJS({ maxAliasCount: 50 })
    if (isRecord(value)) return { fields: value, findings }
    if (findings.length === 0) {
      findings.push(
        error(
          'skill/yaml',
          file,
          firstLine,
          'The front matter is not a list of fields',
          'Write each field as name: value.',
        ),
      )
    }
    return { fields: salvage(yaml), findings }
  } catch (cause) {
    const reason = cause instanceof Error ? firstSentence(cause.message) : String(cause)
    return {
      fields: salvage(yaml),
      findings: [error('skill/yaml', file, firstLine, `The front matter cannot be read: ${reason}`, 'Simplify it.')],
    }
  }
}

/** What can be had from broken YAML: every `name: value` line at the left edge, with indented lines below it as its text. */
function salvage(yaml: string): Record<string, unknown> {
  const fields = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of yaml.split('\n')) {
    const field = /^["']?([A-Za-z_][\w.-]*)["']?[ \t]*:(?:[ \t]+(.*)|[ \t]*)$/.exec(line)
    if (field) {
      current = [field[2] ?? '']
      // The first of two is kept: a second one is more likely text that happens to look like a field.
      if (!fields.has(field[1] ?? '')) fields.set(field[1] ?? '', current)
    } else if (current && line.trim() !== '' && !line.startsWith('#')) current.push(line.trim())
  }
  return Object.fromEntries([...fields].map(([name, lines]) => [name, salvagedValue(lines)]))
}

function salvagedValue(lines: readonly string[]): unknown {
  const [first = '', ...rest] = lines
  if (first === '' && rest.length > 0 && rest.every((line) => line.startsWith('- ')))
    return rest.map((line) => unquote(line.slice(2).trim()))
  const isBlock = /^[>|][+-]?\d*$/.test(first.trim())
  return unquote((isBlock ? rest : lines).join(' ').trim())
}

function unquote(text: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(text)
  return quoted ? (quoted[2] ?? '') : text
}

function firstSentence(message: string): string {
  return message.split('\n', 1)[0]?.replace(/:$/, '') ?? ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function error(rule: string, file: string, line: number, message: string, fix: string): Finding {
  return { rule, severity: 'error', file, line, message, fix }
}
