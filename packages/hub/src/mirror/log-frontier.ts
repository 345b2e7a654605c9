import { type Hash, joinSubtrees, leafHash, nodeHash } from '@skillwright/hub-api'

/** A complete subtree at the growing edge of a log. */
export interface Subtree {
  readonly level: number
  readonly hash: Hash
}

/** The edge of a log with these entries added: all that has to be kept of it to know the root of what follows. */
export async function growFrontier(frontier: readonly Subtree[], entries: readonly string[]): Promise<Subtree[]> {
  const grown = [...frontier]
  for (const entry of entries) {
    let added: Subtree = { level: 0, hash: await leafHash(entry) }
    for (let last = grown.at(-1); last?.level === added.level; last = grown.at(-1)) {
      grown.pop()
      added = { level: added.level + 1, hash: await nodeHash(last.hash, added.hash) }
    }
    grown.push(added)
  }
  return grown
}

/** The root of the log up to its edge. */
export function frontierRoot(frontier: readonly Subtree[]): Promise<Hash> {
  return joinSubtrees(frontier.map(({ hash }) => hash))
}
