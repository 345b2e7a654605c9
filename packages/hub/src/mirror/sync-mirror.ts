import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import type { Row } from '../store/tables.ts'
import { followClawhub } from './follow-clawhub.ts'
import { followLog } from './follow-log.ts'
import { followWellKnown } from './follow-well-known.ts'
import { type MirrorRun, openRun, type SyncReport } from './mirror-run.ts'

/** Takes over what is new; true when nothing more is to be done at once. */
type Follow = (run: MirrorRun) => Promise<boolean>

const FOLLOW: Readonly<Record<Row<'mirrors'>['kind'], Follow>> = {
  hub: followLog,
  'well-known': followWellKnown,
  clawhub: followClawhub,
}

const LIMIT = 200

/**
 * Brings a mirror up to date, as far as one run may: what is new is published here by all the checks of this hub, what was taken
 * back there is taken back here. What fails is reported and does not stop the rest. Throws when the other registry cannot be
 * reached or trusted, and CONFLICT while another node syncs it.
 */
export async function syncMirror(
  hub: HubContext,
  id: string,
  {
    limit = LIMIT,
    signal = new AbortController().signal,
  }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<SyncReport> {
  const mirror = await hub.db.selectFrom('mirrors').selectAll().where('id', '=', id).executeTakeFirst()
  if (mirror === undefined) throw new SkillError('DATA_NOT_FOUND', 'There is no such mirror')
  const run = await openRun(hub, mirror, { limit, signal })
  try {
    run.report.done = await FOLLOW[mirror.kind](run)
    await run.end(null)
    return run.report
  } catch (thrown) {
    // A run that was stopped on purpose has not failed.
    const failure = signal.aborted ? null : messageOf(thrown)
    if (failure !== null) hub.log.warn({ err: thrown, mirror: mirror.url }, 'a mirror could not be brought up to date')
    await run.end(failure).catch(() => undefined)
    throw thrown
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
