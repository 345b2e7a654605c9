import type { TokenScope } from './api/operation.ts'

export type { TokenScope }

/** Whoever makes a request. */
export interface Principal {
  /** Undefined for somebody who showed nothing. */
  readonly person: SignedIn | undefined
  /** What the token allows, cut down to what the person's role allows. */
  readonly scopes: ReadonlySet<TokenScope>
  readonly tokenId?: string
  /** True for the hub itself, when it follows another registry: then `person` only says whose scope it writes to. */
  readonly isHub?: boolean
}

/** A person the hub knows. */
export interface SignedIn {
  readonly id: string
  readonly handle: string
  readonly role: 'member' | 'reviewer' | 'admin'
}

/** Somebody who showed nothing: may see what is public. */
export const ANONYMOUS: Principal = { person: undefined, scopes: new Set(['read']) }
