/** One skill that a manifest asks for. */
export interface WantedSkill {
  /** As it was written: `name`, `official/name`, `@scope/name`; the skill's own id where the source is no registry. */
  readonly id: string
  /** A range of versions; `*` when none was written. */
  readonly version: string
  /** The name of its folder, when it is not its own. */
  readonly as?: string
  /** Where it comes from; a hub when absent. */
  readonly source?: string
  /** The skill's own settings. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** A collection that a manifest asks for. */
export interface WantedCollection {
  readonly id: string
  readonly version: string
}

/** What a project, or a user, wants to have installed. */
export interface Manifest {
  readonly skills: readonly WantedSkill[]
  readonly collections: readonly WantedCollection[]
  /** Ids of the agents whose folders are written; those that are found when absent. */
  readonly agents?: readonly string[]
  /** The hub of every scope that `hubs` does not name. */
  readonly hub?: string
  /** Which hub a scope is on, by scope without `@`. */
  readonly hubs: ReadonlyMap<string, string>
  /** Versions that stay, by the name of the folder. */
  readonly pins: ReadonlyMap<string, string>
  /** Version of the host; skills that do not support it are not chosen. */
  readonly host?: string
  /** Tools that the host has; skills that need others are not chosen. */
  readonly tools?: readonly string[]
  /** Path of a policy file, beside the manifest. */
  readonly policy?: string
}

/** A manifest that asks for nothing. */
export const EMPTY_MANIFEST: Manifest = { skills: [], collections: [], hubs: new Map(), pins: new Map() }
