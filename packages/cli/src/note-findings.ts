import type { FoundSkill } from './find-skill.ts'
import { findingLines } from './finding-lines.ts'
import type { Terminal } from './terminal.ts'

/** The files that say how a skill is run; what is wrong with another one is the business of `lint`. */
const DECISIVE = new Set(['agent.yaml', 'skill.json', 'contract.json', 'descriptor.json'])

/** Says what is wrong with the files that decide how a skill is run, beside the answer. */
export function noteFindings(terminal: Terminal, { skill, place }: FoundSkill): void {
  const findings = [...new Set([...place.findings, ...skill.findings])]
  const decisive = findings.filter(({ file, severity }) => severity !== 'info' && DECISIVE.has(file ?? ''))
  for (const line of findingLines(decisive, { folder: place.path })) terminal.note(line)
}
