import { SkillError, storableText } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import type { Row } from '../store/tables.ts'
import type { MirrorRun } from './mirror-run.ts'

/**
 * Takes a local name for a skill of another registry, once and for all. Throws CONFLICT when it stands for another skill already: one of
 * another source, or one that was published here.
 */
export async function claimName(
  { hub, mirror }: MirrorRun,
  { name, source }: { readonly name: string; readonly source: string },
): Promise<Row<'mirrored_skills'>> {
  const place = { scope: mirror.scope, name }
  const found = () =>
    hub.db
      .selectFrom('mirrored_skills')
      .selectAll()
      .where('scope', '=', place.scope)
      .where('name', '=', name)
      .executeTakeFirst()
  let row = await found()
  if (row === undefined) {
    const skill = await hub.db
      .selectFrom('skills')
      .select('id')
      .where('scope', '=', place.scope)
      .where('name', '=', name)
      .executeTakeFirst()
    if (skill !== undefined) throw nameTaken(fullName(place), 'a skill that was published here')
    await hub.db
      .insertInto('mirrored_skills')
      .values({ ...place, mirror_id: mirror.id, source, mark: '', pass: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await found()
  }
  if (row === undefined || row.source !== source) throw nameTaken(fullName(place), row?.source ?? 'another skill')
  return row
}

/** Records what was seen of a mirrored skill, and by which mirror. */
export async function noteSeen(
  { hub, mirror }: MirrorRun,
  { scope, name }: Row<'mirrored_skills'>,
  { mark, pass }: { readonly mark?: string; readonly pass?: number },
): Promise<void> {
  await hub.db
    .updateTable('mirrored_skills')
    .set({
      ...(mark === undefined ? {} : { mark: storableText(mark) }),
      ...(pass === undefined ? {} : { pass }),
      mirror_id: mirror.id,
    })
    .where('scope', '=', scope)
    .where('name', '=', name)
    .execute()
}

function nameTaken(name: string, by: string): SkillError {
  return new SkillError('CONFLICT', `${name} stands for ${by} already`, {
    hint: 'Mirror it into another scope',
  })
}
