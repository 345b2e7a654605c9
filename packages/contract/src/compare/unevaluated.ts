import type { Atom, Constraint, Kind, SchemaNode } from './schema-node.ts'

/** One way in which the subschemas beside `unevaluated…` turn out, and what the keyword then says of the rest. */
export interface EvaluationCase {
  readonly constraints: readonly Constraint[]
  readonly atoms: readonly Atom[]
  /** What must hold for the unevaluated rest; undefined when everything was evaluated. */
  readonly rest: Atom | undefined
}

interface Draft {
  readonly constraints: readonly Constraint[]
  readonly atoms: readonly Atom[]
  readonly names: readonly string[]
  readonly patterns: readonly string[]
  readonly prefix: number
  readonly isWhole: boolean
}

const MAX_CASES = 64
const BLANK: Draft = { constraints: [], atoms: [], names: [], patterns: [], prefix: 0, isWhole: false }

/**
 * Turns `unevaluatedProperties` or `unevaluatedItems` into ordinary constraints, one case for each way in which the subschemas
 * beside it may hold. Undefined when the node has no such keyword for that kind.
 */
export function evaluationCases(node: SchemaNode, kind: Kind): readonly EvaluationCase[] | undefined {
  const sub = kind === 'object' ? node.unevaluated.object : kind === 'array' ? node.unevaluated.array : undefined
  if (sub === undefined) return undefined
  const drafts = draftsOf(node, kind, true)
  const constraints: Constraint[] = [{ node: sub, holds: true }]
  if (drafts === undefined) {
    return [{ constraints: [], atoms: [], rest: { is: 'opaque', key: `unevaluated ${node.id}`, holds: true } }]
  }
  return drafts.map((draft) => ({
    constraints: draft.constraints,
    atoms: draft.atoms,
    rest: restOf(draft, kind, constraints),
  }))
}

function restOf(draft: Draft, kind: Kind, constraints: readonly Constraint[]): Atom | undefined {
  if (draft.isWhole) return undefined
  if (kind === 'array')
    return { is: 'tuple', prefix: Array.from({ length: draft.prefix }, () => []), rest: constraints }
  const names = new Map(draft.names.map((name) => [name, [] as Constraint[]]))
  return {
    is: 'shape',
    shape: { names, patterns: draft.patterns.map((source) => ({ source, constraints: [] })), additional: constraints },
  }
}

/** Every way in which a node that holds evaluates parts of the value. Undefined when there are too many, or when they are unknown. */
function draftsOf(node: SchemaNode, kind: Kind, isOutermost: boolean): readonly Draft[] | undefined {
  if (node.target) return draftsOf(node.target, kind, isOutermost)
  if (node.opaque !== undefined) return undefined
  const own = ownDraft(node, kind, isOutermost)
  if (own === undefined) return undefined
  let drafts: readonly Draft[] | undefined = [own]
  const holds = (sub: SchemaNode) => withClaim(draftsOf(sub, kind, false), { node: sub, holds: true })
  const fails = (sub: SchemaNode): readonly Draft[] => [{ ...BLANK, constraints: [{ node: sub, holds: false }] }]
  for (const sub of node.allOf) drafts = product(drafts, holds(sub))
  for (const sub of node.anyOf.flat()) drafts = product(drafts, union(holds(sub), fails(sub)))
  for (const { nodes: group } of node.oneOf) {
    drafts = product(
      drafts,
      group.reduce<readonly Draft[] | undefined>((sum, sub) => union(sum, holds(sub)), []),
    )
  }
  for (const condition of node.conditions) {
    const isMet = product(holds(condition.test), holds(condition.met))
    drafts = product(drafts, union(isMet, product(fails(condition.test), holds(condition.unmet))))
  }
  for (const { name, node: sub } of kind === 'object' ? node.dependents : []) {
    const has: Draft = { ...BLANK, atoms: [{ is: 'has', name, constraints: [] }] }
    const lacks: Draft = { ...BLANK, atoms: [{ is: 'lacks', name }] }
    drafts = product(drafts, union(product([has], holds(sub)), [lacks]))
  }
  return drafts
}

function ownDraft(node: SchemaNode, kind: Kind, isOutermost: boolean): Draft | undefined {
  const atoms = node.atoms[kind] ?? []
  let draft = BLANK
  const nested = kind === 'object' ? node.unevaluated.object : node.unevaluated.array
  if (!isOutermost && nested) draft = { ...draft, isWhole: true }
  for (const atom of atoms) {
    // What `contains` finds counts as evaluated, and which items that are depends on the value.
    if (atom.is === 'atLeast' || atom.is === 'atMost') return undefined
    if (atom.is === 'tuple')
      draft = { ...draft, prefix: atom.prefix.length, isWhole: draft.isWhole || atom.rest.length > 0 }
    if (atom.is !== 'shape') continue
    const { names, patterns, additional } = atom.shape
    draft = {
      ...draft,
      names: [...names.keys()],
      patterns: patterns.map(({ source }) => source),
      isWhole: draft.isWhole || additional.length > 0,
    }
  }
  return draft
}

function withClaim(drafts: readonly Draft[] | undefined, constraint: Constraint): readonly Draft[] | undefined {
  return drafts?.map((draft) => ({ ...draft, constraints: [...draft.constraints, constraint] }))
}

function union(a: readonly Draft[] | undefined, b: readonly Draft[] | undefined): readonly Draft[] | undefined {
  return a && b && a.length + b.length <= MAX_CASES ? [...a, ...b] : undefined
}

function product(a: readonly Draft[] | undefined, b: readonly Draft[] | undefined): readonly Draft[] | undefined {
  if (!a || !b || a.length * b.length > MAX_CASES) return undefined
  return a.flatMap((x) => b.map((y) => merge(x, y)))
}

function merge(x: Draft, y: Draft): Draft {
  return {
    constraints: [...x.constraints, ...y.constraints],
    atoms: [...x.atoms, ...y.atoms],
    names: [...new Set([...x.names, ...y.names])],
    patterns: [...new Set([...x.patterns, ...y.patterns])],
    prefix: Math.max(x.prefix, y.prefix),
    isWhole: x.isWhole || y.isWhole,
  }
}
