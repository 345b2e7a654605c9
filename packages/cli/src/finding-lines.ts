import { join } from 'node:path'
import type { Finding, Severity } from '@skillwright/contract'
import { type Paint, paintNote } from './terminal.ts'
import { visibleText } from './visible-text.ts'

const COLOUR = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Severity, string>

/** How findings are shown. */
export interface FindingLinesOptions {
  /** Also say why each matters. */
  readonly why?: boolean
  /** Colours for the stream that the lines go to; stderr's by default. */
  readonly paint?: Paint
  /** The folder that the files are in, as it was typed, so that a place can be clicked. */
  readonly folder?: string
}

/** Findings as lines for people: severity, place, message, rule, and below it what to do. */
export function findingLines(
  findings: readonly Finding[],
  { why = false, paint = paintNote, folder = '' }: FindingLinesOptions = {},
): string[] {
  return findings.flatMap((finding) => {
    const file = finding.file && join(folder, finding.file)
    const place = [file, finding.line, finding.pointer].filter((part) => part !== undefined && part !== '').join(':')
    const head = `${paint(COLOUR[finding.severity] ?? 'yellow', finding.severity.padEnd(7))} ${visibleText(place) || '(whole document)'}  ${visibleText(finding.message)}  ${paint('dim', finding.rule)}`
    const rest = [why ? finding.why : undefined, finding.fix && `fix: ${finding.fix}`].filter(
      (text) => text !== undefined,
    )
    return [head, ...rest.map((text) => `        ${visibleText(text)}`)]
  })
}
