import { SkillError } from '../skill-error.ts'

/** The error for a schema of which no value could be made. */
export function unsatisfiable(reason: string): SkillError {
  const message = `No value that fits the schema was found: ${reason}.`
  return new SkillError('INVALID_CONTRACT', message, {
    hint: 'Loosen the rules that contradict each other, or give an example that fits.',
    findings: [
      {
        rule: 'contract/unsatisfiable',
        severity: 'error',
        message,
        why: 'A schema that nothing fits can never be called.',
        fix: 'Loosen the rules that contradict each other, or give an example that fits.',
      },
    ],
  })
}
