/** The nodes of a graph that lie on a way from a circle to a circle; empty when nothing leads back to itself. */
export function findCircles(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const leading = withoutEnds(edges)
  return new Set(withoutEnds(reversed(leading)).keys())
}

/** The graph without nodes that lead nowhere, taken away again and again until none is left. */
function withoutEnds(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const callers = reversed(edges)
  const left = new Map([...edges].map(([from, to]) => [from, to.size]))
  const ends = [...new Set([...edges.keys(), ...callers.keys()])].filter((node) => !left.get(node))
  for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
    left.delete(node)
    for (const caller of callers.get(node) ?? []) {
      const count = (left.get(caller) ?? 0) - 1
      left.set(caller, count)
      if (count === 0) ends.push(caller)
    }
  }
  return new Map(
    [...left.keys()].map((node) => [node, new Set([...(edges.get(node) ?? [])].filter((to) => left.has(to)))]),
  )
}

function reversed(edges: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyMap<string, ReadonlySet<string>> {
  const result = new Map<string, Set<string>>()
  for (const [from, to] of edges) {
    for (const node of to) {
      const known = result.get(node)
      if (known) known.add(from)
      else result.set(node, new Set([from]))
    }
  }
  return result
}
