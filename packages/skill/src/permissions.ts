/** What a skill says it needs; whatever is not listed it does not get. */
export interface Permissions {
  /** Hosts it may talk to: `api.example.com`, `*.example.com`, each with an optional port. */
  readonly network: readonly string[]
  /** Files and folders it may read beyond its own. */
  readonly read: readonly string[]
  /** Files and folders it may write. */
  readonly write: readonly string[]
  /** Environment variables it may see. */
  readonly env: readonly string[]
  /** Programs it may start. */
  readonly programs: readonly string[]
  /** Tools of the host it may use. */
  readonly tools: readonly string[]
}

/** Nothing at all. */
export const NO_PERMISSIONS: Permissions = { network: [], read: [], write: [], env: [], programs: [], tools: [] }
