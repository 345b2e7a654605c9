import { isUtf8 } from 'node:buffer'
import type { Finding } from '@skillwright/contract'

const CARRIAGE_RETURN = 13

/** The text of a file as everything else in this room reads it: UTF-8, `\n` line ends, no BOM, no NUL. What had to be changed is said. */
export function decodeText(bytes: Uint8Array, file: string): { text: string; findings: readonly Finding[] } {
  const buffer = buffered(bytes)
  const raw = buffer.toString('utf8')
  // The usual file needs no change, and bytes are searched faster than text.
  if (!raw.startsWith('\uFEFF') && isUtf8(buffer) && !buffer.includes(CARRIAGE_RETURN) && !buffer.includes(0))
    return { text: raw, findings: [] }
  const findings: Finding[] = []
  const { text: decoded, encoding } = byMark(bytes) ?? { text: raw, encoding: undefined }
  if (encoding)
    findings.push(warning('skill/encoding', file, 1, `${file} is ${encoding}, expected UTF-8`, 'Save it as UTF-8.'))
  let text = decoded
  if (text.startsWith('\uFEFF')) {
    text = text.slice(1)
    findings.push(
      warning(
        'skill/bom',
        file,
        1,
        `${file} starts with a byte order mark`,
        'Save it as UTF-8 without BOM; some clients cannot read it.',
      ),
    )
  }
  const replaced = encoding ? -1 : text.indexOf('\uFFFD')
  if (replaced >= 0 && !isUtf8(bytes)) {
    findings.push(
      warning(
        'skill/encoding',
        file,
        lineAt(text, replaced),
        `${file} holds bytes that are not UTF-8`,
        'Save it as UTF-8.',
      ),
    )
  }
  const nul = text.indexOf('\0')
  if (nul >= 0) {
    findings.push(warning('skill/nul', file, lineAt(text, nul), `${file} holds NUL characters`, 'Remove them.'))
    text = text.replaceAll('\0', '')
  }
  return { text: text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text, findings }
}

function buffered(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function byMark(bytes: Uint8Array): { text: string; encoding: string } | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  return undefined
}

/** The number of the line, from 1, that holds the character at `index`. */
export function lineAt(text: string, index: number): number {
  let line = 1
  for (let i = text.indexOf('\n'); i >= 0 && i < index; i = text.indexOf('\n', i + 1)) line++
  return line
}

function warning(rule: string, file: string, line: number, message: string, fix: string): Finding {
  return { rule, severity: 'warning', file, line, message, fix }
}

/** Reads a JSON file that should hold an object; what is wrong is added to `findings` and gives undefined. */
export function readJson(bytes: Uint8Array, file: string, findings: Finding[]): Record<string, unknown> | undefined {
  const value = readAnyJson(bytes, file, findings)
  if (value === undefined) return undefined
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
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
