import type { ContainmentOffer } from './detect-containment.ts'
import { seccompFilter } from './seccomp-filter.ts'

/** How well what runs is contained. */
export interface ContainmentLevel {
  /** What makes the sandbox: bubblewrap, or namespaces by util-linux where there is no bubblewrap. */
  readonly kind: 'bubblewrap' | 'namespaces' | 'none'
  /** Whether system calls that attack the kernel are refused; without it a sandbox is never enough for the hub's verify. */
  readonly systemCallFilter: boolean
}

/** No sandbox at all. */
export const UNCONTAINED: ContainmentLevel = { kind: 'none', systemCallFilter: false }

/** The best that a host offers. */
export function containmentLevel({ bwrap, namespaces, prlimit }: ContainmentOffer): ContainmentLevel {
  if (prlimit === undefined) return UNCONTAINED
  if (bwrap !== undefined) return { kind: 'bubblewrap', systemCallFilter: seccompFilter() !== undefined }
  return namespaces ? { kind: 'namespaces', systemCallFilter: false } : UNCONTAINED
}

/** The level in words, the same everywhere. */
export function describeContainment({ kind, systemCallFilter }: ContainmentLevel): string {
  if (kind === 'none') return 'not contained'
  return systemCallFilter ? 'contained' : 'contained, no system call filter'
}
