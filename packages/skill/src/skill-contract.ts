import { type Contract, type Finding, isObject, openContract, SkillError, tableToSchema } from '@skillwright/contract'
import { decodeText, lineAt, readAnyJson, readJson } from './decode-text.ts'
import { jsonPlaces } from './json-places.ts'
import type { Skill, SkillExample } from './skill.ts'
import type { SkillFiles } from './skill-files.ts'

/** What a contract is made of when there is no contract.json. */
interface TableFacts {
  /** The Markdown parameter table, as written; empty when there is none. */
  readonly table: string
  /** The body it stands in, and the line of the file the body begins on. */
  readonly body: string
  readonly bodyLine: number
  readonly file: string
  readonly version: string | undefined
  readonly description: string | undefined
}

/** The contract of a skill: contract.json, else one made of the parameter table. */
export function skillContract(
  files: SkillFiles,
  facts: () => TableFacts | undefined,
  findings: Finding[],
): { contract: Contract | undefined; source: Skill['contractSource'] } {
  const bytes = files.get('contract.json')
  const document = bytes && readJson(bytes, 'contract.json', findings)
  if (bytes && document !== undefined) {
    const opened = open(document)
    if (opened.contract === undefined) {
      const placeOf = jsonPlaces(decodeText(bytes, 'contract.json').text)
      const lineOf = (pointer: string) => placeOf(pointer)?.line
      findings.push(...opened.findings.map((finding) => inJson(finding, 'contract.json', lineOf)))
    }
    return { contract: opened.contract, source: 'contract.json' }
  }
  const table = facts()
  return table ? tableContract(table, findings) : { contract: undefined, source: undefined }
}

/** A finding about a JSON document with its file, and the line its pointer leads to. */
export function inJson(finding: Finding, file: string, lineOf: (pointer: string) => number | undefined): Finding {
  const line = finding.line ?? lineOf(finding.pointer ?? '')
  return { ...finding, file, ...(line === undefined ? {} : { line }) }
}

function tableContract(
  { table, body, bodyLine, file, version, description }: TableFacts,
  findings: Finding[],
): { contract: Contract | undefined; source: Skill['contractSource'] } {
  const { schema, findings: found } = tableToSchema(table)
  const { properties = {} } = schema
  // A table of names and types that names no parameter, or whose types are mostly none, is about something else.
  const count = Object.keys(properties).length
  const unread = found.filter(({ rule }) => rule === 'contract/notation-type').length
  if (count === 0 || unread * 2 > count) return { contract: undefined, source: undefined }
  const at = body.indexOf(table)
  const above = at < 0 ? 0 : bodyLine + lineAt(body, at) - 2
  const placed = (finding: Finding) => ({ ...finding, file, line: above + (finding.line ?? 1) })
  findings.push(...found.map(placed))
  const { contract, findings: wrong } = open({
    ...(version === undefined ? {} : { version }),
    ...(description === undefined ? {} : { description }),
    input: schema,
  })
  findings.push(...wrong.map(({ pointer: _ofDerived, ...finding }) => placed(finding)))
  return { contract, source: 'parameter-table' }
}

function open(document: unknown): { contract: Contract | undefined; findings: readonly Finding[] } {
  try {
    return { contract: openContract(document), findings: [] }
  } catch (thrown) {
    if (!(thrown instanceof SkillError)) throw thrown
    return { contract: undefined, findings: thrown.findings }
  }
}

/** The input and output pairs under `prompts/examples`, one or a list of them in each file. */
export function readExamples(files: SkillFiles, findings: Finding[]): SkillExample[] {
  const examples: SkillExample[] = []
  for (const [file, bytes] of files) {
    if (!/^prompts\/examples\/[^/]+\.json$/.test(file)) continue
    const value = readAnyJson(bytes, file, findings)
    if (value === undefined) continue
    let placeOf: ReturnType<typeof jsonPlaces> | undefined
    for (const [i, item] of (Array.isArray(value) ? value : [value]).entries()) {
      const example = readExample(item, file)
      if (example) examples.push(example)
      else {
        const pointer = Array.isArray(value) ? `/${i}` : ''
        placeOf ??= jsonPlaces(decodeText(bytes, file).text)
        findings.push(withoutInput(file, pointer, placeOf(pointer)?.line ?? 1))
      }
    }
  }
  return examples
}

function readExample(value: unknown, file: string): SkillExample | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'input')) return undefined
  const { action, input, output } = value
  return { file, ...(typeof action === 'string' ? { action } : {}), input, ...(output === undefined ? {} : { output }) }
}

function withoutInput(file: string, pointer: string, line: number): Finding {
  return {
    rule: 'skill/example',
    severity: 'warning',
    file,
    pointer,
    line,
    message: `${file}${pointer} has no input`,
    fix: 'Write {"input": …, "output": …}.',
  }
}
