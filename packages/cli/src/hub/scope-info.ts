import { isObject } from '@skillwright/contract'
import { visibleText } from '../visible-text.ts'
import { shortTime } from './short-time.ts'

/** A scope as a hub shows it. */
export interface ScopeInfo {
  readonly scope: string
  readonly owner: string
  readonly owner_kind: string
  readonly official: boolean
  readonly proof: unknown
  readonly proven_at: string | null
}

/** The path of a scope in the hub's API, written with or without @. */
export function scopePath(scope: string): string {
  return `/v1/scopes/@${encodeURIComponent(scope.replace(/^@/, ''))}`
}

/** A scope in words. */
export function scopeLines({ scope, owner, owner_kind, official, proof, proven_at }: ScopeInfo): string[] {
  const owned = owner_kind === 'organisation' ? `the organisation ${owner}` : owner
  return [
    `@${scope} belongs to ${owned}${official ? ' and is official' : ''}`,
    proven_at === null
      ? `nobody proved whose it is: skillwright scope prove @${scope}`
      : `proven ${shortTime(proven_at)}: ${describeProof(proof)}`,
  ].map(visibleText)
}

function describeProof(proof: unknown): string {
  const { kind, domain, note, by } = isObject(proof) ? proof : {}
  return kind === 'domain' ? `${by} controls ${domain}` : `${by} vouches, ${note}`
}
