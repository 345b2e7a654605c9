import { isObject, SkillError } from '@skillwright/contract'
import { hubWord } from '../i18n.svelte.ts'

/** What was refused, field by field, as the form shows it. */
export interface RefusedField {
  readonly path: (string | number)[]
  readonly message: string
}

/** Which fields the hub refused, and why; none when it was something else. */
export function refusedFields(error: unknown): RefusedField[] {
  const issues = error instanceof SkillError ? error.details?.validation_errors : undefined
  return (Array.isArray(issues) ? issues : []).flatMap((issue) =>
    isObject(issue) ? [{ path: stepsOf(String(issue.path ?? '')), message: sentenceOf(issue) }] : [],
  )
}

function sentenceOf({ keyword, message, suggestion }: Readonly<Record<string, unknown>>): string {
  const meaning = hubWord('keywords', String(keyword))
  const said = meaning === undefined ? String(message) : `${meaning}（${message}）`
  return typeof suggestion === 'string' ? `${said} → ${suggestion}` : said
}

/** The steps of a JSON pointer; numbers where they count the items of a list. */
function stepsOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
