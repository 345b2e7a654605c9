import { SkillError } from '@skillwright/contract'
import { NAME_PATTERN } from '../operations/names.ts'

const KEBAB = new RegExp(NAME_PATTERN)
const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 64

/** True for what a scope or skill may be called: 2 to 64 lower-case letters and digits, with single hyphens between. */
export function isName(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS && KEBAB.test(text)
}

/** Gives the name back when a scope or skill may be called so. Throws INVALID_INPUT that says what was expected. */
export function checkName(text: string, what: 'scope' | 'name' = 'name'): string {
  if (isName(text)) return text
  throw new SkillError(
    'INVALID_INPUT',
    `Expected a ${what} of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} lower-case letters, digits and single hyphens, got ${JSON.stringify(text.slice(0, 80))}`,
    { hint: 'Write it in kebab-case: web-research-summarizer', details: { field: what } },
  )
}

/** A scope as it stands in a URL or on a command line, with or without its `@`. */
export function scopeOf(text: string): string {
  return checkName(text.replace(/^@/, ''), 'scope')
}

/** How a skill is written everywhere: `@scope/name`. */
export function fullName({ scope, name }: { readonly scope: string; readonly name: string }): string {
  return `@${scope}/${name}`
}
