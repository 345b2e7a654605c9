import type { TokenScope } from '../principal.ts'

/** The scopes of document D, each with the scope of a token of the hub that it stands for. */
const BY_NAME = new Map<string, TokenScope>([
  ['skill:invoke', 'invoke'],
  ['skill:read', 'read'],
])

/** Every scope that a program can ask for. */
export const OAUTH_SCOPES: readonly string[] = [...BY_NAME.keys()]

/** The scopes of a token that scopes in words, with spaces between them, stand for. */
export function tokenScopes(text: string): readonly TokenScope[] {
  return text.split(' ').flatMap((name) => BY_NAME.get(name) ?? [])
}

/** The scopes that a program may ask for which has a token with these. */
export function oauthScopes(scopes: readonly TokenScope[]): string {
  return OAUTH_SCOPES.filter((name) => tokenScopes(name).every((scope) => scopes.includes(scope))).join(' ')
}
