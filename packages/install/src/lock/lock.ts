import type { Digest, FileDigest, Permissions } from '@skillwright/skill'

/** One skill of a lock: exactly what is installed, and where it came from. */
export interface LockedSkill {
  /** The name of its folder, under which it stands in the lock. */
  readonly name: string
  /** What it is called where it comes from: `@scope/name` of a hub, else its own id. */
  readonly id: string
  readonly version: string
  /** Where it comes from, in the one form of sources: `hub+https://…`, `git+https://…`, `file:…`. */
  readonly source: string
  /** What exactly was taken where the source can change: the commit of a git repository. */
  readonly revision?: string
  /** Digest of its files. */
  readonly digest: Digest
  /** SHA-256 of the archive as it was downloaded. */
  readonly archive?: string
  /** Its entry in the log of the hub. */
  readonly logIndex?: number
  readonly signedBy?: string
  readonly license?: string
  /** Names of the skills in the lock that it needs, each with the range it asks for. */
  readonly dependencies: ReadonlyMap<string, string>
  /** What it may do; who installs has agreed to it. */
  readonly permissions: Permissions
  /** Versions of the host that it works with. */
  readonly hostRange?: string
  /** Tools that it needs of the host. */
  readonly tools: readonly string[]
  readonly files: readonly Omit<FileDigest, 'size'>[]
  /** Why it was installed although the scan says `block`. */
  readonly forced?: string
}

/** What a manifest asked for when its lock was made. */
interface LockedRoot {
  /** What the manifest says, in one line: id, range and source. */
  readonly asked: string
  /** The folder names of what that turned out to be; several for a collection. */
  readonly names: readonly string[]
}

/** A lock: the same bytes on every machine. */
export interface Lock {
  readonly roots: readonly LockedRoot[]
  readonly skills: readonly LockedSkill[]
}

/** A lock with nothing in it. */
export const EMPTY_LOCK: Lock = { roots: [], skills: [] }
