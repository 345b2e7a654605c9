import type { Json } from '../json.ts'
import type { Bump } from '../version-bump.ts'

/** What became of one thing in a contract, and how large a version step it takes. */
export interface ContractChange {
  /** JSON pointer: into the schema of the action's input or output, into the contract where neither is named. */
  readonly path: string
  readonly action?: string
  readonly direction?: 'input' | 'output'
  /** The change as one sentence. */
  readonly reason: string
  /** True when it takes a major step. */
  readonly breaking: boolean
  readonly bump: Bump
  /** A document that was accepted and no longer is; for an output, one that may come now and could not before. */
  readonly witness?: Json
  /** Which callers it may surprise, although it does not count as breaking. */
  readonly caution?: string
}

/** A change with its bump; what breaks is major and what is major breaks. */
export function judged(
  bump: Bump,
  path: string,
  reason: string,
  { witness, caution }: { witness?: Json | undefined; caution?: string | undefined } = {},
): ContractChange {
  return {
    path,
    reason,
    breaking: bump === 'major',
    bump,
    ...(witness === undefined ? {} : { witness }),
    ...(caution === undefined ? {} : { caution }),
  }
}

const SIZE: Readonly<Record<Bump, number>> = { none: 0, patch: 1, minor: 2, major: 3 }

/** The largest step among changes. */
export function largestBump(changes: readonly ContractChange[]): Bump {
  return changes.reduce<Bump>((largest, { bump }) => (SIZE[bump] > SIZE[largest] ? bump : largest), 'none')
}
