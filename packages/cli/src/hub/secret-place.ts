import { SkillError } from '@skillwright/contract'
import { parseScoped, scopeOf } from '@skillwright/hub-api'

/** Where a secret is set. */
export interface SecretPlace {
  readonly scope: string
  /** All skills of the scope when absent. */
  readonly skill: string | undefined
}

/** Reads `@scope`, or `@scope/skill` for one of its skills. */
export function readSecretPlace(text: string): SecretPlace {
  if (text.includes('/')) {
    const { scope, skill } = parseScoped(text)
    return { scope, skill }
  }
  return { scope: scopeOf(text), skill: undefined }
}

/** Checks the name of a secret. A value never stands on a command line: other users of the machine see it, and the history keeps it. */
export function checkSecretName(name: string): string {
  if (/^[A-Z][A-Z0-9_]*$/.test(name)) return name
  throw new SkillError(
    'INVALID_INPUT',
    'Expected the name of an environment variable, such as NEWS_KEY, and nothing behind it',
    {
      hint: 'The value is asked for, or read from stdin: skillwright secrets set @acme NEWS_KEY < key.txt',
    },
  )
}
