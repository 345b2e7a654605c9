import { parseRange, parseVersion, SkillError } from '@skillwright/contract'
import { fullName, isVersion } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { findSkill, type SkillPlace } from './find-skill.ts'
import { prepareQuery } from './prepared-query.ts'
import { registryOf } from './registry-of.ts'
import { SUMMARY_COLUMNS } from './version-summary.ts'
import { openName, viewerFor } from './viewer-for.ts'
import { visibleToViewer } from './visible-to.ts'

/** Which version of which skill. */
export interface VersionPlace extends SkillPlace {
  /** Exact; where something is read also a range or `latest`. */
  readonly version: string
}

/** A version the caller may see, without its long columns. */
export type FoundVersion = SkillPlace &
  Pick<Row<'versions'>, (typeof SUMMARY_COLUMNS)[number] | 'id' | 'skill_id' | 'state_reason'> &
  Pick<Row<'skills'>, 'access' | 'tier'>

/** About what one takes in memory. */
const FOUND_BYTES = 1_500
const VERSION_COLUMNS = [...SUMMARY_COLUMNS, 'id', 'skill_id', 'state_reason', 'released_at'] as const

const query = prepareQuery(
  ['scope', 'name', 'version', 'person', 'oversees'],
  (db, { scope, name, version, ...viewer }) =>
    db
      .selectFrom('skills')
      .innerJoin('versions', 'versions.skill_id', 'skills.id')
      .select(['skills.scope', 'skills.name', 'skills.access', 'skills.tier'])
      .select(VERSION_COLUMNS.map((column) => `versions.${column}` as const))
      .where('skills.scope', '=', scope)
      .where('skills.name', '=', name)
      .where('versions.version', '=', version)
      .where(visibleToViewer(viewer)),
)

const openQuery = prepareQuery(['open', 'version'], (db, { open, version }) =>
  db
    .selectFrom('skills')
    .innerJoin('versions', 'versions.skill_id', 'skills.id')
    .select(['skills.scope', 'skills.name', 'skills.access', 'skills.tier'])
    .select(VERSION_COLUMNS.map((column) => `versions.${column}` as const))
    .where(openName, '=', open)
    .where('versions.version', '=', version),
)

/**
 * The version that was asked for: an exact one, yanked or not; the newest published one of a range; or `latest`. Throws DATA_NOT_FOUND,
 * for an absent skill and one that the caller may not know of alike, and WITHDRAWN for a version that was taken back.
 */
export async function findVersion(hub: HubContext, principal: Principal, place: VersionPlace): Promise<FoundVersion> {
  const kept = cachedVersion(hub, place)
  const ready = kept instanceof Promise ? await kept : kept
  if (ready !== undefined) return ready
  const stamp = await hub.stamp()
  const found = await readFound(hub, principal, place)
  const isForAll = found.access !== 'private' && (found.state === 'published' || found.state === 'yanked')
  // What is private is not cached: the caller is checked each time.
  if (isForAll) registryOf(hub).versions.set(stamp, keyOf(place), found, FOUND_BYTES)
  return found
}

/** The same when it is visible to anyone, in memory and unchanged since; undefined when it has to be read. */
export function cachedVersion(hub: HubContext, place: VersionPlace) {
  return registryOf(hub).versions.get(keyOf(place))
}

function keyOf({ scope, name, version }: VersionPlace): string {
  return `${scope}/${name}@${version}`
}

async function readFound(
  hub: HubContext,
  principal: Principal,
  { scope, name, version }: VersionPlace,
): Promise<FoundVersion> {
  const exact = isVersion(version) ? version : await resolveRange(hub, principal, { scope, name, version })
  // Nearly every read is of a skill visible to anyone: that needs no look at the caller.
  const [open] = await openQuery(hub.db, { open: fullName({ scope, name }), version: exact })
  const viewer = open === undefined ? await viewerFor(hub, principal, { scope, name }) : undefined
  const [row = open] = viewer === undefined ? [] : await query(hub.db, { scope, name, version: exact, ...viewer })
  if (row === undefined) {
    await findSkill(hub, principal, { scope, name })
    throw absentVersion({ scope, name, version })
  }
  const { released_at: releasedAt, ...found } = row
  if (found.state === 'published' || found.state === 'yanked') return found
  if ((await findSkill(hub, principal, { scope, name })).isInsider) return found
  if (releasedAt === null) throw absentVersion({ scope, name, version })
  throw new SkillError(
    'WITHDRAWN',
    `${fullName(found)} ${exact} was taken back: ${found.state_reason ?? 'no reason'}`,
    {
      hint: 'Do not use it any more; use another version',
    },
  )
}

/** What is said of a version that is not there. */
export function absentVersion(place: VersionPlace): SkillError {
  return new SkillError('DATA_NOT_FOUND', `${fullName(place)} has no version ${place.version.slice(0, 80)}`, {
    hint: `See which versions there are: skillwright info ${fullName(place)}`,
  })
}

const VERSIONS_AT_ONCE = 200

/** The newest published version of a range. */
async function resolveRange(hub: HubContext, principal: Principal, place: VersionPlace): Promise<string> {
  const range = place.version === 'latest' ? undefined : parseRange(place.version)
  const skill = await findSkill(hub, principal, place)
  if (range === undefined) {
    if (skill.latest === null) throw absentVersion(place)
    return skill.latest
  }
  let before: string | undefined
  do {
    const versions = await hub.db
      .selectFrom('versions')
      .select(['version', 'version_order'])
      .where('skill_id', '=', skill.id)
      .where('state', '=', 'published')
      .$if(before !== undefined, (some) => some.where('version_order', '<', before ?? ''))
      .orderBy('version_order', 'desc')
      .limit(VERSIONS_AT_ONCE)
      .execute()
    const found = versions.find(({ version }) => range.includes(parseVersion(version)))
    if (found !== undefined) return found.version
    before = versions.length < VERSIONS_AT_ONCE ? undefined : versions.at(-1)?.version_order
  } while (before !== undefined)
  throw absentVersion(place)
}
