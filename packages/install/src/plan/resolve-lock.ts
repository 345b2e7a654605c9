import { checkHost, SkillError } from '@skillwright/contract'
import type { Lock } from '../lock/lock.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { checkFolderName } from '../place/folder-name.ts'
import { loadUniverse, type PackageNode, type Request } from '../solve/load-universe.ts'
import { solve } from '../solve/solve.ts'
import { COLLECTION, collectionsSource } from '../sources/collection-source.ts'
import { HUB } from '../sources/hub-source.ts'
import type { Offer, Offers } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'
import { askedLine, collectionLine, pinLine } from './asked-lines.ts'

/** A version that was chosen. */
export interface Chosen {
  readonly name: string
  readonly node: PackageNode
  readonly offer: Offer
  /** Folder names of the skills it needs, each with the range it asks for. */
  readonly dependencies: ReadonlyMap<string, string>
}

/** What was chosen for a manifest. */
export interface Resolution {
  readonly chosen: readonly Chosen[]
  readonly roots: Lock['roots']
}

/** How versions are chosen. */
export interface ResolveOptions {
  readonly manifest: Manifest
  /** The lock of before: its versions stay where they can. */
  readonly lock: Lock
  /** Folder names of the skills that may move on from their locked version; `all` for every one. */
  readonly update: 'all' | ReadonlySet<string>
  readonly sources: Sources
  /** Why a policy does not allow a version. */
  readonly forbid?: (node: PackageNode, offer: Offer) => string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Chooses versions for all that a manifest asks for. Throws CONFLICT with the solver's explanation when there are none that fit together. */
export async function resolveLock({
  manifest,
  lock,
  update,
  sources,
  forbid,
  signal,
}: ResolveOptions): Promise<Resolution> {
  const hubOf = (id: string) => sources.hubOf(id)
  const wanted = manifest.skills.map((skill) => ({
    line: askedLine(skill),
    request: {
      source: skill.source === undefined ? hubOf(skill.id) : sources.canonical(skill.source),
      id: skill.id,
      range: skill.version,
      as: skill.as,
    },
  }))
  const sets = manifest.collections.map((collection) => ({
    line: collectionLine(collection),
    request: {
      source: `${COLLECTION}${hubOf(collection.id)}`,
      id: collection.id,
      range: collection.version,
      as: undefined,
    },
  }))
  requireOnce(wanted.map(({ request }) => request))
  const lockedAt = (node: PackageNode) =>
    lock.skills.find(
      (skill) => skill.source === node.source && skill.id === node.id && (node.as ?? bareName(node.id)) === skill.name,
    )
  const exact = new Set(wanted.map(({ request }) => `${request.id}@${request.range}`))
  const { universe, wishes, nodes } = await loadUniverse({
    requests: [...wanted, ...sets].map(({ request }) => request),
    open: (spec) => (spec.startsWith(COLLECTION) ? collectionsSource(sources.clientOf(spec)) : sources.open(spec)),
    dependencyAt: (name, needing) => dependencyAt(name, needing, sources),
    judge: (node, offer) => {
      const isLocked = lockedAt(node)?.version === offer.version
      const isExact =
        exact.has(`${node.id}@${offer.version}`) || manifest.pins.get(node.as ?? bareName(node.id)) === offer.version
      return (
        whyElsewhere(node, sources) ??
        whyUnusable(offer, manifest, isLocked || isExact) ??
        // Policies are about skills: each member of a collection is held to them.
        (node.source.startsWith(COLLECTION) ? undefined : forbid?.(node, offer))
      )
    },
    prefer: (node) => {
      const locked = lockedAt(node)
      return locked !== undefined && update !== 'all' && !update.has(locked.name) ? locked.version : undefined
    },
    known: (request) => lockedOffers(request, lock, update),
    signal,
  })
  const pins = [...manifest.pins].flatMap(([name, version]) =>
    [...nodes.values()]
      .filter((node) => !node.source.startsWith(COLLECTION) && (node.as ?? bareName(node.id)) === name)
      .map((node) => ({ name, key: node.key, range: version, by: 'you pinned' })),
  )
  const nameOf = (key: string) => {
    const node = nodes.get(key)
    return node === undefined ? key : `${node.id}${node.as === undefined ? '' : ` (as ${node.as})`}`
  }
  // A pin holds only for what is needed anyway.
  const answer = solve({
    universe: withPins(universe, pins),
    wanted: wishes,
    nameOf,
    problemOf: (key) => nodes.get(key)?.problem,
  })
  if (!answer.ok) {
    const absent = wishes.find(({ key }) => nodes.get(key)?.offers.length === 0)
    throw noSolution(answer.explanation, absent === undefined ? undefined : nodes.get(absent.key)?.id)
  }
  const versions = answer.versions
  const selected = [...versions].flatMap(([key, version]) => {
    const node = nodes.get(key)
    const offer = node?.offers.find((one) => one.version === version)
    return node === undefined || offer === undefined ? [] : [{ key, node, offer }]
  })
  const skills = selected.filter(({ node }) => !node.source.startsWith(COLLECTION))
  const names = new Map(skills.map(({ key, node }) => [key, checkFolderName(node.as ?? bareName(node.id))]))
  requireOwnNames(skills.map(({ key, node }) => ({ name: names.get(key) ?? '', node })))
  const neededBy = (key: string) => {
    const candidate = universe.get(key)?.find(({ version }) => version === versions.get(key))
    return [...(candidate?.dependencies ?? [])].flatMap(([needed, range]): [string, string][] => {
      const name = names.get(needed)
      return name === undefined ? [] : [[name, range]]
    })
  }
  const keyed = [...wanted, ...sets].map(({ line }, i) => ({ line, key: wishes[i]?.key ?? '' }))
  return {
    chosen: skills.map(({ key, node, offer }) => ({
      name: names.get(key) ?? '',
      node,
      offer,
      dependencies: new Map(neededBy(key)),
    })),
    roots: [
      ...keyed.map(({ line, key }) => {
        const name = names.get(key)
        return { asked: line, names: name === undefined ? neededBy(key).map(([needed]) => needed) : [name] }
      }),
      ...[...manifest.pins].map(([name, version]) => ({
        asked: pinLine(name, version),
        names: [...names.values()].includes(name) ? [name] : [],
      })),
    ].filter((root) => root.names.length > 0),
  }
}

/**
 * What is locked of a skill that does not come from a registry of versions: a branch, an archive or a folder may have changed since, and is looked at again only when the
 * skill is to be updated.
 */
function lockedOffers({ source, id }: Request, { skills }: Lock, update: ResolveOptions['update']): Offers | undefined {
  if (source.startsWith(HUB) || source.startsWith(COLLECTION) || update === 'all') return undefined
  const skill = skills.find((one) => one.source === source && one.id === id)
  if (skill === undefined || update.has(skill.name)) return undefined
  const { version, digest, permissions, tools, revision, archive, license, hostRange } = skill
  const idOf = (name: string) => skills.find((one) => one.name === name)?.id ?? name
  const dependencies = new Map([...skill.dependencies].map(([name, range]) => [idOf(name), range]))
  const optional = { revision, archive, license, hostRange }
  const given = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { id, offers: [{ version, dependencies, tools, permissions, digest, ...Object.fromEntries(given) }] }
}

/** The last part of `@scope/name`. */
export function bareName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** What a skill means by the name of one that it needs: a bare name is one of its own scope, for what comes from elsewhere one of the hub. */
export function dependencyId(name: string, { source, id }: Pick<PackageNode, 'source' | 'id'>): string {
  if (name.includes('/')) return `@${name.replace(/^@/, '')}`
  return source.startsWith(HUB) && id.startsWith('@') ? `${id.split('/')[0]}/${name}` : name
}

/** A skill that is needed is on the hub of its scope, else on that of the one that needs it. */
function dependencyAt(name: string, needing: PackageNode, sources: Sources): Pick<Request, 'source' | 'id'> {
  const id = dependencyId(name, needing)
  const hub = needing.source.startsWith(COLLECTION) ? needing.source.slice(COLLECTION.length) : needing.source
  return { source: sources.hubOf(id, hub.startsWith(HUB) ? hub : undefined), id }
}

/** A name without its scope may turn out to be of one that comes from another hub. */
function whyElsewhere({ id, source }: PackageNode, sources: Sources): string | undefined {
  if (!source.startsWith(HUB)) return undefined
  const right = sources.hubOf(id, source)
  return right === source ? undefined : `is of a scope that comes from ${right.slice(HUB.length)} alone`
}

function whyUnusable(offer: Offer, manifest: Manifest, isMeant: boolean): string | undefined {
  const { withdrawn, yanked } = offer
  if (withdrawn !== undefined) return `was taken back (${withdrawn})`
  if (yanked !== undefined && !isMeant) return `was yanked (${yanked})`
  return whyUnfit(offer, manifest)
}

/** Why a skill does not work with the host of a manifest, and the tools that it has; undefined when it does. */
export function whyUnfit(
  { hostRange, tools }: Pick<Offer, 'hostRange' | 'tools'>,
  { host, tools: has }: Manifest,
): string | undefined {
  if (host !== undefined && hostRange !== undefined && !checkHost(hostRange, host).ok)
    return `needs a host of version ${hostRange}, and yours is ${host}`
  const missing = has === undefined ? [] : tools.filter((tool) => !has.includes(tool))
  return missing.length === 0 ? undefined : `needs ${missing.join(', ')}, which the host does not have`
}

/** Candidates of a pinned package that are another version cannot be used. */
function withPins(
  universe: Awaited<ReturnType<typeof loadUniverse>>['universe'],
  pins: readonly { readonly key: string; readonly range: string }[],
): typeof universe {
  const pinned = new Map(pins.map(({ key, range }) => [key, range]))
  return new Map(
    [...universe].map(([key, candidates]) => {
      const version = pinned.get(key)
      if (version === undefined) return [key, candidates]
      return [
        key,
        candidates.map((one) =>
          one.version === version ? one : { ...one, unusable: `is not the version ${version} that you pinned` },
        ),
      ]
    }),
  )
}

function requireOnce(requests: readonly Request[]): void {
  const seen = new Set<string>()
  for (const { source, id, as } of requests) {
    const key = `${source} ${id} ${as ?? ''}`
    if (seen.has(key))
      throw new SkillError('INVALID_INPUT', `The manifest asks for ${id} twice`, {
        hint: 'Remove one, or give it a folder of its own with as:',
      })
    seen.add(key)
  }
}

function requireOwnNames(skills: readonly { readonly name: string; readonly node: PackageNode }[]): void {
  const seen = new Map<string, PackageNode>()
  for (const { name, node } of skills) {
    const other = seen.get(name)
    if (other !== undefined)
      throw new SkillError(
        'CONFLICT',
        `Two skills want the folder ${name}: ${other.id} from ${other.source}, and ${node.id} from ${node.source}`,
        {
          hint: `Give one of them another name: skillwright install ${node.id} --as my-${name}`,
        },
      )
    seen.set(name, node)
  }
}

function noSolution(explanation: readonly string[], absent: string | undefined): SkillError {
  const lines = explanation.length === 1 ? explanation : explanation.map((line, i) => `${i + 1}. ${line}`)
  return new SkillError('CONFLICT', `There is no set of versions that fits together:\n  ${lines.join('\n  ')}`, {
    hint:
      absent === undefined
        ? 'Ask for another range, unpin a skill, or remove one of those named'
        : `See what there is: skillwright search ${bareName(absent)}`,
    details: { explanation },
  })
}
