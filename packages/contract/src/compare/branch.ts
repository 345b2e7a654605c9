import { expandConstraint } from './expand-constraint.ts'
import type { Alternative, Atom, Constraint, Kind, ValueSet } from './schema-node.ts'

/** One of several ways that a constraint leaves open. */
interface Choice {
  /** The constraint that it comes from. */
  readonly constraint: Constraint
  readonly ways: readonly Alternative[]
}

/** What is known so far about one value of one kind. */
export interface Branch {
  readonly pending: readonly Constraint[]
  readonly seen: ReadonlyMap<number, boolean>
  readonly atoms: readonly Atom[]
  readonly choices: readonly Choice[]
  readonly values?: ValueSet
}

/** The start of a search. */
export function newBranch(pending: readonly Constraint[], atoms: readonly Atom[]): Branch {
  return { pending, seen: new Map(), atoms, choices: [] }
}

/** Takes the pending constraints apart; undefined when they contradict each other. */
export function expand(branch: Branch, kind: Kind): Branch | undefined {
  const pending = [...branch.pending]
  const seen = new Map(branch.seen)
  const atoms = [...branch.atoms]
  let choices = [...branch.choices]
  let values = branch.values
  while (pending.length > 0 || choices.some((choice) => choice.ways.length === 1)) {
    for (let constraint = pending.pop(); constraint; constraint = pending.pop()) {
      const known = seen.get(constraint.node.id)
      if (known !== undefined && known !== constraint.holds) return undefined
      if (known !== undefined) continue
      seen.set(constraint.node.id, constraint.holds)
      const expansion = expandConstraint(constraint, kind)
      if (expansion === undefined) return undefined
      if (constraint.holds && constraint.node.values) values = meet(values, constraint.node.values)
      pending.push(...expansion.all.constraints)
      atoms.push(...expansion.all.atoms)
      for (const ways of expansion.choices) choices.push({ constraint, ways })
    }
    const open: Choice[] = []
    for (const choice of choices) {
      const ways = openWays(choice.ways, kind, seen)
      if (ways === 'met') continue
      const [only] = ways
      if (only === undefined) return undefined
      if (ways.length > 1) open.push({ constraint: choice.constraint, ways })
      else {
        pending.push(...only.constraints)
        atoms.push(...only.atoms)
      }
    }
    choices = open
  }
  return hasContradiction(atoms) ? undefined : { pending, seen, atoms, choices, ...(values ? { values } : {}) }
}

/** The alternatives that are still possible; `met` when one of them already holds. */
function openWays(
  ways: readonly Alternative[],
  kind: Kind,
  seen: ReadonlyMap<number, boolean>,
): readonly Alternative[] | 'met' {
  const open: Alternative[] = []
  for (const { constraints, atoms } of ways) {
    const isDead = constraints.some(
      ({ node, holds }) => seen.get(node.id) === !holds || (holds && !node.kinds.has(kind)),
    )
    if (isDead) continue
    const left = constraints.filter(({ node, holds }) => !seen.has(node.id) && (holds || node.kinds.has(kind)))
    if (left.length === 0 && atoms.length === 0) return 'met'
    open.push({ constraints: left, atoms })
  }
  return open
}

function meet(values: ValueSet | undefined, others: ValueSet): ValueSet {
  return values === undefined ? others : new Map([...values].filter(([text]) => others.has(text)))
}

function hasContradiction(atoms: readonly Atom[]): boolean {
  const opaque = new Map<string, boolean>()
  for (const atom of atoms) {
    if (atom.is !== 'opaque') continue
    if (opaque.get(atom.key) === !atom.holds) return true
    opaque.set(atom.key, atom.holds)
  }
  return false
}
