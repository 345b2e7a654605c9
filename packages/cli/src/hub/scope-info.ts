import type { SCOPE_INFO, Wire } from '@skillwright/hub-api'
import { visibleText } from '../visible-text.ts'
import { shortTime } from './short-time.ts'

/** A scope in words. */
export function scopeLines({
  scope,
  owner,
  owner_kind,
  official,
  proof,
  proven_at,
}: Wire<typeof SCOPE_INFO>): string[] {
  const owned = owner_kind === 'organisation' ? `the organisation ${owner}` : owner
  return [
    `@${scope} belongs to ${owned}${official ? ' and is official' : ''}`,
    proven_at === null
      ? `its owner is not proven: skillwright scope prove @${scope}`
      : `proven ${shortTime(proven_at)}: ${describeProof(proof)}`,
  ].map(visibleText)
}

function describeProof(proof: Wire<typeof SCOPE_INFO>['proof']): string {
  if (proof === null) return ''
  return proof.kind === 'domain' ? `${proof.by} controls ${proof.domain}` : `${proof.by} vouches, ${proof.note}`
}
