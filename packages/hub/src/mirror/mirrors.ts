import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { MIRROR, NEW_MIRROR, Wire } from '@skillwright/hub-api'
import { guardUrl } from '@skillwright/runtime'
import { isUniqueViolation } from '@skillwright/store'
import type { HubContext } from '../hub-context.ts'
import { isoTime } from '../people/tokens.ts'
import type { Principal } from '../principal.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Row } from '../store/tables.ts'
import { readState } from './mirror-state.ts'

/** A registry to follow. */
export type NewMirror = Wire<typeof NEW_MIRROR>

/** A mirror as administrators see it. */
export type MirrorInfo = Wire<typeof MIRROR>

const MIRRORS = pageCursor('mirrors', ['text', 'text'])

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

/** Every registry that is followed, by its address. */
export async function listMirrors(
  hub: HubContext,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<MirrorInfo>> {
  const [after, afterId] = MIRRORS.decode(cursor) ?? ['', '']
  const rows = await hub.db
    .selectFrom('mirrors')
    .selectAll()
    .where((where) =>
      where.or([where('url', '>', after), where.and([where('url', '=', after), where('id', '>', afterId)])]),
    )
    .orderBy('url')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  return MIRRORS.page(rows, limit, { place: ({ url, id }) => [url, id], item: infoOf })
}

/** Stops following a registry. What it brought stays, and its names stay its own. */
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
