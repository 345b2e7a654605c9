import { SkillError } from '@skillwright/contract'
import { type Digest, digestFiles, type SkillFiles } from '@skillwright/skill'
import type { LockedSkill } from '../lock/lock.ts'
import { HUB } from '../sources/hub-source.ts'
import { parsedPackage } from '../sources/parsed-package.ts'
import type { Fetched } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'
import { inParallel } from '../transaction/in-parallel.ts'
import type { Installer, LoggedVersion } from './installer.ts'
import type { Chosen } from './resolve-lock.ts'

/** A package at hand. */
export interface ObtainedPackage {
  readonly files: SkillFiles
  readonly digest: Digest
}

/** Gets packages out of the store, or else from their source into it; each once. */
export class Packages {
  readonly #installer: Installer
  readonly #sources: Sources
  readonly #known = new Map<string, Promise<ObtainedPackage>>()

  constructor(installer: Installer, sources: Sources) {
    this.#installer = installer
    this.#sources = sources
  }

  get({ source, ...wanted }: Fetched & { readonly source: string }): Promise<ObtainedPackage> {
    const key = `${source} ${wanted.id} ${wanted.version} ${wanted.digest ?? ''}`
    const known = this.#known.get(key) ?? this.#obtain(source, wanted)
    this.#known.set(key, known)
    return known
  }

  async #obtain(source: string, wanted: Fetched): Promise<ObtainedPackage> {
    const { store, signal } = this.#installer
    const { digest } = wanted
    const origin = originOf({ source, ...wanted })
    if (digest !== undefined && (await store.isFrom(digest, origin))) {
      const kept = await store.read(digest)
      if (kept !== undefined) return { files: kept, digest }
    }
    const fetched = await this.#sources.open(source).fetch(wanted, { signal })
    await store.add(fetched.digest, origin, fetched.files, fetched.archive)
    return fetched
  }
}

/** Where a package comes from, as the store remembers it. */
export function originOf({ source, id, version, revision = '' }: Fetched & { readonly source: string }): string {
  return [source, id, version, revision].join('\n')
}

/** The entries of a lock for what was chosen: packages that are not locked yet are got, checked against the log of their hub, and described. */
export async function lockChosen(
  chosen: readonly Chosen[],
  before: readonly LockedSkill[],
  packages: Packages,
  installer: Installer,
): Promise<LockedSkill[]> {
  const known = new Map(
    before.map((skill) => [`${skill.name} ${skill.source} ${skill.id} ${skill.version} ${skill.digest}`, skill]),
  )
  const locked = new Array<LockedSkill>(chosen.length)
  const fresh: [number, Chosen][] = []
  for (const [i, one] of chosen.entries()) {
    const { name, node, offer, dependencies } = one
    const old = known.get(`${name} ${node.source} ${node.id} ${offer.version} ${offer.digest ?? ''}`)
    if (old === undefined) fresh.push([i, one])
    else locked[i] = { ...old, dependencies }
  }
  await checkLogs(
    fresh.map(([, { node, offer }]) => ({ ...offer, source: node.source, id: node.id })),
    installer,
  )
  let done = 0
  installer.onProgress?.(0, fresh.length)
  await inParallel(fresh, async ([i, one]) => {
    const { node, offer } = one
    const { version, digest, archive, revision } = offer
    const got = await packages.get({
      source: node.source,
      id: node.id,
      version,
      ...(digest === undefined ? {} : { digest }),
      ...(archive === undefined ? {} : { archive }),
      ...(revision === undefined ? {} : { revision }),
    })
    locked[i] = lockEntry(one, got)
    installer.onProgress?.(++done, fresh.length)
  })
  return locked
}

/** Checks versions that are about to be fetched against the logs of their hubs. */
export async function checkLogs(
  versions: readonly (Pick<LockedSkill, 'source' | 'id' | 'version' | 'logIndex'> & { readonly digest?: Digest })[],
  { checkLog }: Installer,
): Promise<void> {
  const logged = versions.flatMap(({ source, id, logIndex: index, version, digest }) =>
    source.startsWith(HUB) && index !== undefined && digest !== undefined
      ? [{ url: source.slice(HUB.length), entry: { index, skill: id, version, digest } satisfies LoggedVersion }]
      : [],
  )
  for (const [url, entries] of Map.groupBy(logged, (one) => one.url))
    await checkLog(
      url,
      entries.map(({ entry }) => entry),
    )
}

function lockEntry({ name, node, offer, dependencies }: Chosen, { files, digest }: ObtainedPackage): LockedSkill {
  const skill = parsedPackage(files, name)
  const said = [...offer.dependencies].map(([needed, range]) => `${needed} ${range}`)
  const found = [...skill.dependencies].map(([needed, range]) => `${needed} ${range}`)
  if (said.toSorted().join() !== found.toSorted().join())
    throw new SkillError('INTEGRITY_FAILED', `${node.id} ${offer.version} needs other skills than its source says`, {
      hint: 'Do not use it, and tell the operator of the hub',
    })
  const { revision, archive, logIndex, signedBy } = offer
  const { license, hermesVersion: hostRange } = skill
  const optional = { revision, archive, logIndex, signedBy, license, hostRange }
  return {
    name,
    id: node.id,
    version: offer.version,
    source: node.source,
    digest,
    dependencies,
    permissions: skill.permissions,
    tools: skill.toolsRequired,
    files: digestFiles(files).files.map(({ path, sha256 }) => ({ path, sha256 })),
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<LockedSkill>),
  }
}
