import type { TokenScope } from '@skillwright/hub-api'
import type { TokenBound } from './people/token-bound.ts'

export type { TokenScope }

/** The caller of a request. */
export interface Principal {
  /** Undefined for an anonymous caller. */
  readonly person: SignedIn | undefined
  /** What the token allows, cut down to what the person's role allows. */
  readonly scopes: ReadonlySet<TokenScope>
  /** Somebody without an account here, for whom an issuer vouches that the operator trusts: may call skills, and is a stranger otherwise. */
  readonly guest?: { readonly id: string; readonly expiresAt?: number }
  /** The token that was presented; absent for an anonymous caller. */
  readonly token?: TokenFacts
  /** True for the hub itself, when it follows another registry or brings skills of its own: then `person` only says whose scope it writes to. */
  readonly isHub?: boolean
}

/** What limits a token or session. */
interface TokenFacts {
  readonly id: string
  readonly createdAt: number
  /** Null for no end. */
  readonly expiresAt: number | null
  /** The token that made it; null when it came from signing in. */
  readonly parentId: string | null
  /** What it is good for; absent for everything. */
  readonly boundTo?: TokenBound
}

/** A person the hub knows. */
export interface SignedIn {
  readonly id: string
  readonly handle: string
  readonly role: 'member' | 'reviewer' | 'admin'
}

/** An anonymous caller: may see what is public. */
export const ANONYMOUS: Principal = { person: undefined, scopes: new Set(['read']) }

/** Who the logs say did what the hub followed from another registry. Nobody has this handle. */
export const MIRROR_HANDLE = 'mirror'
