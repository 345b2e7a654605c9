import { isObject } from '@skillwright/contract'
import { paintNote } from '../terminal.ts'
import { visibleText } from '../visible-text.ts'

const WARNING = 40
const ERROR = 50

/** Where a hub logs to: short lines for a terminal, JSON otherwise. */
export function logStream(): { write(line: string): void } {
  return {
    write(line) {
      const shown = process.stderr.isTTY ? logLine(line) : line
      if (shown !== undefined) process.stderr.write(shown)
    },
  }
}

/** A line of the log as a person reads it; undefined for what needs no saying. */
export function logLine(line: string): string | undefined {
  const { level, time, message, method, path, status, ms, person, err, request_id: request, ...rest } = parse(line)
  if (message === '' || String(message).startsWith('listening')) return undefined
  const clock = typeof time === 'number' ? new Date(time).toTimeString().slice(0, 8) : ''
  const isBad = typeof level === 'number' && level >= WARNING
  const words =
    message === 'request'
      ? [
          method,
          path,
          status,
          typeof person === 'string' ? `by ${person}` : '',
          typeof ms === 'number' ? `${Math.round(ms)} ms` : '',
        ]
      : [message, ...Object.entries(rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)]
  const failure = isObject(err) ? [`${err.message}`, ...(request === undefined ? [] : [`(request ${request})`])] : []
  const text = visibleText([...words, ...failure].filter((word) => word !== '').join(' '))
  return `${paintNote('dim', clock)} ${isBad ? paintNote(level >= ERROR ? 'red' : 'yellow', text) : text}\n`
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : { message: line.trim() }
  } catch {
    return { message: line.trim() }
  }
}
