import { SkillError } from '@skillwright/contract'
import { isName } from '@skillwright/hub-api'
import type { Principal } from '../principal.ts'

/** The scope, or the one skill of it, that a token is good for. */
export interface TokenBound {
  readonly scope: string
  /** All of the scope when absent. */
  readonly skill?: string
}

/** Reads `@scope` or `@scope/skill`. Throws INVALID_INPUT for anything else. */
export function parseBound(text: string): TokenBound {
  const [, scope = '', skill] = /^@([^/]+)(?:\/([^/]+))?$/.exec(text) ?? []
  if (isName(scope) && (skill === undefined || isName(skill)))
    return { scope, ...(skill === undefined ? {} : { skill }) }
  throw new SkillError('INVALID_INPUT', `Expected @scope or @scope/skill, got ${JSON.stringify(text.slice(0, 140))}`)
}

/** The bound as it is written. */
export function boundText({ scope, skill }: TokenBound): string {
  return skill === undefined ? `@${scope}` : `@${scope}/${skill}`
}

/** Whether everything that one bound allows is allowed by another. */
export function isWithinBound(inner: TokenBound, outer: TokenBound): boolean {
  return inner.scope === outer.scope && (outer.skill === undefined || inner.skill === outer.skill)
}

/** Whether the token of a caller, where it is bound, is good for a skill. */
export function isWithinToken({ token }: Principal, skill: TokenBound): boolean {
  return token?.boundTo === undefined || isWithinBound(skill, token.boundTo)
}
