/** One version of a package that could be chosen. */
export interface Candidate {
  readonly version: string
  /** Packages it needs, by key, each with the range of versions that will do. */
  readonly dependencies: ReadonlyMap<string, string>
  /** Why it cannot be chosen at all, as a sentence about it: "is yanked". */
  readonly unusable?: string
}

/** Every package that may be needed, by key, with its candidates, the preferred first. */
export type Universe = ReadonlyMap<string, readonly Candidate[]>

/** One package that must be chosen, in a version of a range. */
export interface Wish {
  readonly key: string
  readonly range: string
  /** Who asks, as the beginning of a sentence: "you ask for", "you pinned". */
  readonly by?: string
}

/** What the solver is asked for. */
export interface Question {
  readonly universe: Universe
  readonly wanted: readonly Wish[]
  /** How a package is called in explanations; its key when absent. */
  readonly nameOf?: (key: string) => string
  /** Why a package has no candidates, where something is known of that. */
  readonly problemOf?: (key: string) => string | undefined
}
