import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, jsonEquals } from '@skillwright/contract'
import { readCases, type Skill } from '@skillwright/skill'
import type { CaseResult, TestReport } from './test-skill.ts'

/** Answers that say something about the machine or a bug, not about the skill: no case should expect those. */
const NEVER_EXPECTED = new Set([
  'TOOL_TIMEOUT',
  'TOOL_NOT_AVAILABLE',
  'TOOL_EXECUTION_FAILED',
  'CANCELLED',
  'SANDBOX_UNAVAILABLE',
  'INVALID_OUTPUT',
  'OUTPUT_TOO_LARGE',
  'RESOURCE_LIMIT_EXCEEDED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
])

/** Writes what a skill really answers into its failed cases, where they expect an exact answer or an error. Gives back what was changed. */
export async function updateCases(skill: Skill, report: TestReport): Promise<readonly CaseResult[]> {
  const wrong = report.results.filter(isUpdatable)
  const updated: CaseResult[] = []
  for (const file of new Set(wrong.map((result) => result.case.file))) {
    const path = join(skill.dir ?? '', file)
    const document: unknown = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''))
    const items: unknown[] = Array.isArray(document) ? document : [document]
    const next = items.map((item) => {
      const result = wrong.find((one) => one.case.file === file && !updated.includes(one) && isCase(item, one))
      if (result === undefined || !isObject(item)) return item
      updated.push(result)
      return withAnswer(item, result)
    })
    await writeFile(path, `${JSON.stringify(Array.isArray(document) ? next : next[0], null, 2)}\n`)
  }
  return updated
}

function isUpdatable({ isRun, problems, response, case: { expect } }: CaseResult): boolean {
  if (!isRun || problems.length === 0 || 'match' in expect || 'success' in expect) return false
  return response.status !== 'failed' || !NEVER_EXPECTED.has(response.errors?.[0]?.code ?? '')
}

/** True when the item of the file is the one that the case was read from. */
function isCase(item: unknown, { case: { file, name, action, input } }: CaseResult): boolean {
  const [read] = readCases(new Map([[file, new TextEncoder().encode(JSON.stringify(item))]])).cases
  const isNamed = isObject(item) && typeof item.name === 'string'
  return (
    read !== undefined && read.action === action && jsonEquals(read.input, input) && (!isNamed || read.name === name)
  )
}

function withAnswer(item: Record<string, unknown>, { response }: CaseResult): Record<string, unknown> {
  const { output: _, error: __, ...rest } = item
  if (response.status === 'failed') return { ...rest, error: { code: response.errors?.[0]?.code } }
  return { ...rest, output: response.data }
}
