import { ERROR_CODES, isErrorCode, isObject, type SkillResponse } from '@skillwright/contract'
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

/** Prints the data of a response, says its errors beside it, and sets the exit code of the error table. */
export function reportResponse(terminal: Terminal, response: SkillResponse, { json = false } = {}): void {
  const { status, data, errors = [], metadata = {} } = response
  if (status === 'partial_success') terminal.exitCode = ERROR_CODES.PARTIAL_SUCCESS.exit
  const code = errors[0]?.code ?? ''
  if (status === 'failed') terminal.exitCode = isErrorCode(code) ? ERROR_CODES[code].exit : 1
  if (json) {
    terminal.print(JSON.stringify(response, null, 2))
    return
  }
  if (Array.isArray(metadata.coercions))
    for (const { path, from, to } of metadata.coercions)
      terminal.note(visibleText(`repaired ${path || '/'}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`))
  noteContainment(terminal, metadata.containment)
  if (data !== undefined) terminal.print(JSON.stringify(data, null, 2))
  noteArtifacts(terminal, metadata.artifacts)
  for (const error of errors) {
    const word = status === 'failed' ? paintNote('red', 'error') : paintNote('yellow', 'partly')
    terminal.note(`${word} ${visibleText(`${error.code}: ${error.message}`)}`)
    const actions = error.details?.supported_actions
    if (Array.isArray(actions)) terminal.note(visibleText(`  supported actions: ${actions.join(', ')}`))
    for (const line of wordsOf(error.details)) terminal.note(`  ${paintNote('dim', visibleText(line))}`)
    const hint = addParams(error.details) ?? error.suggested_action
    if (hint) terminal.note(`${paintNote('cyan', 'hint')} ${visibleText(hint)}`)
  }
}

/** What to type when parameters are missing and nothing else is wrong; undefined otherwise. */
export function addParams(details: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const issues: readonly unknown[] = Array.isArray(details?.validation_errors) ? details.validation_errors : []
  const names = issues.map((issue) =>
    isObject(issue) && issue.keyword === 'required' ? /^\/([\w-]+)$/.exec(String(issue.path))?.[1] : undefined,
  )
  if (names.length === 0 || names.includes(undefined)) return undefined
  return `Add ${names.map((name) => `--param ${name}=…`).join(' ')}`
}

/** Files that a run left at a hub; any service may say anything instead. */
function noteArtifacts(terminal: Terminal, artifacts: unknown): void {
  if (!Array.isArray(artifacts)) return
  for (const { path, bytes, url } of artifacts.filter(isObject))
    if (typeof path === 'string' && typeof url === 'string')
      terminal.note(visibleText(`wrote ${path}${typeof bytes === 'number' ? `, ${bytes} bytes` : ''}: ${url}`))
}

/** A sandbox of the second class is said each time; none at all was said before the run. */
function noteContainment(terminal: Terminal, containment: unknown): void {
  if (!isObject(containment) || containment.kind === 'none' || containment.system_call_filter === true) return
  terminal.note(paintNote('dim', 'contained, no system call filter: `skillwright doctor` says how to get it'))
}

/** The end of what a crashed script said, or what a service did, which mostly names the reason. */
function wordsOf(details: Readonly<Record<string, unknown>> | undefined): string[] {
  const words = details?.stderr ?? details?.answer
  return typeof words === 'string' ? words.split('\n').slice(-12) : []
}
