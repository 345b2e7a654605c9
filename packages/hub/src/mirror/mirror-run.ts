import { randomUUID } from 'node:crypto'
import { SkillError, storableText } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { MIRROR_HANDLE, type Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { type MirrorProblem, type MirrorState, readState } from './mirror-state.ts'

/** What one run did. */
export interface SyncReport {
  /** Versions that are now published. */
  published: number
  /** Versions that wait for a reviewer or are blocked, by the checks of this hub. */
  held: number
  /** Versions whose state followed that of the other registry. */
  changed: number
  /** What could not be taken over. */
  failed: MirrorProblem[]
  /** False when there is more to do. */
  done: boolean
}

/** One run of a mirror, on the node that has it for the time being. */
export interface MirrorRun {
  readonly hub: HubContext
  readonly mirror: Row<'mirrors'>
  /** The publisher of what is mirrored: the owner of the scope, with no further rights. */
  readonly principal: Principal
  readonly report: SyncReport
  /** How much may still be fetched in this run. */
  room: number
  readonly signal: AbortSignal
  readonly state: MirrorState
  /** Records its progress, and renews the lease of the mirror. Throws CONFLICT when another node has taken it over. */
  save(change: Partial<MirrorState>): Promise<void>
  /** Renews the lease while something takes long. */
  keep(): Promise<void>
}

const LEASE_MS = 5 * 60_000
const MOST_PROBLEMS = 20

/** Takes a mirror for this node, and gives it back when it is disposed of. Throws CONFLICT while another has it. */
export async function openRun(
  hub: HubContext,
  mirror: Row<'mirrors'>,
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<MirrorRun & { end(failure: string | null): Promise<void> }> {
  const by = randomUUID()
  let cursor = mirror.cursor
  let state = readState(cursor)
  if (state.lease !== undefined && state.lease.until > hub.clock()) throw taken(mirror)
  const write = async (next: MirrorState, values: Partial<Row<'mirrors'>> = {}) => {
    const text = JSON.stringify(next)
    const { numUpdatedRows } = await hub.db
      .updateTable('mirrors')
      .set({ ...values, cursor: text })
      .where('id', '=', mirror.id)
      // What is written only follows what was read: of two nodes at once, one is too late.
      .where('cursor', '=', cursor)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw taken(mirror)
    cursor = text
    state = next
  }
  const save = (change: Partial<MirrorState>) =>
    write({ ...state, ...change, lease: { by, until: hub.clock() + LEASE_MS } })
  await save({})
  const report: SyncReport = { published: 0, held: 0, changed: 0, failed: [], done: false }
  return {
    hub,
    mirror,
    principal: await principalOf(hub, mirror.scope),
    report,
    room: limit,
    signal,
    get state() {
      return state
    },
    save,
    async keep() {
      if ((state.lease?.until ?? 0) - hub.clock() < LEASE_MS / 2) await save({})
    },
    async end(failure) {
      const { lease: _lease, ...rest } = state
      const problems = [...rest.problems, ...report.failed].slice(-MOST_PROBLEMS)
      const isBehind = failure === null && !report.done
      await write(
        { ...rest, problems, isBehind },
        { last_at: hub.clock(), last_error: failure === null ? null : storableText(failure) },
      )
    },
  }
}

async function principalOf(hub: HubContext, scope: string): Promise<Principal> {
  const owner = await hub.db.selectFrom('scopes').select('owner_id').where('name', '=', scope).executeTakeFirst()
  if (owner === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no scope @${scope}`)
  return {
    person: { id: owner.owner_id, handle: MIRROR_HANDLE, role: 'member' },
    scopes: new Set(['read', 'publish']),
    isHub: true,
  }
}

function taken({ url }: Row<'mirrors'>): SkillError {
  return new SkillError('CONFLICT', `${url} is being followed by another node just now`, { hint: 'Ask again later' })
}
