import { KINDS, type Kind, type SchemaNode, type ValueSet } from './schema-node.ts'

/**
 * The kinds for which it is plain to see that no value fits two of the nodes: only one accepts the kind, or the objects have
 * a property with another constant in each. Exactly one then means any.
 */
export function disjointKinds(nodes: readonly SchemaNode[]): Set<Kind> {
  const isDisjoint = (kind: Kind) => {
    const sharing = nodes.filter((node) => node.kinds.has(kind))
    if (sharing.length <= 1 || hasDisjointValues(sharing.map((node) => node.values))) return true
    return kind === 'object' && hasDiscriminator(sharing)
  }
  return new Set(KINDS.filter(isDisjoint))
}

function hasDiscriminator(nodes: readonly SchemaNode[]): boolean {
  const [first, ...others] = nodes.map(requiredConstants)
  if (first === undefined) return false
  return [...first].some(([name, values]) =>
    hasDisjointValues([values, ...others.map((constants) => constants.get(name))]),
  )
}

/** The properties that every object of the node has, and that have only certain values. */
function requiredConstants(node: SchemaNode): Map<string, ValueSet> {
  const constants = new Map<string, ValueSet>()
  const atoms = [node, ...node.allOf].flatMap((part) => part.atoms.object ?? [])
  for (const atom of atoms) {
    if (atom.is !== 'has') continue
    for (const other of atoms) {
      const constraints = other.is === 'shape' ? (other.shape.names.get(atom.name) ?? []) : []
      for (const { node: sub, holds } of constraints) if (holds && sub.values) constants.set(atom.name, sub.values)
    }
  }
  return constants
}

function hasDisjointValues(sets: readonly (ValueSet | undefined)[]): boolean {
  const seen = new Set<string>()
  for (const set of sets) {
    if (set === undefined) return false
    for (const text of set.keys()) {
      if (seen.has(text)) return false
      seen.add(text)
    }
  }
  return true
}
