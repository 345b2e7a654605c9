import type { Finding } from '@skillwright/contract'
import { nearestName } from './lint/nearest-name.ts'

/** Something in agent.yaml that cannot be meant. */
export function wrong(line: number, message: string, fix: string): Finding {
  return { rule: 'skill/agent-yaml', severity: 'error', file: 'agent.yaml', line, message, fix }
}

/** A field that is not read, of `owner`, which is `a skill` or `a job`. */
export function unknownField(key: string, line: number, owner: string, fields: readonly string[]): Finding {
  const meant = nearestName(key, fields)
  return {
    rule: 'skill/misspelt-field',
    severity: 'warning',
    file: 'agent.yaml',
    line,
    message: `${key} is not a field of ${owner} in agent.yaml (${fields.join(', ')}), so it is not read`,
    fix: meant === undefined ? 'Remove it.' : `Write ${meant}.`,
  }
}

/** A field whose value is something else than it should be. */
export function wrongType(field: string, line: number, expected: string, value: unknown): Finding {
  const shown = value === undefined ? 'nothing' : (JSON.stringify(value)?.slice(0, 40) ?? String(value))
  return {
    rule: 'skill/field-type',
    severity: 'error',
    file: 'agent.yaml',
    line,
    message: `${field} should be ${expected}, got ${shown}`,
    fix: `Write ${field} as ${expected}.`,
  }
}
