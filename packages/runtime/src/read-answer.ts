import { failed, fromWire, isDeeperThan, SkillError, type SkillResponse } from '@skillwright/contract'
import type { Exit } from './launch.ts'

// Every walk over the answer after this one may be recursive.
const MAX_DEPTH = 1_000
const UTF8 = new TextDecoder('utf-8', { fatal: true })

/** Turns everything a skill printed, and how it ended, into one response. What is not exactly one answer is an error, never a guess. */
export function readAnswer(stdout: Uint8Array, exit: Exit, stderrTail: string): SkillResponse {
  const how = { exit_code: exit.code, signal: exit.signal, ...(stderrTail === '' ? {} : { stderr: stderrTail }) }
  const fail = (code: 'INVALID_OUTPUT' | 'TOOL_EXECUTION_FAILED' | 'RESOURCE_LIMIT_EXCEEDED', message: string) =>
    failed(new SkillError(code, message, { details: how }))
  if (exit.exceeded !== undefined)
    return fail('RESOURCE_LIMIT_EXCEEDED', `The skill exceeded its limit of ${exit.exceeded}`)
  const text = decode(stdout)
  if (text === undefined) return fail('INVALID_OUTPUT', 'The skill printed bytes that are not UTF-8')
  if (text.trim() === '') {
    if (exit.code === 0) return fail('INVALID_OUTPUT', 'The skill ended without printing an answer')
    const ended = exit.signal ? `was killed by ${exit.signal}` : `ended with exit code ${exit.code}`
    return fail('TOOL_EXECUTION_FAILED', `The skill ${ended} without printing an answer`)
  }
  const parsed = parse(text)
  if ('problem' in parsed) return fail('INVALID_OUTPUT', parsed.problem)
  const response = fromWire(parsed.value)
  if (response.status !== 'failed' && exit.code !== 0) {
    return fail(
      'TOOL_EXECUTION_FAILED',
      `The skill claimed success and ended with ${exit.signal ?? `exit code ${exit.code}`}`,
    )
  }
  return response
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string): { value: unknown } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text)
    // A number beyond doubles becomes Infinity, which is no JSON any more.
    if (/[eE]\+?\d{3}|\d{309}/.test(text) && hasInfinity(value))
      return { problem: 'The skill printed a number too large to be kept' }
    if (isDeeperThan(value, MAX_DEPTH)) return { problem: `The skill printed JSON deeper than ${MAX_DEPTH} levels` }
    return { value }
  } catch {
    return { problem: `The skill printed something else than one JSON object: ${describe(text)}` }
  }
}

function hasInfinity(root: unknown): boolean {
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY) return true
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) pending.push(inner)
  }
  return false
}

/** Says what is wrong in the most useful words: text around the answer, several answers, or no JSON at all. */
function describe(text: string): string {
  const shown = JSON.stringify(text.trim().slice(0, 120))
  const start = text.indexOf('{')
  if (start < 0) return shown
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > 1 && lines.length < 1_000 && lines.every(isJson))
    return `${lines.length} JSON values where one was expected`
  return start === 0 ? shown : `text before or after the answer (logs belong on stderr): ${shown}`
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
