import type { VersionSet } from './version-sets.ts'

/** Why an incompatibility holds: a fact of the universe, or two others that it follows from. */
type Cause =
  | { readonly kind: 'wanted'; readonly key: string; readonly range: string; readonly by: string }
  | { readonly kind: 'dependency'; readonly key: string; readonly needs: string; readonly range: string }
  | { readonly kind: 'unusable'; readonly key: string; readonly reason: string }
  | { readonly kind: 'derived'; readonly from: readonly [Incompatibility, Incompatibility] }

/** States of packages that cannot all hold together. */
export interface Incompatibility {
  readonly terms: ReadonlyMap<string, VersionSet>
  readonly cause: Cause
}
