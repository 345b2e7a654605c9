/**
 * Numbers the nodes by strongly connected component (Tarjan): two have the same number exactly when each reaches the other.
 * A component stands in the map after all components that it leads to. Needs no recursion, so that long chains do no harm.
 */
export function stronglyConnectedComponents<Node>(
  nodes: Iterable<Node>,
  leadsTo: (node: Node) => readonly Node[],
): Map<Node, number> {
  const groups = new Map<Node, number>()
  const order = new Map<Node, number>()
  const open: Node[] = []
  for (const start of nodes) if (!order.has(start)) walk(start)
  return groups

  function walk(start: Node): void {
    const path = [enter(start)]
    for (let visit = path.at(-1); visit; visit = path.at(-1)) {
      const next = visit.targets[visit.at++]
      if (next !== undefined) {
        const seen = order.get(next)
        if (seen === undefined) path.push(enter(next))
        else if (!groups.has(next)) visit.earliest = Math.min(visit.earliest, seen)
        continue
      }
      path.pop()
      if (visit.earliest === visit.own) close(visit.node, visit.own)
      const above = path.at(-1)
      if (above) above.earliest = Math.min(above.earliest, visit.earliest)
    }
  }

  function enter(node: Node): Visit<Node> {
    const own = order.size
    order.set(node, own)
    open.push(node)
    return { node, own, earliest: own, targets: leadsTo(node), at: 0 }
  }

  function close(root: Node, group: number): void {
    for (let member = open.pop(); member !== undefined; member = member === root ? undefined : open.pop()) {
      groups.set(member, group)
    }
  }
}

interface Visit<Node> {
  readonly node: Node
  readonly own: number
  /** The earliest node still open that this one leads back to. */
  earliest: number
  readonly targets: readonly Node[]
  at: number
}
