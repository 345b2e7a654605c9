import { SkillError } from '@skillwright/contract'
import { isVersion } from './check-version.ts'
import { isName } from './skill-name.ts'

/** A reference to a skill or collection as people write it. */
export interface SkillReference {
  /** What stands before the slash, without `@`. */
  readonly prefix?: string
  /** True when it was written with `@`: then it is a scope and never a tier. */
  readonly isScope: boolean
  readonly name: string
  /** A version, a range or `latest`. */
  readonly range?: string
}

/** A skill of a scope, by the names that the API has for its parts. */
export interface ScopedReference {
  readonly scope: string
  readonly skill: string
  readonly range?: string
}

/** One version of a skill. */
export interface VersionReference {
  readonly scope: string
  readonly skill: string
  readonly version: string
}

const MAX_CHARACTERS = 300

/** Reads `@scope/name@^1`, `scope/name@1.2.0`, `official/name` or `name`. Throws INVALID_INPUT for anything else. */
export function parseReference(text: string): SkillReference {
  const parsed = tryParse(text)
  if (parsed !== undefined) return parsed
  throw new SkillError('INVALID_INPUT', `Expected a skill such as @scope/name@^1.2 or name, got ${preview(text)}`, {
    hint: 'Write @scope/name, scope/name or name, with a version or range after @ if you want one',
  })
}

/** Reads `@scope/name` or `@scope/name@range`, where nothing may be left to guess. Throws INVALID_INPUT. */
export function parseScoped(text: string): ScopedReference {
  const { prefix: scope, name: skill = '', range } = tryParse(text) ?? {}
  if (scope !== undefined) return { scope, skill, ...(range === undefined ? {} : { range }) }
  throw new SkillError('INVALID_INPUT', `Expected @scope/name, got ${preview(text)}`, {
    hint: `Write the scope and the name, such as @acme/${skill || 'web-search'}`,
  })
}

/** Reads `@scope/name@1.2.0`, for what is done to one version. Throws INVALID_INPUT. */
export function parseExact(text: string): VersionReference {
  const { scope, skill, range: version } = parseScoped(text)
  if (version !== undefined && isVersion(version)) return { scope, skill, version }
  throw new SkillError('INVALID_INPUT', `Expected @scope/name@version, got ${preview(text)}`, {
    hint: `Name the exact version, such as @${scope}/${skill}@1.2.0; to see them: skillwright info @${scope}/${skill}`,
  })
}

/** How a reference is written. */
export function writeReference({
  scope,
  skill,
  version,
}: Omit<ScopedReference, 'range'> & { readonly version?: string }): string {
  return `@${scope}/${skill}${version === undefined ? '' : `@${version}`}`
}

function tryParse(text: string): SkillReference | undefined {
  const match = /^(?:(@?)([^@/]+)\/)?([^@/]+)(?:@([^@]*))?$/.exec(text.length > MAX_CHARACTERS ? '' : text.trim())
  const [, at = '', prefix, name = '', written] = match ?? []
  const range = written?.trim()
  if (!isName(name) || (prefix !== undefined && !isName(prefix)) || range === '') return undefined
  return {
    ...(prefix === undefined ? {} : { prefix }),
    isScope: at !== '',
    name,
    ...(range === undefined ? {} : { range }),
  }
}

function preview(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
