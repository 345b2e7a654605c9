import { parseRange, parseVersion, type Version } from '@skillwright/contract'
import type { Candidate, Universe } from './universe.ts'

/**
 * A set of states of one package: bit 0 stands for "not chosen", bit n for its nth candidate. The versions of a package are finite and known,
 * so sets are exact whatever a range means: negation, intersection and union are operations on bits.
 */
export type VersionSet = bigint

/** The state in which a package is not chosen. */
export const ABSENT: VersionSet = 1n

/** Translates between ranges, versions and sets for the packages of a universe. */
export class VersionSets {
  readonly #universe: Universe
  readonly #sets = new Map<string, Map<string, VersionSet>>()
  readonly #all = new Map<string, VersionSet>()
  readonly #versions = new Map<string, Version>()
  readonly #ranges = new Map<string, ReturnType<typeof parseRange>>()
  readonly #texts = new Map<string, string>()

  constructor(universe: Universe) {
    this.#universe = universe
  }

  candidates(key: string): readonly Candidate[] {
    return this.#universe.get(key) ?? []
  }

  /** Every state of a package. */
  all(key: string): VersionSet {
    const known = this.#all.get(key) ?? (1n << BigInt(this.candidates(key).length + 1)) - 1n
    this.#all.set(key, known)
    return known
  }

  not(key: string, set: VersionSet): VersionSet {
    return this.all(key) & ~set
  }

  /** The candidates that lie in a range; `latest` and `*` mean every release, or every pre-release while there is no release. */
  inRange(key: string, range: string): VersionSet {
    const sets = this.#sets.get(key) ?? new Map<string, VersionSet>()
    const known = sets.get(range)
    if (known !== undefined) return known
    this.#sets.set(key, sets)
    const candidates = this.candidates(key)
    const includes = this.#test(key, range)
    const set = candidates.reduce((bits, _, i) => (includes(i) ? bits | bitOf(i) : bits), 0n)
    sets.set(range, set)
    if (!this.#texts.has(`${key}\n${set}`)) this.#texts.set(`${key}\n${set}`, range)
    return set
  }

  /** Tells of a candidate by its index; versions and ranges are read once, since the same ones are asked about again and again. */
  #test(key: string, range: string): (index: number) => boolean {
    const candidates = this.candidates(key)
    if (isAnyVersion(range)) {
      const includes = rangeTest(range, candidates)
      return (index) => includes(candidates[index]?.version ?? '')
    }
    const read = this.#ranges.get(range) ?? parseRange(range)
    this.#ranges.set(range, read)
    return (index) => read.includes(this.#version(candidates[index]?.version ?? ''))
  }

  #version(text: string): Version {
    const version = this.#versions.get(text) ?? parseVersion(text)
    this.#versions.set(text, version)
    return version
  }

  /** The preferred candidate of a set, by its index. */
  preferred(key: string, set: VersionSet): number | undefined {
    const index = this.candidates(key).findIndex((_, i) => (set & bitOf(i)) !== 0n)
    return index === -1 ? undefined : index
  }

  /** A set of versions in words: the range it came from, else the versions. */
  describe(key: string, set: VersionSet): string {
    const versions = this.candidates(key).filter((_, i) => (set & bitOf(i)) !== 0n)
    if (versions.length === this.candidates(key).length && versions.length > 1) return '(any version)'
    const text = this.#texts.get(`${key}\n${set}`)
    if (text !== undefined && versions.length !== 1) return text
    return versions.map(({ version }) => version).join(', ')
  }
}

/** The bit of the candidate at an index. */
export function bitOf(index: number): VersionSet {
  return 2n << BigInt(index)
}

/** How many states a set has. */
export function sizeOf(set: VersionSet): number {
  let count = 0
  for (let rest = set; rest !== 0n; rest &= rest - 1n) count++
  return count
}

/** Whether a range means "whatever is newest". */
function isAnyVersion(range: string): boolean {
  return /^\s*(?:latest|\*|x|)\s*$/i.test(range)
}

/** Tells whether a version lies in a range, given what versions there are. */
export function rangeTest(
  range: string,
  candidates: readonly { readonly version: string }[],
): (version: string) => boolean {
  if (isAnyVersion(range)) {
    const hasRelease = candidates.some(({ version }) => !version.includes('-'))
    return (version) => !hasRelease || !version.includes('-')
  }
  const read = parseRange(range)
  return (version) => read.includes(parseVersion(version))
}
