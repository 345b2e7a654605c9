import { canonicalText, KINDS, type Kind, type SchemaNode } from './schema-node.ts'

/**
 * True when it is plain to see that no value fits two of the nodes: they accept different kinds, or objects with a property
 * that has another constant in each. Exactly one then means any.
 */
export function isDisjointUnion(nodes: readonly SchemaNode[]): boolean {
  const byKind = (kind: Kind) => nodes.filter((node) => node.kinds.has(kind))
  return KINDS.every((kind) => {
    const sharing = byKind(kind)
    if (sharing.length <= 1 || hasDisjointValues(sharing.map((node) => node.values?.list))) return true
    return kind === 'object' && hasDiscriminator(sharing)
  })
}

function hasDiscriminator(nodes: readonly SchemaNode[]): boolean {
  const [first, ...others] = nodes.map(requiredConstants)
  if (first === undefined) return false
  return [...first].some(([name, values]) =>
    hasDisjointValues([values, ...others.map((constants) => constants.get(name))]),
  )
}

/** The properties that every object of the node has, and that have only certain values. */
function requiredConstants(node: SchemaNode): Map<string, readonly unknown[]> {
  const constants = new Map<string, readonly unknown[]>()
  const atoms = [node, ...node.allOf].flatMap((part) => part.atoms.object ?? [])
  for (const atom of atoms) {
    if (atom.is !== 'has') continue
    for (const other of atoms) {
      const claims = other.is === 'shape' ? (other.shape.names.get(atom.name) ?? []) : []
      for (const { node: sub, holds } of claims) if (holds && sub.values) constants.set(atom.name, sub.values.list)
    }
  }
  return constants
}

function hasDisjointValues(lists: readonly (readonly unknown[] | undefined)[]): boolean {
  const seen = new Set<string>()
  for (const list of lists) {
    if (list === undefined) return false
    for (const value of list) {
      const text = canonicalText(value)
      if (seen.has(text)) return false
      seen.add(text)
    }
  }
  return true
}
