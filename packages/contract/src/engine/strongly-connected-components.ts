import type { SchemaNode } from './schema-node.ts'

/**
 * Numbers the nodes by strongly connected component (Tarjan): two have the same number exactly when each reaches the other.
 * Recurses as deep as there are nodes, so it is for small graphs.
 */
export function stronglyConnectedComponents(
  nodes: readonly SchemaNode[],
  leadsTo: (node: SchemaNode) => readonly SchemaNode[],
): Map<SchemaNode, number> {
  const groups = new Map<SchemaNode, number>()
  const order = new Map<SchemaNode, number>()
  const open: SchemaNode[] = []
  for (const node of nodes) if (!order.has(node)) visit(node)
  return groups

  /** Returns the earliest node still open that this one leads back to. */
  function visit(node: SchemaNode): number {
    const own = order.size
    let earliest = own
    order.set(node, own)
    open.push(node)
    for (const next of leadsTo(node)) {
      if (groups.has(next)) continue
      earliest = Math.min(earliest, order.get(next) ?? visit(next))
    }
    if (earliest === own)
      for (let member = open.pop(); member; member = member === node ? undefined : open.pop()) groups.set(member, own)
    return earliest
  }
}
