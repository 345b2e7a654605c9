import { SkillError } from '@skillwright/contract'
import { fullName } from '@skillwright/hub-api'
import { sql } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { prepareQuery } from './prepared-query.ts'
import { openName, viewerFor } from './viewer-for.ts'
import { insiderViewer, visibleToViewer } from './visible-to.ts'

/** Which skill. */
export interface SkillPlace {
  readonly scope: string
  readonly name: string
}

/** A skill, and whether the caller also sees what was never released. */
export type SkillRow = Row<'skills'> & { readonly isInsider: boolean }

const query = prepareQuery(['scope', 'name', 'person', 'oversees'], (db, { scope, name, ...viewer }) =>
  db
    .selectFrom('skills')
    .selectAll('skills')
    .select((eb) => eb.case().when(insiderViewer(viewer)).then(1).else(0).end().as('insider'))
    .where('skills.scope', '=', scope)
    .where('skills.name', '=', name)
    .where(visibleToViewer(viewer)),
)

const openQuery = prepareQuery(['open'], (db, { open }) =>
  db.selectFrom('skills').selectAll('skills').select(sql.lit(0).as('insider')).where(openName, '=', open),
)

/** The skill of that name. Throws the same DATA_NOT_FOUND for one that does not exist and one that the caller may not see, after the same work. */
export async function findSkill(hub: HubContext, principal: Principal, { scope, name }: SkillPlace): Promise<SkillRow> {
  const viewer = await viewerFor(hub, principal, { scope, name })
  const [row] = await (viewer === undefined
    ? openQuery(hub.db, { open: fullName({ scope, name }) })
    : query(hub.db, { scope, name, ...viewer }))
  if (row === undefined) throw absentSkill({ scope, name })
  const { insider, ...skill } = row
  return { ...skill, isInsider: insider === 1 }
}

/** What is said of a skill that is not there. */
export function absentSkill(place: SkillPlace): SkillError {
  return new SkillError('DATA_NOT_FOUND', `There is no skill ${fullName(place)}`, {
    hint: 'Check the name; a private skill is visible only to users with access',
  })
}
