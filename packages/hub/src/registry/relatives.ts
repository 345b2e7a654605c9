import { fullName, type RELATIVE, type Wire } from '@skillwright/hub-api'
import { COPY_SHARE } from '@skillwright/skill'
import type { Kysely, Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row, Tables } from '../store/tables.ts'
import type { Examination } from './examine-package.ts'
import { registryOf } from './registry-of.ts'

/** What a version has beyond the published skill it resembles most. */
export type Relative = Wire<typeof RELATIVE>

const CANDIDATES = 3
/**
 * A band that so many versions have is kept for those that came first: it tells little, the originals are among them, and however many
 * packages are made alike, looking for relatives costs the same.
 */
const MOST_OF_BAND = 16

/**
 * The public skill of others that a package has most of its text from, with what was added to it. Only what everybody may read is
 * compared: an answer says nothing about private skills.
 */
export async function findRelative(
  hub: HubContext,
  {
    scope,
    skill,
    caller,
  }: { readonly scope: string; readonly skill: Row<'skills'> | undefined; readonly caller: string },
  { sketch, archive, scan }: Pick<Examination, 'sketch' | 'archive' | 'scan'>,
): Promise<Relative | undefined> {
  if (sketch.length === 0) return undefined
  const candidates = await findCandidates(hub.db, scope, sketch)
  // Nothing of a private skill has been judged as a copy.
  const isJudged = skill !== undefined && skill.access !== 'private'
  const own = candidates.length === 0 || !isJudged ? undefined : await releasedArchive(hub, skill.id)
  const { packages } = registryOf(hub)
  let best: Relative | undefined
  for (const { since, archive_sha256: sha256, ...candidate } of candidates) {
    const relative = await hub.blobs.read(sha256)
    if (relative === undefined) continue
    const seen = await packages.run('relate', { archive, relative, own, findings: scan.findings }, { caller })
    if (seen.similarity < Math.max(COPY_SHARE, (best?.similarity ?? 0) + Number.EPSILON)) continue
    // Who had the text first is the original: what others made of it later is no model for it.
    const earlier = skill === undefined ? undefined : await releasedArchive(hub, skill.id, since)
    const then = earlier && (await packages.run('relate', { archive: earlier, relative, findings: [] }, { caller }))
    if (then !== undefined && then.similarity >= COPY_SHARE) continue
    best = {
      name: fullName(candidate),
      scope: candidate.scope,
      skill: candidate.name,
      version: candidate.version,
      ...seen,
    }
  }
  return best
}

/** The public skills of others that share most with a package, each with its newest version that does, and since when it does. */
async function findCandidates(db: Kysely<Tables>, scope: string, sketch: readonly string[]) {
  const alike = () =>
    db
      .selectFrom('sketch_bands')
      // Joined crosswise, which SQLite does in this order: by itself it would look at every published version first.
      .crossJoin('versions')
      .crossJoin('skills')
      .whereRef('versions.id', '=', 'sketch_bands.version_id')
      .whereRef('skills.id', '=', 'versions.skill_id')
      .where('sketch_bands.band', 'in', sketch)
      .where('skills.access', '=', 'public')
      .where('skills.scope', '!=', scope)
  const given = () => alike().where('versions.state', '=', 'published')
  const skills = await given()
    .select(['skills.id', ({ fn }) => fn.min('versions.published_at').as('since')])
    .groupBy('skills.id')
    .orderBy(({ fn }) => fn.count('sketch_bands.band').distinct(), 'desc')
    .orderBy('since')
    .limit(CANDIDATES)
    .execute()
  const newest = skills.map(async ({ id }) => {
    // Yanked by now or not: it had the text then.
    const { since } = await alike()
      .select(({ fn }) => fn.min('versions.published_at').as('since'))
      .where('skills.id', '=', id)
      .where('versions.released_at', 'is not', null)
      .executeTakeFirstOrThrow()
    const version = await given()
      .select(['skills.scope', 'skills.name', 'versions.version', 'versions.archive_sha256'])
      .where('skills.id', '=', id)
      .orderBy('versions.version_order', 'desc')
      .limit(1)
      .executeTakeFirst()
    // Undefined when it was taken back meanwhile.
    return version === undefined ? [] : [{ since: Number(since), ...version }]
  })
  return (await Promise.all(newest)).flat()
}

