import { type ExactJson, failed, fromWire, readExactJson, SkillError, type SkillResponse } from '@skillwright/contract'
import type { Exit } from '../launch.ts'
import type { SecretMask } from './mask-secrets.ts'

/** Everything a skill said by ending. */
export interface PrintedAnswer {
  readonly stdout: Uint8Array
  readonly exit: Exit
  /** The end of what it wrote to stderr, masked. */
  readonly stderrTail: string
}

// Every walk over the answer after this one may be recursive.
const MAX_DEPTH = 1_000
const UTF8 = new TextDecoder('utf-8', { fatal: true })
const QUOTE_LENGTH = 120
const MESSAGE_LENGTH = 300

/**
 * Turns everything a skill printed, and how it ended, into one response that shows no secret. What is
 * not exactly one answer is an error, never a guess.
 */
export function readAnswer({ stdout, exit, stderrTail }: PrintedAnswer, mask: SecretMask): SkillResponse {
  const how = { exit_code: exit.code, signal: exit.signal, ...(stderrTail === '' ? {} : { stderr: stderrTail }) }
  const fail = (code: 'INVALID_OUTPUT' | 'TOOL_EXECUTION_FAILED' | 'RESOURCE_LIMIT_EXCEEDED', message: string) =>
    failed(new SkillError(code, message, { details: how }))
  if (exit.exceeded !== undefined)
    return fail('RESOURCE_LIMIT_EXCEEDED', `The skill exceeded its limit of ${exit.exceeded}`)
  const text = decodeText(stdout)
  if (text === undefined) return fail('INVALID_OUTPUT', 'The skill printed bytes that are not UTF-8')
  if (text.trim() === '') {
    if (exit.code === 0) return fail('INVALID_OUTPUT', 'The skill ended without printing an answer')
    const ended = exit.signal ? `was killed by ${exit.signal}` : `ended with exit code ${exit.code}`
    return fail('TOOL_EXECUTION_FAILED', `The skill ${ended} without printing an answer`)
  }
  const parsed = parse(text, mask)
  if ('problem' in parsed) return fail('INVALID_OUTPUT', parsed.problem)
  // Before anything is quoted from it.
  const response = fromWire(mask.value(parsed.value))
  if (response.status !== 'failed' && exit.code !== 0) {
    return fail(
      'TOOL_EXECUTION_FAILED',
      `The skill claimed success and ended with ${exit.signal ?? `exit code ${exit.code}`}`,
    )
  }
  return response
}

function parse(text: string, mask: SecretMask): { value: unknown } | { problem: string } {
  const read = readExactJson(text, { maxDepth: MAX_DEPTH })
  if (!read.ok && read.reason === 'syntax')
    return { problem: `The skill printed something else than one JSON object: ${describe(text, mask)}` }
  if (!read.ok) return { problem: `The skill printed ${mask.head(read.message, MESSAGE_LENGTH)}` }
  const [rounded] = read.rounded
  if (rounded === undefined) return { value: read.value }
  const { path, text: written, became } = rounded
  const shown = `${written.slice(0, 40)}${written.length > 40 ? '…' : ''} at ${mask.head(path, MESSAGE_LENGTH) || 'the top'}`
  return {
    problem: `The skill printed the number ${shown}, which would become ${became}: print long numbers as text`,
  }
}

/** Says what is wrong in the most useful words: text around the answer, several answers, or no JSON at all. */
function describe(text: string, mask: SecretMask): string {
  const shown = JSON.stringify(mask.head(text.trim(), QUOTE_LENGTH))
  const start = text.indexOf('{')
  if (start < 0) return shown
  const lines = text.split('\n', 1_000).filter((line) => line.trim() !== '')
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

/** JSON that was read with its secrets masked; undefined for bytes that are empty, and `encoding` for those that are not UTF-8. */
export type JsonBytes = ExactJson | { readonly ok: false; readonly reason: 'encoding' } | undefined

/** Reads bytes as JSON. */
export function readJsonBytes(bytes: Uint8Array, mask: SecretMask): JsonBytes {
  const text = decodeText(bytes)
  if (text === undefined) return { ok: false, reason: 'encoding' }
  if (text.trim() === '') return undefined
  const read = readExactJson(text, { maxDepth: MAX_DEPTH })
  return read.ok ? { ...read, value: mask.value(read.value) } : read
}

/** The text that bytes are in UTF-8, if they are. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}
