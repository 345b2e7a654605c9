/** A document with a score that may be off by a little. */
interface RoughlyScored {
  readonly score: number
}

/** Gathers the best of many documents. */
export interface BestDocuments<Document extends RoughlyScored> {
  /** A document with less is not among the best. */
  readonly least: number
  /** Takes a document that has at least that. */
  add(document: Document): void
  /** The best, and those that come so close that they may be. */
  list(): Document[]
}

/** Begins to gather so many documents, whose scores are off by no more than `slack`. */
export function bestDocuments<Document extends RoughlyScored>(most: number, slack: number): BestDocuments<Document> {
  let documents: Document[] = []
  let least = 0
  let room = 2 * most
  /** Lets those go that are too far behind. */
  const tidy = () => {
    const reached = Float64Array.from(documents, ({ score }) => score).sort()
    least = Math.max(least, (reached.at(-most) ?? 0) - 2 * slack)
    documents = documents.filter(({ score }) => score >= least)
    // Of equal ones there may be more than were asked for.
    room = Math.max(2 * most, 2 * documents.length)
  }
  return {
    get least() {
      return least
    },
    add(document) {
      documents.push(document)
      if (documents.length >= room) tidy()
    },
    list() {
      tidy()
      return documents
    },
  }
}
