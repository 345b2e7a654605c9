import type { Readable, Writable } from 'node:stream'

/** Program (absolute path) and arguments. Never a shell line. */
export type Command = readonly [string, ...string[]]

/** Everything a process needs to be started; the same for every tier. */
export interface LaunchSpec {
  readonly command: Command
  readonly cwd: string
  /** The whole environment: nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>
  readonly limits: ProcessLimits
  /** What the process may touch; undefined runs it uncontained, which only an operator may choose. */
  readonly containment: Containment | undefined
  /** `sockets` for a process of ours that starts others: unlike pipes, no process can open them a second time through /proc. */
  readonly streams?: 'sockets'
}

/** What the operating system enforces on a process and its children; absent means no limit. */
export interface ProcessLimits {
  readonly memoryBytes?: number
  readonly cpuSeconds?: number
  readonly fileBytes?: number
  readonly processes?: number
}

/** What a contained process sees of the machine. */
export interface Containment {
  /** The skill's folder, seen read-only at the same path. */
  readonly skillDir: string
  /** Where that folder's bytes really come from, when a verified copy stands in for it. */
  readonly skillFrom?: string
  /** The home folder it sees, at the host's path: private and empty but for what it may read or write in it. */
  readonly home?: string
  /** Absolute paths it may read, and those it may write, beyond its own private /tmp. */
  readonly read: readonly string[]
  readonly write: readonly string[]
  /** Where what it writes inside its own folder really is: `write` paths in it are bound from here. */
  readonly dataDir?: string
  /** Whether what it writes elsewhere is in there too, so that a trial changes nothing and finds nothing of others. */
  readonly isTrial?: boolean
  /** Absolute paths of ours that it needs to start. */
  readonly support?: readonly string[]
  /** Hosts it may talk to, through our proxy; none means no network at all. */
  readonly network: readonly string[]
}

/** A started process with its streams. The caller must await `exited` or call `kill`. */
export interface Child {
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when the process itself has ended, even when a descendant still holds its streams. Never rejects. */
  readonly exited: Promise<Exit>
  /** Ends the process and everything it started, at once. Safe to call at any time, more than once. */
  kill(): void
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The limit it was ended for, where that is known. */
  readonly exceeded?: keyof ProcessLimits
}

/**
 * Starts processes. Each tier is one; plain spawn is the one every other must be indistinguishable from. One that has a
 * process already gives it at once.
 */
export type Launch = (spec: LaunchSpec) => Child | Promise<Child>
