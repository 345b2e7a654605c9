import type { RunEvent } from '../run-request.ts'

type LogLevel = NonNullable<Extract<RunEvent, { type: 'log' }>['level']>

// Where a level or a percentage stands, if at all.
const HEAD_LENGTH = 200
const LEVELS: Readonly<Record<string, LogLevel>> = {
  trace: 'debug',
  debug: 'debug',
  verbose: 'debug',
  info: 'info',
  notice: 'info',
  warn: 'warning',
  warning: 'warning',
  err: 'error',
  error: 'error',
  critical: 'error',
  fatal: 'error',
  panic: 'error',
}
const NAMES = Object.keys(LEVELS).join('|')
// In front of the line in any spelling, or further on in capitals, as after a time and a name.
const LEADING_LEVEL = new RegExp(`^\\W{0,20}(${NAMES})\\b`, 'i')
const LATER_LEVEL = new RegExp(`(?:^|[\\s\\[(|:-])(${NAMES.toUpperCase()})(?=$|[\\s\\])|:-])`)
const PERCENT = /^\s{0,20}(?:\[?progress\]?:?\s{0,20})?(\d{1,3}(?:\.\d{1,10})?)\s{0,20}%\s{0,20}/i

/**
 * What a line on stderr says: `50% complete`, `{"progress": 0.5, "message": "…"}`, or a line of log. Its level is what the
 * line states; a logger without a format states none, and its errors look like anything else.
 */
export function readLogLine(text: string): RunEvent {
  const head = text.slice(0, HEAD_LENGTH)
  const percent = PERCENT.exec(head)
  if (percent && Number(percent[1]) <= 100)
    return progress(Number(percent[1]) / 100, text.slice(percent[0].length).replace(/^complete\b[.:]?\s{0,20}/i, ''))
  const structured = head.trimStart().startsWith('{') ? readObject(text) : undefined
  const done = structured?.progress
  if (typeof done === 'number' && done >= 0 && done <= 100) {
    const message = structured?.message
    return progress(done > 1 ? done / 100 : done, typeof message === 'string' ? message : undefined)
  }
  const level = levelOf(head, structured)
  return { type: 'log', ...(level === undefined ? {} : { level }), text }
}

function levelOf(head: string, structured: Record<string, unknown> | undefined): LogLevel | undefined {
  const said = structured?.level ?? structured?.levelname ?? structured?.severity
  const name = typeof said === 'string' ? said : (LEADING_LEVEL.exec(head)?.[1] ?? LATER_LEVEL.exec(head)?.[1])
  return name === undefined ? undefined : LEVELS[name.toLowerCase()]
}

function progress(done: number, message: string | undefined): RunEvent {
  return { type: 'progress', done, ...(message ? { message } : {}) }
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
