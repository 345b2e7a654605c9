import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import { guardUrl } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import { isoTime } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { isUniqueViolation } from '../store/database-failure.ts'
import type { Row } from '../store/tables.ts'
import { type MirrorProblem, readState } from './mirror-state.ts'

/** A registry to follow. */
export interface NewMirror {
  readonly kind: Row<'mirrors'>['kind']
  readonly url: string
  /** The local scope that its skills come into. */
  readonly scope: string
}

/** A mirror as administrators see it. */
export interface MirrorInfo extends NewMirror {
  readonly id: string
  readonly last_at: string | null
  /** Why the last run failed; null when it did not. */
  readonly last_error: string | null
  /** Whether there is more to do at once. */
  readonly behind: boolean
  /** The last things that could not be taken over. */
  readonly problems: readonly MirrorProblem[]
}

/** Begins to follow a registry; what it has comes with the next run. Throws CONFLICT when it is followed already. */
export async function addMirror(
  hub: HubContext,
  { person }: Principal,
  { kind, url, scope }: NewMirror,
): Promise<MirrorInfo> {
  const address = guardUrl(url, { allow: hub.config.allowAddresses })
  const known = await hub.db.selectFrom('scopes').select('name').where('name', '=', scope).executeTakeFirst()
  if (known === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no scope @${scope}`)
  const mirror = {
    ...{ id: randomUUID(), kind, url: `${address.origin}${address.pathname.replace(/\/+$/, '')}`, scope },
    ...{ cursor: '', last_at: null, last_error: null },
  }
  try {
    await hub.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('mirrors').values(mirror).execute()
      await recordAudit(transaction, {
        at: hub.clock(),
        actor: person?.handle ?? '',
        action: 'mirror.add',
        subject: `@${scope}`,
        details: { kind, url: mirror.url },
      })
    })
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown
    throw new SkillError('CONFLICT', `${mirror.url} is followed already`, { cause: thrown })
  }
  return infoOf(mirror)
}

/** Every registry that is followed. */
export async function listMirrors(hub: HubContext): Promise<MirrorInfo[]> {
  return (await hub.db.selectFrom('mirrors').selectAll().orderBy('url').execute()).map(infoOf)
}

/** Follows a registry no longer. What it brought stays, and its names stay its own. */
export async function removeMirror(hub: HubContext, { person }: Principal, id: string): Promise<void> {
  await hub.db.transaction().execute(async (transaction) => {
    const mirror = await transaction.deleteFrom('mirrors').where('id', '=', id).returningAll().executeTakeFirst()
    if (mirror === undefined) throw new SkillError('DATA_NOT_FOUND', 'There is no such mirror')
    await recordAudit(transaction, {
      at: hub.clock(),
      actor: person?.handle ?? '',
      action: 'mirror.remove',
      subject: `@${mirror.scope}`,
      details: { kind: mirror.kind, url: mirror.url },
    })
  })
}

function infoOf({ id, kind, url, scope, cursor, last_at, last_error }: Row<'mirrors'>): MirrorInfo {
  const { isBehind, problems } = readState(cursor)
  return { id, kind, url, scope, last_at: isoTime(last_at), last_error, behind: isBehind, problems }
}
