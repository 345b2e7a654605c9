import type { RunEvent } from './run-request.ts'

const MAX_LINE = 8_192
const MAX_EVENTS = 10_000

/** Turns what a skill writes to stderr into events, line by line, with memory for one line only. */
export function stderrEvents(onEvent: (event: RunEvent) => void): { push(chunk: Buffer): void; end(): void } {
  const decoder = new TextDecoder()
  let line = ''
  let events = 0
  const emit = (text: string) => {
    if (text.trim() === '' || events++ >= MAX_EVENTS) return
    onEvent(readLine(text))
  }
  return {
    push(chunk) {
      // Past the limit nothing is kept, so a gigabyte of noise costs nothing.
      if (events >= MAX_EVENTS) return
      const lines = (line + decoder.decode(chunk, { stream: true })).split(/\r?\n|\r/)
      line = (lines.pop() ?? '').slice(0, MAX_LINE)
      for (const each of lines) emit(each.slice(0, MAX_LINE))
    },
    end: () => emit(line),
  }
}

/** `50% complete`, `{"progress": 0.5, "message": "…"}`, or a line of log with its level in front. */
function readLine(text: string): RunEvent {
  const percent = /^\s*(?:\[?progress\]?:?\s*)?(\d{1,3}(?:\.\d+)?)\s*%\s*(.*)$/i.exec(text)
  if (percent && Number(percent[1]) <= 100)
    return progress(Number(percent[1]) / 100, percent[2]?.replace(/^complete\b[.:]?\s*/i, ''))
  const structured = text.trimStart().startsWith('{') ? readObject(text) : undefined
  if (structured && typeof structured.progress === 'number' && structured.progress >= 0 && structured.progress <= 100) {
    const done = structured.progress > 1 ? structured.progress / 100 : structured.progress
    return progress(done, typeof structured.message === 'string' ? structured.message : undefined)
  }
  const level = /^\W*(debug|info|warn(?:ing)?|error|critical|fatal)\b/i.exec(text)?.[1]?.toLowerCase() ?? 'info'
  return {
    type: 'log',
    level: level.startsWith('warn') ? 'warning' : level === 'debug' || level === 'info' ? level : 'error',
    text,
  }
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
