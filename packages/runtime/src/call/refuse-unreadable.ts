import { SkillError } from '@skillwright/contract'
import type { Skill } from '@skillwright/skill'

/** The files that say how a skill is run: its promise, its permissions, its limits. */
const DECISIVE = new Set(['agent.yaml', 'skill.json', 'contract.json'])

/**
 * Throws INVALID_CONTRACT when a file that says how a skill is run cannot be read as it was meant: without it the skill would
 * run unchecked, or with other limits than its author states, and nothing would say so.
 */
export function refuseUnreadable({ id, findings }: Skill): void {
  const wrong = findings.filter(({ severity, file }) => severity === 'error' && DECISIVE.has(file ?? ''))
  const [first] = wrong
  if (first === undefined) return
  const place = [first.file, first.line].filter((part) => part !== undefined).join(':')
  throw new SkillError('INVALID_CONTRACT', `${id} is not run: ${place}: ${first.message}`, {
    findings: wrong,
    ...(first.fix === undefined ? {} : { hint: first.fix }),
  })
}
