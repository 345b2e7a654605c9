/** The edges of a graph that lead back to a node on the way to them: without any, no way has a circle. Needs no recursion. */
export function backEdges<T>(nodes: Iterable<T>, next: (node: T) => Iterable<T>): [from: T, to: T][] {
  const found: [T, T][] = []
  const done = new Set<T>()
  const open = new Set<T>()
  const way: { readonly node: T; readonly rest: Iterator<T> }[] = []
  const visit = (node: T) => {
    if (done.has(node)) return
    open.add(node)
    way.push({ node, rest: next(node)[Symbol.iterator]() })
  }
  for (const start of nodes) {
    visit(start)
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const step = top.rest.next()
      if (step.done) {
        way.pop()
        open.delete(top.node)
        done.add(top.node)
      } else if (open.has(step.value)) found.push([top.node, step.value])
      else visit(step.value)
    }
  }
  return found
}
