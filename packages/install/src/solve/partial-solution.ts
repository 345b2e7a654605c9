import type { Incompatibility } from './incompatibility.ts'
import type { VersionSet, VersionSets } from './version-sets.ts'

/** One thing the solver assumes or has concluded: a package is in one of these states. */
export interface Assignment {
  readonly key: string
  readonly set: VersionSet
  /** How many decisions had been made, this one included. */
  readonly level: number
  /** What it was concluded from; undefined for a decision. */
  readonly cause: Incompatibility | undefined
}

/** What is assumed so far, in order, so that it can be taken back. */
export class PartialSolution {
  readonly #sets: VersionSets
  readonly #assignments: Assignment[] = []
  readonly #states = new Map<string, VersionSet>()
  /** The version chosen for each package, as a set of one. */
  readonly decisions = new Map<string, VersionSet>()

  constructor(sets: VersionSets) {
    this.#sets = sets
  }

  get level(): number {
    return this.decisions.size
  }

  /** The states that are left for a package. */
  stateOf(key: string): VersionSet {
    return this.#states.get(key) ?? this.#sets.all(key)
  }

  keys(): Iterable<string> {
    return this.#states.keys()
  }

  decide(key: string, set: VersionSet): void {
    this.decisions.set(key, set)
    this.#assign({ key, set, level: this.level, cause: undefined })
  }

  derive(key: string, set: VersionSet, cause: Incompatibility): void {
    this.#assign({ key, set, level: this.level, cause })
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
      touched.add(last.key)
      if (last.cause === undefined) this.decisions.delete(last.key)
    }
    for (const key of touched) {
      const states = this.#assignments.filter((assignment) => assignment.key === key)
      if (states.length === 0) this.#states.delete(key)
      else
        this.#states.set(
          key,
          states.reduce((set, assignment) => set & assignment.set, this.#sets.all(key)),
        )
    }
  }

  /**
   * The assignment that made an incompatibility true, which must be true now, and the level at which it would have become true by
   * that assignment and those before alone.
   */
  satisfier({ terms }: Incompatibility): { readonly assignment: Assignment; readonly previousLevel: number } {
    const assignment = this.#firstToSatisfy(terms, undefined)
    const previous = this.#firstToSatisfy(terms, assignment)
    return { assignment, previousLevel: previous === assignment ? 0 : previous.level }
  }

  #assign(assignment: Assignment): void {
    this.#assignments.push(assignment)
    this.#states.set(assignment.key, this.stateOf(assignment.key) & assignment.set)
  }

  /** The first assignment after which all terms hold; `taken` counts from the beginning. */
  #firstToSatisfy(terms: ReadonlyMap<string, VersionSet>, taken: Assignment | undefined): Assignment {
    const states = new Map([...terms.keys()].map((key) => [key, this.#sets.all(key)]))
    const open = new Set(terms.keys())
    const take = ({ key, set }: Assignment) => {
      const state = states.get(key)
      const term = terms.get(key)
      if (state === undefined || term === undefined) return
      states.set(key, state & set)
      if ((state & set & ~term) === 0n) open.delete(key)
    }
    if (taken !== undefined) take(taken)
    if (taken !== undefined && open.size === 0) return taken
    for (const assignment of this.#assignments) {
      take(assignment)
      if (open.size === 0) return assignment
    }
    throw new Error('The incompatibility does not hold')
  }
}
