import type { SignedIn, TokenScope } from '../principal.ts'

/** What a token may be used for, each with what it lets its holder do. */
export const TOKEN_SCOPES: Readonly<Record<TokenScope, string>> = {
  read: 'see and download what its owner may see',
  invoke: 'call skills, see and manage the calls and schedules of its owner, and answer their tasks',
  publish: 'publish, yank and deprecate in the scopes of its owner',
  account: 'manage the account of its owner: tokens, password, organisations and their members',
  review: 'decide about what waits for review',
  admin: 'administer the hub',
}

const MEMBER = ['read', 'invoke', 'publish', 'account'] as const
const BY_ROLE: Readonly<Record<SignedIn['role'], readonly TokenScope[]>> = {
  member: MEMBER,
  reviewer: [...MEMBER, 'review'],
  admin: [...MEMBER, 'review', 'admin'],
}

/** The scopes that a person of this role can have. */
export function scopesOfRole(role: SignedIn['role']): readonly TokenScope[] {
  return BY_ROLE[role]
}
