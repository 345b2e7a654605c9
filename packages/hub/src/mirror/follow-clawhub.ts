import { isObject, SkillError } from '@skillwright/contract'
import { checkName } from '@skillwright/hub-api'
import type { FileDigest } from '@skillwright/skill'
import { registryOf } from '../registry/registry-of.ts'
import { Attempts, isTransient } from './attempts.ts'
import { claimName, noteSeen } from './claim-name.ts'
import { fetchBytes, fetchJson } from './fetch-from.ts'
import { currentPass, endPass } from './follow-list.ts'
import { followState } from './follow-state.ts'
import type { MirrorRun } from './mirror-run.ts'
import { localVersions, publishMirrored } from './publish-mirrored.ts'

const PAGE = 100
const MOST_VERSIONS = 50

type Document = Readonly<Record<string, unknown>>

/** Follows a registry that speaks ClawHub's HTTP API, by its list of skills. */
export async function followClawhub(run: MirrorRun): Promise<boolean> {
  const attempts = new Attempts(run, () => readPage(run, null))
  const pass = currentPass(run)
  let { place } = pass
  do {
    const { items, next } = await readPage(run, place)
    for (const item of items) {
      if (run.room <= 0) return false
      const slug = String(item.slug)
      await attempts.try(slug, () => followSkill(run, item, { slug, pass: pass.number, attempts }))
    }
    place = next
    if (place !== null) await run.save({ pass: { ...pass, place } })
  } while (place !== null)
  // A skill that is updated while the list is gone through may have moved to where one has been.
  await endPass(run, pass, ({ source }) => isGone(run, source))
  return true
}

async function readPage(run: MirrorRun, cursor: string | null): Promise<{ items: Document[]; next: string | null }> {
  const url = new URL(`${run.mirror.url}/api/v1/skills?limit=${PAGE}&sort=name`)
  if (cursor !== null) url.searchParams.set('cursor', cursor)
  const page = documentOf(await fetchJson(run, url))
  if (!Array.isArray(page.items)) throw new SkillError('EXTERNAL_SERVICE_ERROR', `Expected a list of skills at ${url}`)
  const next = typeof page.nextCursor === 'string' && page.nextCursor !== cursor ? page.nextCursor : null
  return { items: page.items.filter((item) => isObject(item) && typeof item.slug === 'string'), next }
}

async function isGone(run: MirrorRun, source: string): Promise<boolean> {
  try {
    return documentOf(await fetchJson(run, source)).latestVersion == null
  } catch (thrown) {
    if (thrown instanceof SkillError && !isTransient(thrown)) return true
    throw thrown
  }
}

async function followSkill(
  run: MirrorRun,
  item: Document,
  { slug, pass, attempts }: { readonly slug: string; readonly pass: number; readonly attempts: Attempts },
): Promise<void> {
  const source = `${run.mirror.url}/api/v1/skills/${encodeURIComponent(slug)}`
  // Hubs like this one write scope--name where a name alone is not enough.
  const name = checkName(slug.replaceAll('--', '-'))
  const row = await claimName(run, { name, source })
  await noteSeen(run, row, { pass })
  const mark = JSON.stringify([documentOf(item.latestVersion).version, item.updatedAt]).slice(0, 200)
  if (mark === row.mark) return
  run.room--
  const owner = documentOf(documentOf(await fetchJson(run, source)).owner).handle
  const place = { slug, name, source, owner: typeof owner === 'string' ? owner : undefined }
  let isDone = true
  for (const { version, state } of await readVersions(run, place)) {
    const isOver = await attempts.try(`${slug}@${version}`, () => followVersion(run, place, version, state))
    isDone &&= isOver
  }
  if (isDone) await noteSeen(run, row, { mark })
  await run.save({})
}

interface SkillAddress {
  readonly slug: string
  readonly name: string
  readonly source: string
  readonly owner: string | undefined
}

/** Its versions, the oldest first. */
async function readVersions(run: MirrorRun, { source, owner }: SkillAddress) {
  const url = ownedBy(`${source}/versions?limit=${MOST_VERSIONS}`, owner)
  const { items } = documentOf(await fetchJson(run, url))
  const versions = (Array.isArray(items) ? items.slice(0, MOST_VERSIONS) : []).map(documentOf)
  return versions.map(({ version, state }) => ({ version: String(version), state })).reverse()
}

async function followVersion(run: MirrorRun, place: SkillAddress, version: string, state: unknown): Promise<void> {
  const { name } = place
  const isHere = (await localVersions(run, name)).some((local) => local.version === version)
  if (!isHere) await takeVersion(run, place, version)
  // Only hubs like this one tell it.
  await followState(run, { name, version }, state === 'yanked' ? 'yank' : 'unyank')
}

async function takeVersion(run: MirrorRun, { slug, name, source, owner }: SkillAddress, version: string) {
  run.room--
  const detail = documentOf(await fetchJson(run, ownedBy(`${source}/versions/${encodeURIComponent(version)}`, owner)))
  const query = new URLSearchParams({ slug, version })
  const zip = await fetchBytes(run, ownedBy(`${run.mirror.url}/api/v1/download?${query}`, owner))
  if (zip[0] === 0x7b)
    throw new SkillError('INVALID_INPUT', 'Its files are hosted elsewhere, and the registry gives only their address')
  const made = await registryOf(run.hub).packages.run('assemble', { source: zip, name, version })
  requireSame(made.offered, documentOf(detail.version).files)
  await publishMirrored(run, { name, version, archive: made.archive, digest: made.digest })
}

/** Throws INTEGRITY_FAILED unless the files are those that the registry lists, where it lists any. */
function requireSame(offered: readonly FileDigest[], listed: unknown): void {
  if (!Array.isArray(listed)) return
  const stated = new Map(listed.map(documentOf).map(({ path, sha256 }) => [path, sha256]))
  const other = offered.find(({ path, sha256 }) => stated.get(path) !== sha256)
  if (other !== undefined || stated.size !== offered.length)
    throw new SkillError('INTEGRITY_FAILED', `The files are not those that are listed${other ? `: ${other.path}` : ''}`)
}

function ownedBy(address: string, owner: string | undefined): URL {
  const url = new URL(address)
  if (owner !== undefined) url.searchParams.set('ownerHandle', owner)
  return url
}

function documentOf(value: unknown): Document {
  return isObject(value) ? value : {}
}
