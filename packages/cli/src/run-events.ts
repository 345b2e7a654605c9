import type { RunEvent } from '@skillwright/runtime'
import { paintNote, type Terminal } from './terminal.ts'
import { visibleText } from './visible-text.ts'

const WIDTH = 24
const QUIET = new Set<string | undefined>(['debug', 'info'])
const LOUD = new Set<string | undefined>(['warning', 'error'])

/**
 * Shows what happens while a skill runs: a bar on a terminal, and its log: everything when debugging, else what does not
 * say that it is mere information. A logger without a format says nothing about its errors either.
 */
export function showEvents(
  terminal: Terminal,
  { debug = false } = {},
): Disposable & { onEvent(event: RunEvent): void } {
  const isTerminal = process.stderr.isTTY
  let bar = ''
  const wipe = () => {
    if (bar !== '') process.stderr.write('\r\x1b[K')
  }
  return {
    onEvent(event) {
      if (event.type === 'progress') {
        const text = `${percent(event.done)} ${event.message ?? ''}`.trimEnd()
        if (!isTerminal && debug) terminal.note(paintNote('dim', visibleText(text)))
        if (!isTerminal) return
        wipe()
        bar = barLine(event.done, visibleText(text))
        process.stderr.write(bar)
      } else if (debug || !QUIET.has(event.level)) {
        wipe()
        terminal.note(paintNote(LOUD.has(event.level) ? 'yellow' : 'dim', visibleText(event.text)))
        if (bar !== '') process.stderr.write(bar)
      }
    },
    [Symbol.dispose]: wipe,
  }
}

function barLine(done: number, text: string): string {
  const filled = Math.round(Math.min(1, Math.max(0, done)) * WIDTH)
  const room = Math.max(10, (process.stderr.columns ?? 80) - WIDTH - 4)
  return `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${text.slice(0, room)}`
}

function percent(done: number): string {
  return `${Math.round(done * 100)}%`.padStart(4)
}
