import { SkillError } from '@skillwright/contract'
import type { SECRET, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import { requireScopeRole } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import type { SkillPlace } from '../registry/find-skill.ts'
import { type Page, type PageRequest, pageCursor } from '../registry/page-cursor.ts'
import { recordAudit } from '../review/record-audit.ts'
import { secretKeysOf } from './secret-keys-of.ts'
import { requireSharedKey } from './shared-secret-key.ts'

/** Which secret. */
export interface SecretPlace {
  readonly scope: string
  /** All skills of the scope when empty. */
  readonly skill: string
  readonly name: string
}

/** Sets a secret of a scope, for one skill or all. It is never shown again. */
export async function setSecret(
  hub: HubContext,
  principal: Principal,
  place: SecretPlace,
  value: string,
): Promise<void> {
  await requireScopeRole(hub, principal, place.scope, 'owner')
  await requireSharedKey(hub)
  const { seal } = await secretKeysOf(hub)
  const by = principal.person?.handle ?? ''
  const row = { ...seal(value, aboutOf(place)), set_by: by, set_at: hub.clock() }
  await hub.db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('secrets')
      .values({ ...place, ...row })
      .onConflict((conflict) => conflict.columns(['scope', 'skill', 'name']).doUpdateSet(row))
      .execute()
    await recordAudit(transaction, { at: row.set_at, actor: by, action: 'secret.set', subject: aboutOf(place) })
  })
}

/** Removes a secret. Throws DATA_NOT_FOUND when it is not set. */
export async function removeSecret(hub: HubContext, principal: Principal, place: SecretPlace): Promise<void> {
  await requireScopeRole(hub, principal, place.scope, 'owner')
  await hub.db.transaction().execute(async (transaction) => {
    const { scope, skill, name } = place
    const { numDeletedRows } = await transaction
      .deleteFrom('secrets')
      .where('scope', '=', scope)
      .where('skill', '=', skill)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      throw new SkillError('DATA_NOT_FOUND', `${name} is not set for @${scope}${skill === '' ? '' : `/${skill}`}`, {
        hint: `See which are: skillwright secrets list @${scope}`,
      })
    const actor = principal.person?.handle ?? ''
    await recordAudit(transaction, { at: hub.clock(), actor, action: 'secret.remove', subject: aboutOf(place) })
  })
}

const SECRETS = pageCursor('secrets', ['text', 'text'])

/** Which secrets a scope has; never what they are. */
export async function listSecrets(
  hub: HubContext,
  principal: Principal,
  scope: string,
  { limit = 50, cursor }: PageRequest = {},
): Promise<Page<Wire<typeof SECRET>>> {
  await requireScopeRole(hub, principal, scope)
  const [afterName, afterSkill] = SECRETS.decode(cursor) ?? ['', '']
  const rows = await hub.db
    .selectFrom('secrets')
    .select(['name', 'skill', 'set_by', 'set_at'])
    .where('scope', '=', scope)
    .where((eb) =>
      eb.or([eb('name', '>', afterName), eb.and([eb('name', '=', afterName), eb('skill', '>', afterSkill)])]),
    )
    .orderBy('name')
    .orderBy('skill')
    .limit(limit + 1)
    .execute()
  return SECRETS.page(rows, limit, {
    place: ({ name, skill }) => [name, skill],
    item: ({ skill, set_at, ...row }) => ({
      ...row,
      skill: skill === '' ? null : skill,
      set_at: new Date(set_at).toISOString(),
    }),
  })
}

/** The values of the variables that a skill declares, as far as its scope has set them: its own before those of all. */
export async function secretsFor(
  hub: HubContext,
  { scope, name: skill }: SkillPlace,
  declared: readonly string[],
): Promise<Readonly<Record<string, string>> | undefined> {
  if (declared.length === 0) return undefined
  const rows = await hub.db
    .selectFrom('secrets')
    .selectAll()
    .where('scope', '=', scope)
    .where('skill', 'in', ['', skill])
    .where('name', 'in', [...declared])
    .orderBy('skill')
    .execute()
  const keys = await secretKeysOf(hub)
  return Object.fromEntries(rows.map((row) => [row.name, keys.open(row, aboutOf(row))]))
}

/** What a secret is sealed for. */
function aboutOf({ scope, skill, name }: SecretPlace): string {
  return `@${scope}${skill === '' ? '' : `/${skill}`} ${name}`
}

/** Throws INVALID_INPUT for what no environment can hold. */
export function checkSecret(name: string, value: string): void {
  if (!value.includes('\0') && !/^(?:PATH|HOME|LANG|LD_.*|NODE_OPTIONS|PYTHON.*|SKILL_.*)$/.test(name)) return
  throw new SkillError('INVALID_INPUT', `${name} cannot be a secret: it would change how skills are started`, {
    hint: 'Give the variable a name of its own, such as TRANSLATE_KEY',
  })
}
