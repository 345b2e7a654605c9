import type { Finding } from '@skillwright/contract'
import { fieldPlace } from './field-place.ts'
import { readYaml } from './read-yaml.ts'
import { salvageYaml } from './salvage-yaml.ts'

/** Reads front matter with a YAML parser; what is broken is read field by field and reported. */
export function readFields(
  yaml: string,
  file: string,
  firstLine: number,
): { fields: Record<string, unknown>; findings: Finding[] } {
  const { value, problems } = readYaml(yaml)
  if (isRecord(value)) return rescueComments(value, yaml, file, firstLine)
  const advice = /^[\w-]+：/m.test(yaml)
    ? 'Write a plain colon and a space, where ： stands behind a name.'
    : 'Put the value in quotes.'
  const findings = problems.map(({ line, message }) =>
    frontMatterError('skill/yaml', file, firstLine + line - 1, `The front matter is not YAML: ${message}`, advice),
  )
  if (findings.length === 0) {
    const fix = 'Write each field as name: value.'
    findings.push(frontMatterError('skill/yaml', file, firstLine, 'The front matter is not a list of fields', fix))
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
    findings.push(frontMatterError('skill/yaml', file, line, message, 'Put the value in quotes.'))
  }
  return findings.length > 0 ? { fields: rescued, findings } : { fields, findings }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with a front matter. */
export function frontMatterError(rule: string, file: string, line: number, message: string, fix: string): Finding {
  return { rule, severity: 'error', file, line, message, fix }
}
