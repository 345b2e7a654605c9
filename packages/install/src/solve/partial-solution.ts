import type { Incompatibility } from './incompatibility.ts'
import { ABSENT, sizeOf, type VersionSet, type VersionSets } from './version-sets.ts'

/** One thing the solver assumes or has concluded: a package is in one of these states. */
export interface Assignment {
  readonly key: string
  readonly set: VersionSet
  /** The states that are left with it and all before. */
  readonly state: VersionSet
  /** Its place among all. */
  readonly index: number
  /** How many decisions had been made, this one included. */
  readonly level: number
  /** What it was concluded from; undefined for a decision. */
  readonly cause: Incompatibility | undefined
}

/** What is assumed so far, in order, so that it can be taken back. */
export class PartialSolution {
  readonly #sets: VersionSets
  readonly #assignments: Assignment[] = []
  readonly #byKey = new Map<string, Assignment[]>()
  /** The version chosen for each package, as a set of one. */
  readonly decisions = new Map<string, VersionSet>()
  /** Packages that are needed and not decided, each with the number of candidates that are left. */
  readonly undecided = new Map<string, number>()

  constructor(sets: VersionSets) {
    this.#sets = sets
  }

  get level(): number {
    return this.decisions.size
  }

  /** The states that are left for a package. */
  stateOf(key: string): VersionSet {
    return this.#byKey.get(key)?.at(-1)?.state ?? this.#sets.all(key)
  }

  decide(key: string, set: VersionSet): void {
    this.decisions.set(key, set)
    this.#assign(key, set, undefined)
  }

  derive(key: string, set: VersionSet, cause: Incompatibility): void {
    this.#assign(key, set, cause)
  }

  /** Takes back everything above a level. */
  backtrack(level: number): void {
    const touched = new Set<string>()
    for (
      let last = this.#assignments.at(-1);
      last !== undefined && last.level > level;
      last = this.#assignments.at(-1)
    ) {
      this.#assignments.pop()
      this.#byKey.get(last.key)?.pop()
      touched.add(last.key)
      if (last.cause === undefined) this.decisions.delete(last.key)
    }
    for (const key of touched) this.#note(key)
  }

  /**
   * The assignment that made an incompatibility true, which must be true now, and the level at which it would have become true by
   * that assignment and those before alone.
   */
  satisfier({ terms }: Incompatibility): { readonly assignment: Assignment; readonly previousLevel: number } {
    let assignment: Assignment | undefined
    for (const [key, set] of terms) {
      const first = this.#byKey.get(key)?.find(({ state }) => (state & ~set) === 0n)
      if (first !== undefined && (assignment === undefined || first.index > assignment.index)) assignment = first
    }
    if (assignment === undefined) throw new Error('The incompatibility does not hold')
    const { key: own, set: taken } = assignment
    let previousLevel = 0
    for (const [key, set] of terms) {
      const rest = key === own ? taken & ~set : ~set
      if ((this.#sets.all(key) & rest) === 0n) continue
      const first = this.#byKey.get(key)?.find(({ state }) => (state & rest) === 0n)
      previousLevel = Math.max(previousLevel, first?.level ?? 0)
    }
    return { assignment, previousLevel }
  }

  #assign(key: string, set: VersionSet, cause: Incompatibility | undefined): void {
    const index = this.#assignments.length
    const assignment = { key, set, state: this.stateOf(key) & set, index, level: this.level, cause }
    this.#assignments.push(assignment)
    const own = this.#byKey.get(key)
    if (own === undefined) this.#byKey.set(key, [assignment])
    else own.push(assignment)
    this.#note(key)
  }

  #note(key: string): void {
    const state = this.stateOf(key)
    if ((state & ABSENT) !== 0n || this.decisions.has(key)) this.undecided.delete(key)
    else this.undecided.set(key, sizeOf(state))
  }
}
