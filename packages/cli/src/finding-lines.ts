import type { Finding, Severity } from '@skillwright/contract'
import { paintNote } from './terminal.ts'

const COLOUR = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Severity, string>

/** Findings as lines for people: severity, place, message, rule, and below it what to do. */
export function findingLines(findings: readonly Finding[], { why = false } = {}): string[] {
  return findings.flatMap((finding) => {
    const place = [finding.file, finding.line, finding.pointer]
      .filter((part) => part !== undefined && part !== '')
      .join(':')
    const head = `${paintNote(COLOUR[finding.severity], finding.severity.padEnd(7))} ${place || '(whole document)'}  ${finding.message}  ${paintNote('dim', finding.rule)}`
    const rest = [why ? finding.why : undefined, finding.fix && `fix: ${finding.fix}`].filter(
      (text) => text !== undefined,
    )
    return [head, ...rest.map((text) => `        ${text}`)]
  })
}
