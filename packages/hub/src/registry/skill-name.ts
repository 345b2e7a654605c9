import { SkillError } from '@skillwright/contract'
import { NAME_PATTERN, TIERS } from '@skillwright/hub-api'
import { nameSkeleton } from './name-skeleton.ts'

/** How far a skill is trusted. */
export type Tier = (typeof TIERS)[number]

const KEBAB = new RegExp(NAME_PATTERN)
const MIN_CHARACTERS = 2
const MAX_CHARACTERS = 64

/** A reference to a skill as people write it. */
export interface SkillReference {
  /** What stands before the slash, without `@`. */
  readonly prefix?: string
  /** True when it was written with `@`: then it is a scope and never a tier. */
  readonly isScope: boolean
  readonly name: string
  /** A version, a range or `latest`. */
  readonly range: string
}

/** Reads `@scope/name@^1`, `scope/name@1.2.0`, `official/name` or `name`. Throws INVALID_INPUT for anything else. */
export function parseReference(text: string): SkillReference {
  const match = /^(?:(@?)([^@/]+)\/)?([^@/]+)(?:@([^@]*))?$/.exec(text.length > 300 ? '' : text.trim())
  const [, at = '', prefix, name = '', range = 'latest'] = match ?? []
  if (!isName(name) || (prefix !== undefined && !isName(prefix)) || range.trim() === '') {
    throw new SkillError('INVALID_INPUT', `Expected a skill such as @scope/name@^1.2 or name, got ${preview(text)}`, {
      hint: 'Write @scope/name, scope/name or name, with a version or range after @ if you want one',
    })
  }
  return { ...(prefix === undefined ? {} : { prefix }), isScope: at !== '', name, range: range.trim() }
}

/** True for what a scope or skill may be called: 2 to 64 lower-case letters and digits, with single hyphens between. */
export function isName(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS && KEBAB.test(text)
}

/** Gives the name back when a scope or skill may be called so. Throws INVALID_INPUT that says what was expected. */
export function checkName(text: string, what: 'scope' | 'name' = 'name'): string {
  if (isName(text)) return text
  throw new SkillError(
    'INVALID_INPUT',
    `Expected a ${what} of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} lower-case letters, digits and single hyphens, got ${preview(text)}`,
    { hint: 'Write it in kebab-case: web-research-summarizer', details: { field: what } },
  )
}

/** A scope as it stands in a URL, with or without its `@`. */
export function scopeOf(parameter: string): string {
  return checkName(parameter.replace(/^@/, ''), 'scope')
}

/** How a skill is written everywhere: `@scope/name`. */
export function fullName({ scope, name }: { readonly scope: string; readonly name: string }): string {
  return `@${scope}/${name}`
}

/** Words that mean something here, or would let somebody speak for the hub. */
const RESERVED = new Set([
  ...TIERS,
  ...['admin', 'administrator', 'moderator', 'reviewer', 'root', 'staff', 'support', 'system', 'security', 'hub'],
  ...['skillwright', 'hermes', 'clawhub', 'openclaw', 'trusted', 'certified', 'featured', 'recommended', 'curated'],
  ...['api', 'v0', 'v1', 'v2', 'docs', 'openapi', 'healthz', 'readyz', 'metrics', 'static', 'assets', 'well-known'],
  ...['skill', 'skills', 'collection', 'collections', 'search', 'resolve', 'log', 'mirror', 'latest', 'new', 'me'],
  ...['login', 'logout', 'settings', 'tokens', 'people', 'scopes', 'null', 'undefined'],
])
// Short words fold into too many others: only the longer ones are also kept from whoever writes them with 0 for o.
const RESERVED_SKELETONS = new Set([...RESERVED].filter((word) => word.length >= 5).map(nameSkeleton))

/** True for names that only an administrator may give, and for what looks like one. */
export function isReservedName(name: string): boolean {
  return RESERVED.has(name) || RESERVED_SKELETONS.has(nameSkeleton(name))
}

function preview(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
