import { SkillError } from '@skillwright/contract'
import type { Row } from '../store/tables.ts'
import { noteSeen } from './claim-name.ts'
import { followState } from './follow-state.ts'
import type { MirrorRun } from './mirror-run.ts'
import type { PassState } from './mirror-state.ts'
import { localVersions } from './publish-mirrored.ts'

/** Where the run is in a list: where it stopped, or at the beginning of the next pass. */
export function currentPass({ state }: MirrorRun): PassState {
  return state.pass ?? { number: 1, place: null }
}

/**
 * Ends a pass through a whole list: what it did not see any more, and is still gone on a second look, is yanked, so that users who have
 * it keep it and new ones do not get it.
 */
export async function endPass(
  run: MirrorRun,
  { number }: PassState,
  isGone: (row: Row<'mirrored_skills'>) => Promise<boolean> = async () => true,
): Promise<void> {
  const { hub, mirror } = run
  const gone = await hub.db
    .selectFrom('mirrored_skills')
    .selectAll()
    .where('mirror_id', '=', mirror.id)
    .where('pass', '<', number)
    .where('mark', '<>', '')
    .execute()
  const seen = await hub.db
    .selectFrom('mirrored_skills')
    .select('name')
    .where('mirror_id', '=', mirror.id)
    .where('pass', '=', number)
    .limit(1)
    .executeTakeFirst()
  // A list that is suddenly empty is more likely a fault than intended.
  if (gone.length > 0 && seen === undefined)
    throw new SkillError('EXTERNAL_SERVICE_ERROR', `${mirror.url} lists none of the skills it had`, {
      hint: 'Remove the mirror if that is meant',
    })
  for (const row of gone) {
    if (!(await isGone(row))) continue
    for (const { version } of await localVersions(run, row.name))
      await followState(run, { name: row.name, version }, 'yank')
    await noteSeen(run, row, { mark: '' })
  }
  await run.save({ pass: { number: number + 1, place: null } })
}
