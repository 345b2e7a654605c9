import { type Hash, joinSubtrees, type NodePlace, nodeHash } from '@skillwright/hub-api'

/** The Merkle tree as it grows: the complete subtrees so far, the largest first. */
export class GrowingTree {
  readonly #subtrees: { level: number; hash: Hash }[] = []
  #size = 0

  /** Adds a leaf; gives every subtree that it completes, itself among them. */
  async add(leaf: Hash): Promise<(NodePlace & { readonly hash: Hash })[]> {
    const completed = [{ level: 0, position: this.#size, hash: leaf }]
    let tree = { level: 0, hash: leaf }
    for (let last = this.#subtrees.at(-1); last?.level === tree.level; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop()
      tree = { level: tree.level + 1, hash: await nodeHash(last.hash, tree.hash) }
      completed.push({ ...tree, position: Math.floor(this.#size / 2 ** tree.level) })
    }
    this.#subtrees.push(tree)
    this.#size++
    return completed
  }

  /** The root over all leaves so far. */
  root(): Promise<Hash> {
    return joinSubtrees(this.#subtrees.map(({ hash }) => hash))
  }
}
