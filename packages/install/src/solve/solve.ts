import { explain } from './explain.ts'
import type { Incompatibility } from './incompatibility.ts'
import { PartialSolution } from './partial-solution.ts'
import type { Question } from './universe.ts'
import { bitOf, type VersionSet, VersionSets } from './version-sets.ts'

/** The chosen versions by package, or why there are none. */
export type Solution =
  | { readonly ok: true; readonly versions: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly explanation: readonly string[] }

/**
 * Chooses one version for each package that is needed, the preferred ones where possible, by PubGrub: what cannot hold together is
 * remembered as an incompatibility, each conflict teaches a new one, and the last one explains why there is no solution. Pure.
 */
export function solve({ universe, wanted, nameOf = (key) => key, problemOf = () => undefined }: Question): Solution {
  const sets = new VersionSets(universe)
  const solver = new Solver(sets)
  for (const { key, range, by = 'you ask for' } of wanted) {
    const set = sets.inRange(key, range)
    solver.add({ terms: terms(sets, [[key, sets.not(key, set)]]), cause: { kind: 'wanted', key, range, by } })
  }
  const failure = solver.run(wanted.map(({ key }) => key))
  if (failure !== undefined) return { ok: false, explanation: explain(failure, sets, { nameOf, problemOf }) }
  return { ok: true, versions: solver.versions() }
}

class Solver {
  readonly #sets: VersionSets
  readonly #partial: PartialSolution
  readonly #about = new Map<string, Incompatibility[]>()
  readonly #opened = new Set<string>()
  /** What cannot hold any more as long as the decisions stand, with the level at which that was seen. */
  readonly #settled = new Map<Incompatibility, number>()
  #failure: Incompatibility | undefined

  constructor(sets: VersionSets) {
    this.#sets = sets
    this.#partial = new PartialSolution(sets)
  }

