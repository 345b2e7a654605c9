import { parseRange, SkillError } from '@skillwright/contract'
import { isVersion } from '@skillwright/hub-api'
import type { Offer, Offers, Source } from '../sources/source.ts'
import type { Candidate, Universe, Wish } from './universe.ts'
import { rangeTest } from './version-sets.ts'

/** A skill that is wanted or needed: what it is called at a source, and which versions will do. */
export interface Request {
  readonly source: string
  readonly id: string
  readonly range: string
  /** The name of the folder of a copy of its own, which shares no version with others. */
  readonly as?: string | undefined
  readonly by?: string
}

/** A skill that may be chosen. */
export interface PackageNode {
  readonly key: string
  readonly source: string
  readonly id: string
  readonly tier?: string
  readonly as?: string | undefined
  readonly offers: readonly Offer[]
  /** Why there are none. */
  readonly problem?: string
}

/** All that may be needed for what is wanted. */
export interface LoadedUniverse {
  readonly universe: Universe
  readonly wishes: readonly Wish[]
  readonly nodes: ReadonlyMap<string, PackageNode>
}

/** How a universe is loaded. */
export interface LoadOptions {
  readonly requests: readonly Request[]
  readonly open: (spec: string) => Source
  /** Where the source of a dependency is: the hub of its scope, else that of the skill that needs it. */
  readonly dependencyAt: (name: string, needing: PackageNode) => { readonly source: string; readonly id: string }
  /** Why a version cannot be used; undefined when it can. */
  readonly judge: (node: PackageNode, offer: Offer) => string | undefined
  /** Versions that are preferred, the best first; the newest when there are none. */
  readonly prefer: (node: PackageNode) => string | undefined
  /** What is known of a skill without asking its source; undefined when it has to be asked. */
  readonly known?: (request: Request) => Offers | undefined
  readonly signal?: AbortSignal | undefined
}

const MOST_PACKAGES = 5_000

/**
 * Asks the sources for everything that what is wanted may need, in rounds: each round asks every source once for all that the round before
 * turned out to need. What the solver works on is then complete, and it needs no more than memory.
 */
export async function loadUniverse({
  requests,
  open,
  dependencyAt,
  judge,
  prefer,
  known: knownOffers = () => undefined,
  signal,
}: LoadOptions): Promise<LoadedUniverse> {
  const found = new Map<string, Offers>()
  const nodes = new Map<string, PackageNode>()
  const needed = new Map<string, Map<string, string>>()
  const nodeOf = ({ source, id, as }: Request): PackageNode => {
    const offers = found.get(`${source}\n${id}`) ?? { id, offers: [] }
    const key = `${source} ${offers.id}${as === undefined ? '' : ` as ${as}`}`
    const known = nodes.get(key)
    if (known !== undefined) return known
    const node = {
      key,
      source,
      id: offers.id,
      as,
      offers: offers.offers.filter(({ version }) => isVersion(version)),
      ...(offers.tier === undefined ? {} : { tier: offers.tier }),
      ...(offers.problem === undefined ? {} : { problem: offers.problem }),
    }
    if (nodes.set(key, node).size > MOST_PACKAGES)
      throw new SkillError('INPUT_TOO_LARGE', `More than ${MOST_PACKAGES} skills would have to be looked at`)
    return node
  }
  for (let round = requests; round.length > 0; ) {
    for (const request of round) {
      const offers = knownOffers(request)
      if (offers !== undefined) found.set(`${request.source}\n${request.id}`, offers)
    }
    await askSources(round, found, open, signal)
    const next: Request[] = []
    for (const request of round) {
      const node = nodeOf(request)
      const isMeant = rangeTest(request.range, node.offers)
      for (const { version, dependencies } of node.offers) {
        const place = `${node.key}\n${version}`
        if (needed.has(place) || !isMeant(version)) continue
        needed.set(place, new Map())
        for (const [name, range] of dependencies)
          if (isReadable(range)) next.push({ ...dependencyAt(name, node), range })
      }
    }
    round = next
  }
  // Only now is every name resolved: a dependency is known by the key of what it turned out to be.
  const keyOf = (request: Request) => nodeOf(request).key
  const universe = new Map<string, readonly Candidate[]>()
  for (const node of [...nodes.values()]) {
    const preferred = prefer(node)
    const candidates = node.offers.map((offer): Candidate => {
      const isLooked = needed.has(`${node.key}\n${offer.version}`)
      const pairs = isLooked ? [...offer.dependencies].filter(([, range]) => isReadable(range)) : []
      const reason =
        pairs.length < offer.dependencies.size && isLooked ? 'states a range that cannot be read' : judge(node, offer)
      return {
        version: offer.version,
        dependencies: new Map(pairs.map(([name, range]) => [keyOf({ ...dependencyAt(name, node), range }), range])),
        ...(reason === undefined ? {} : { unusable: reason }),
      }
    })
    universe.set(
      node.key,
      candidates.toSorted((a, b) => Number(b.version === preferred) - Number(a.version === preferred)),
    )
  }
  const wishes = requests.map((request) => {
    const { range, by } = request
    return { key: keyOf(request), range, ...(by === undefined ? {} : { by }) }
  })
  return { universe, wishes, nodes }
}

async function askSources(
  round: readonly Request[],
  found: Map<string, Offers>,
  open: LoadOptions['open'],
  signal: AbortSignal | undefined,
): Promise<void> {
  const unknown = round.filter(({ source, id }) => !found.has(`${source}\n${id}`))
  const bySource = Map.groupBy(unknown, ({ source }) => source)
  await Promise.all(
    [...bySource].map(async ([spec, asked]) => {
      const ids = [...new Set(asked.map(({ id }) => id))]
      const range = asked.length === 1 ? asked[0]?.range : undefined
      const offers = await open(spec).offers(ids, { signal, ...(range === undefined ? {} : { range }) })
      for (const id of ids) found.set(`${spec}\n${id}`, offers.get(id) ?? { id, offers: [] })
    }),
  )
}

function isReadable(range: string): boolean {
  try {
    parseRange(range)
    return true
  } catch {
    return false
  }
}
