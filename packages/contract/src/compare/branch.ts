import { expandClaim } from './expand-claim.ts'
import type { Alternative, Atom, Claim, Kind, ValueSet } from './schema-node.ts'

/** One of several ways that a claim leaves open. */
interface Choice {
  /** The claim that it comes from. */
  readonly claim: Claim
  readonly ways: readonly Alternative[]
}

/** What is known so far about one value of one kind. */
export interface Branch {
  readonly pending: readonly Claim[]
  readonly seen: ReadonlyMap<number, boolean>
  readonly atoms: readonly Atom[]
  readonly choices: readonly Choice[]
  readonly values?: ValueSet
}

/** The start of a search. */
export function newBranch(pending: readonly Claim[], atoms: readonly Atom[]): Branch {
  return { pending, seen: new Map(), atoms, choices: [] }
}

/** Takes the pending claims apart; undefined when they contradict each other. */
export function expand(branch: Branch, kind: Kind): Branch | undefined {
  const pending = [...branch.pending]
  const seen = new Map(branch.seen)
  const atoms = [...branch.atoms]
  let choices = [...branch.choices]
  let values = branch.values
  while (pending.length > 0 || choices.some((choice) => choice.ways.length === 1)) {
    for (let claim = pending.pop(); claim; claim = pending.pop()) {
      const known = seen.get(claim.node.id)
      if (known !== undefined && known !== claim.holds) return undefined
      if (known !== undefined) continue
      seen.set(claim.node.id, claim.holds)
      const expansion = expandClaim(claim, kind)
      if (expansion === undefined) return undefined
      if (claim.holds && claim.node.values) values = meet(values, claim.node.values)
      pending.push(...expansion.all.claims)
      atoms.push(...expansion.all.atoms)
      for (const ways of expansion.choices) choices.push({ claim, ways })
    }
    const open: Choice[] = []
    for (const choice of choices) {
      const ways = openWays(choice.ways, kind, seen)
      if (ways === 'met') continue
      const [only] = ways
      if (only === undefined) return undefined
      if (ways.length > 1) open.push({ claim: choice.claim, ways })
      else {
        pending.push(...only.claims)
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
  for (const { claims, atoms } of ways) {
    const isDead = claims.some(({ node, holds }) => seen.get(node.id) === !holds || (holds && !node.kinds.has(kind)))
    if (isDead) continue
    const left = claims.filter(({ node, holds }) => !seen.has(node.id) && (holds || node.kinds.has(kind)))
    if (left.length === 0 && atoms.length === 0) return 'met'
    open.push({ claims: left, atoms })
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