/** The package of the newest release of a skill, which has been judged, or of the newest that it had at a time. */
async function releasedArchive(
  hub: HubContext,
  skillId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Uint8Array | undefined> {
  const newest = await hub.db
    .selectFrom('versions')
    .select('archive_sha256')
    .where('skill_id', '=', skillId)
    .where('state', 'in', ['published', 'yanked'])
    .where('released_at', '<', before)
    .orderBy('version_order', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest === undefined ? undefined : await hub.blobs.read(newest.archive_sha256)
}

/** Why a copy has to wait: it adds an address, a command that reaches out, or something that the scan notes. */
export function relativeReasons(relative: Relative | undefined): string[] {
  if (relative === undefined) return []
  const { hosts, commands, rules } = relative
  const adds = [
    ...(hosts.length === 0 ? [] : [`addresses at ${hosts.slice(0, 3).join(', ')}`]),
    ...(commands.length === 0 ? [] : [`commands such as "${commands[0]?.slice(0, 80)}"`]),
    ...(rules.length === 0 ? [] : [`what ${rules.slice(0, 3).join(', ')} names`]),
  ]
  if (adds.length === 0) return []
  const share = Math.round(relative.similarity * 100)
  return [`It holds ${share} % of ${relative.name} ${relative.version} and adds ${adds.join(' and ')}.`]
}

/** The sketch of a version that is there already; empty when its package cannot be looked at, which keeps nobody from deciding about it. */
export async function sketchOf(
  hub: HubContext,
  { person }: Principal,
  { archive_sha256: sha256 }: Pick<Row<'versions'>, 'archive_sha256'>,
): Promise<readonly string[]> {
  try {
    const archive = await hub.blobs.read(sha256)
    if (archive === undefined) return []
    return await registryOf(hub).packages.run('sketch', { archive }, { caller: person?.id ?? '' })
  } catch (err) {
    hub.log.warn({ err, sha256 }, 'a package could not be looked at, and those that resemble it may not be found')
    return []
  }
}

/** Keeps all bands of a version, also those that many have: it is to be found whatever was made alike before it. */
export async function keepSketch(
  transaction: Transaction<Tables>,
  versionId: string,
  sketch: readonly string[],
): Promise<void> {
  if (sketch.length === 0) return
  await transaction
    .insertInto('sketch_bands')
    .values(sketch.map((band) => ({ band, version_id: versionId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Keeps the sketch of a version, and what it resembles. */
export async function storeRelative(
  transaction: Transaction<Tables>,
  versionId: string,
  { sketch, relative }: { readonly sketch: readonly string[]; readonly relative: Relative | undefined },
): Promise<void> {
  const full = sketch.length === 0 ? new Set() : await fullBands(transaction, sketch)
  const rare = sketch.filter((band) => !full.has(band))
  await keepSketch(transaction, versionId, rare)
  if (relative !== undefined)
    await transaction
      .insertInto('relatives')
      .values({ version_id: versionId, details: JSON.stringify(relative) })
      .execute()
}

async function fullBands(db: Kysely<Tables>, sketch: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sketch_bands')
    .select('band')
    .where('band', 'in', sketch)
    .groupBy('band')
    .having(({ fn }) => fn.countAll<number>(), '>=', MOST_OF_BAND)
    .execute()
  return new Set(rows.map(({ band }) => band))
}

/** What was found when a version was published; null when it resembles nothing. */
export async function relativeOf(db: Kysely<Tables>, versionId: string): Promise<Relative | null> {
  const row = await db.selectFrom('relatives').select('details').where('version_id', '=', versionId).executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.details) as Relative)
}
