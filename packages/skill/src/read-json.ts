import { type Finding, isObject } from '@skillwright/contract'
import { decodeText } from './decode-text.ts'

/** Reads a JSON file that should hold an object; what is wrong is added to `findings` and gives undefined. */
export function readJson(bytes: Uint8Array, file: string, findings: Finding[]): Record<string, unknown> | undefined {
  const value = readAnyJson(bytes, file, findings)
  if (value === undefined || isObject(value)) return value
  findings.push(wrong(file, 1, `${file} is not a JSON object`, 'Write one object.'))
  return undefined
}

/** Reads a JSON file, whatever it holds; what is wrong is added to `findings` and gives undefined. */
export function readAnyJson(bytes: Uint8Array, file: string, findings: Finding[]): unknown {
  const { text, findings: found } = decodeText(bytes, file)
  findings.push(...found)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    findings.push(wrong(file, lineOf(reason, text), `${file} is not JSON: ${reason}`, 'Correct it.'))
    return undefined
  }
}

/** The engine says where it stopped, though not always in the same words. */
function lineOf(reason: string, text: string): number {
  const line = /\(line (\d+) column/.exec(reason)?.[1]
  if (line !== undefined) return Number(line)
  return /end of JSON/.test(reason) ? text.trimEnd().split('\n').length : 1
}

function wrong(file: string, line: number, message: string, fix: string): Finding {
  return { rule: 'skill/json', severity: 'error', file, line, message, fix }
}
