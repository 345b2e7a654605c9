import {
  type Finding,
  fromWire,
  isObject,
  jsonEquals,
  openSchema,
  type Schema,
  SkillError,
  type SkillResponse,
} from '@skillwright/contract'
import { decodeText } from './decode-text.ts'
import type { SkillFiles } from './skill-files.ts'

/** One call a skill brings along, and what its answer must be. */
export interface SkillCase {
  readonly file: string
  /** Where in the file it stands, as a JSON pointer. */
  readonly pointer: string
  readonly name: string
  readonly action?: string
  readonly input: unknown
  readonly expect: Expectation
}

/** The exact data, data that fits a schema, a failure with a code, or just a success. */
export type Expectation =
  | { readonly output: unknown }
  | { readonly match: Schema }
  | { readonly errorCode: string }
  | { readonly success: true }

/** The calls in `prompts/examples/*.json` and `tests/*.json`, and a finding for each that cannot be read. Never throws. */
export function readCases(files: SkillFiles): { cases: readonly SkillCase[]; findings: readonly Finding[] } {
  const cases: SkillCase[] = []
  const findings: Finding[] = []
  for (const [file, bytes] of files) {
    const isTest = /^tests\/[^/]+\.json$/.test(file) && file !== 'tests/triggers.json'
    if (!isTest && !/^prompts\/examples\/[^/]+\.json$/.test(file)) continue
    const value = parseJson(decodeText(bytes, file).text)
    for (const [i, item] of (Array.isArray(value) ? value : [value]).entries()) {
      const pointer = Array.isArray(value) ? `/${i}` : ''
      const found = readCase(item, file, pointer, `${file} ${i + 1}`)
      if (found) cases.push(found)
      else findings.push(unreadable(file, pointer))
    }
  }
  return { cases, findings }
}

/** Why an answer is not what the case expects, in sentences; empty when it is. */
export function judgeCase({ expect }: SkillCase, response: SkillResponse): readonly string[] {
  const [error] = response.errors ?? []
  if ('errorCode' in expect) {
    const expected = responseCode(expect.errorCode)
    if (response.status !== 'failed') return [`Expected the error ${expected}, got ${response.status}`]
    return error?.code === expected ? [] : [`Expected the error ${expected}, got ${error?.code}: ${error?.message}`]
  }
  if (response.status === 'failed') return [`Expected success, got ${error?.code}: ${error?.message}`]
  if ('output' in expect) {
    if (jsonEquals(response.data, expect.output)) return []
    return [`Expected ${JSON.stringify(expect.output)}, got ${JSON.stringify(response.data)}`]
  }
  return 'match' in expect ? mismatches(expect.match, response.data) : []
}

function mismatches(schema: Schema, data: unknown): string[] {
  try {
    const { issues } = openSchema(schema).check(data, { policy: 'strict' })
    return issues.map(({ path, message }) => `${path || 'The data'}: ${message}`)
  } catch (thrown) {
    if (thrown instanceof SkillError) return [`The schema under match is wrong: ${thrown.message}`]
    throw thrown
  }
}

/** A code by the name that responses use: a case may say it in either document's words. */
function responseCode(code: string): string {
  return fromWire({ success: false, error: { code } }).errors?.[0]?.code ?? code
}

function readCase(value: unknown, file: string, pointer: string, fallbackName: string): SkillCase | undefined {
  if (!isObject(value) || !Object.hasOwn(value, 'input')) return undefined
  const expect = readExpectation(value)
  if (expect === undefined) return undefined
  const { name, action, input } = value
  return {
    file,
    pointer,
    name: typeof name === 'string' ? name : fallbackName,
    ...(typeof action === 'string' ? { action } : {}),
    input,
    expect,
  }
}

/** `match` wins over `output`, which then only shows what an answer looks like. */
function readExpectation({ match, output, error }: Record<string, unknown>): Expectation | undefined {
  if (isObject(error)) return typeof error.code === 'string' ? { errorCode: error.code } : undefined
  if (match !== undefined) return typeof match === 'boolean' || isObject(match) ? { match } : undefined
  return output === undefined ? { success: true } : { output }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unreadable(file: string, pointer: string): Finding {
  return {
    rule: 'skill/case',
    severity: 'warning',
    file,
    pointer,
    message: `${file}${pointer} is not a call with its expected answer`,
    fix: 'Write {"name": …, "action": …, "input": {…}} and one of "output": {…}, "match": {schema}, "error": {"code": …}.',
  }
}
