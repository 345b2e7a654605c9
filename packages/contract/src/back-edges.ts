/** The back edges of a depth-first search: without any, the graph has no cycle. Iterative. */
export function backEdges<T>(nodes: Iterable<T>, next: (node: T) => Iterable<T>): [from: T, to: T][] {
  const found: [T, T][] = []
  const done = new Set<T>()
  const open = new Set<T>()
  const path: { readonly node: T; readonly rest: Iterator<T> }[] = []
  const visit = (node: T) => {
    if (done.has(node)) return
    open.add(node)
    path.push({ node, rest: next(node)[Symbol.iterator]() })
  }
  for (const start of nodes) {
    visit(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const step = top.rest.next()
      if (step.done) {
        path.pop()
        open.delete(top.node)
        done.add(top.node)
      } else if (open.has(step.value)) found.push([top.node, step.value])
      else visit(step.value)
    }
  }
  return found
}
