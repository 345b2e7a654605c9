/** Whom a hub takes somebody for; the handle is null for a stranger. */
export interface WhoAmI {
  readonly handle: string | null
  readonly role: string | null
  readonly scopes: readonly string[]
  /** The scope or skill the token is good for; null for all. */
  readonly bound_to: string | null
}
