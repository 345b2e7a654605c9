import type { Digest, Permissions, SkillFiles } from '@skillwright/skill'

/** A version that a source offers, with all that decides whether it can be installed. */
export interface Offer {
  readonly version: string
  /** Skills it needs, as its own skill.json names them, each with a range. */
  readonly dependencies: ReadonlyMap<string, string>
  readonly hostRange?: string
  readonly tools: readonly string[]
  readonly permissions: Permissions
  readonly license?: string
  /** Digest of its files, where the source states it. */
  readonly digest?: Digest
  /** SHA-256 and size of its archive, where there is one. */
  readonly archive?: string
  readonly archiveBytes?: number
  /** What exactly it is, where the source can change: a commit. */
  readonly revision?: string
  readonly logIndex?: number
  readonly signedBy?: string
  readonly publishedAt?: string
  /** Why ranges must not lead to it; who asks for exactly this version, or has it already, gets it. */
  readonly yanked?: string
  /** Why no one gets it. */
  readonly withdrawn?: string
  readonly deprecated?: string
  readonly openReports?: number
  readonly scan?: { readonly verdict: 'pass' | 'review' | 'block'; readonly risk: string }
}

/** What a source has of one skill. */
export interface Offers {
  /** What it is called there: `@scope/name` of a hub, else the id that was asked for. */
  readonly id: string
  readonly tier?: string
  /** The newest first. */
  readonly offers: readonly Offer[]
  /** Why there are none. */
  readonly problem?: string
}

/** Which version is fetched. */
export interface Fetched {
  readonly id: string
  readonly version: string
  readonly revision?: string
  readonly digest?: Digest
  readonly archive?: string
}

/** A package that was fetched. */
interface FetchedPackage {
  readonly files: SkillFiles
  readonly digest: Digest
  /** The archive as it came, where it is a gzipped tar that the store can keep as it is. */
  readonly archive?: Uint8Array
}

/** A place that skills come from. */
export interface Source {
  /** Its one form, as it stands in locks. */
  readonly spec: string
  /** What it has of these skills, by what was asked. */
  offers(ids: readonly string[], options: AskOptions): Promise<ReadonlyMap<string, Offers>>
  /** The package of a version. Throws INTEGRITY_FAILED when it is not what it should be. */
  fetch(wanted: Fetched, options: AskOptions): Promise<FetchedPackage>
  /** The name of the key that signed exactly this content, by the signature itself; absent where there are no signatures. Throws INTEGRITY_FAILED for a wrong one. */
  signerOf?(wanted: Fetched & { readonly digest: Digest }, options: AskOptions): Promise<string | undefined>
}

/** How a source is asked. */
export interface AskOptions {
  /** A range, where only the newest version that fits it is of interest. */
  readonly range?: string
  readonly signal?: AbortSignal | undefined
}
