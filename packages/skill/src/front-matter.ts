import type { Finding } from '@skillwright/contract'
import { fieldPlace } from './field-place.ts'
import { readYaml } from './read-yaml.ts'
import { salvageYaml } from './salvage-yaml.ts'
import { readSimpleYaml } from './simple-yaml.ts'
import { endedEarly, type Split, splitFrontMatter } from './split-front-matter.ts'

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