  /** Solves; undefined when it did, else the incompatibility that says why not. */
  run(first: readonly string[]): Incompatibility | undefined {
    let changed: readonly string[] = first
    for (;;) {
      this.#propagate(changed)
      if (this.#failure !== undefined) return this.#failure
      const next = this.#undecided()
      if (next === undefined) return undefined
      const index = this.#sets.preferred(next, this.#partial.stateOf(next)) ?? 0
      this.#partial.decide(next, bitOf(index))
      changed = [next]
    }
  }

  versions(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#partial.decisions].map(([key, set]) => {
        const index = this.#sets.preferred(key, set) ?? 0
        return [key, this.#sets.candidates(key)[index]?.version ?? '']
      }),
    )
  }

  add(incompatibility: Incompatibility): void {
    if (incompatibility.terms.size === 0) this.#failure ??= incompatibility
    for (const key of incompatibility.terms.keys()) {
      const known = this.#about.get(key)
      if (known === undefined) this.#about.set(key, [incompatibility])
      else known.push(incompatibility)
    }
  }

  /** Adds what is known of a package when it first matters: what each of its versions needs, and which cannot be used. */
  #open(key: string): void {
    if (this.#opened.has(key)) return
    this.#opened.add(key)
    const needed = new Map<string, Map<string, VersionSet>>()
    const unusable = new Map<string, VersionSet>()
    for (const [i, { dependencies, unusable: reason }] of this.#sets.candidates(key).entries()) {
      if (reason !== undefined) unusable.set(reason, (unusable.get(reason) ?? 0n) | bitOf(i))
      for (const [needs, range] of dependencies) {
        const ranges = needed.get(needs) ?? new Map<string, VersionSet>()
        needed.set(needs, ranges.set(range, (ranges.get(range) ?? 0n) | bitOf(i)))
      }
    }
    for (const [reason, set] of unusable)
      this.add({ terms: terms(this.#sets, [[key, set]]), cause: { kind: 'unusable', key, reason } })
    const asked = [...needed].flatMap(([needs, ranges]) => [...ranges].map(([range, set]) => ({ needs, range, set })))
    for (const { needs, range, set } of asked) {
      const others = this.#sets.not(needs, this.#sets.inRange(needs, range))
      // A version that needs another one of its own package can never be chosen.
      const pairs: [string, VersionSet][] =
        needs === key
          ? [[key, set & others]]
          : [
              [key, set],
              [needs, others],
            ]
      this.add({ terms: terms(this.#sets, pairs), cause: { kind: 'dependency', key, needs, range } })
    }
  }

  #propagate(keys: readonly string[]): void {
    const changed = new Set(keys)
    for (const key of changed) {
      changed.delete(key)
      if (this.#failure !== undefined) return
      this.#open(key)
      const about = this.#about.get(key) ?? []
      for (let i = about.length - 1; i >= 0; i--) {
        const incompatibility = about[i]
        if (incompatibility === undefined || this.#settled.has(incompatibility)) continue
        const open = this.#openTerm(incompatibility)
        if (open === undefined) continue
        if (open !== 'none') {
          this.#derive(open, incompatibility)
          changed.add(open)
          continue
        }
        const learned = this.#resolveConflict(incompatibility)
        if (learned === undefined) return
        const left = this.#openTerm(learned)
        if (left === undefined || left === 'none') throw new Error('A learned incompatibility leaves one term open')
        this.#derive(left, learned)
        changed.clear()
        changed.add(left)
        break
      }
    }
  }

  #derive(key: string, cause: Incompatibility): void {
    this.#partial.derive(key, this.#sets.not(key, cause.terms.get(key) ?? 0n), cause)
  }

  /** The one package whose term is not decided while all others hold; 'none' when all hold; undefined when nothing follows. */
  #openTerm(incompatibility: Incompatibility): string | 'none' | undefined {
    let open: string | undefined
    for (const [key, set] of incompatibility.terms) {
      const state = this.#partial.stateOf(key)
      const held = state & set
      if (held === 0n) {
        this.#settled.set(incompatibility, this.#partial.level)
        return undefined
      }
      if (held === state) continue
      if (open !== undefined) return undefined
      open = key
    }
    return open ?? 'none'
  }

  /** Finds what to learn from a conflict, and goes back to where it can be applied; undefined when it is the end. */
  #resolveConflict(conflict: Incompatibility): Incompatibility | undefined {
    for (let current = conflict; ; ) {
      if (current.terms.size === 0) {
        this.#failure = current
        return undefined
      }
      const { assignment, previousLevel } = this.#partial.satisfier(current)
      if (assignment.cause === undefined || previousLevel < assignment.level) {
        this.#partial.backtrack(previousLevel)
        for (const [settled, level] of this.#settled) if (level > previousLevel) this.#settled.delete(settled)
        if (current !== conflict) this.add(current)
        return current
      }
      current = resolve(this.#sets, current, assignment.cause, assignment.key)
    }
  }

  /** The needed package with the fewest candidates left: what can fail soon is tried first. */
  #undecided(): string | undefined {
    let found: string | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const [key, count] of this.#partial.undecided) if (count < fewest) [found, fewest] = [key, count]
    return found
  }
}

/** What follows from two incompatibilities: one of their packages may be in the states of either, of the others in those of both. */
function resolve(sets: VersionSets, one: Incompatibility, other: Incompatibility, pivot: string): Incompatibility {
  const joined = new Map(one.terms)
  for (const [key, set] of other.terms) {
    const known = joined.get(key)
    joined.set(key, known === undefined ? set : key === pivot ? known | set : known & set)
  }
  return { terms: terms(sets, joined), cause: { kind: 'derived', from: [one, other] } }
}

/** Terms without those that always hold. */
function terms(sets: VersionSets, pairs: Iterable<readonly [string, VersionSet]>): ReadonlyMap<string, VersionSet> {
  return new Map([...pairs].filter(([key, set]) => set !== sets.all(key)))
}
