import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import type { DEVICE_LOGIN, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal, TokenScope } from '../principal.ts'
import type { Row } from '../store/tables.ts'
import { loginEnd, requirePerson, requireScopes } from './derive-token.ts'
import { newUserCode, readUserCode } from './device-code.ts'
import { hashSecret, newSecret } from './secret.ts'
import { createToken, type MadeToken } from './tokens.ts'

/** How long a user has to decide. */
const EXPIRES_SECONDS = 600
/** How long a program waits between two polls. */
export const INTERVAL_SECONDS = 5
const MOST_WAITING = 10_000

/** The two codes of a program that wants to be signed in. */
export interface DeviceCodes {
  readonly deviceCode: string
  readonly userCode: string
  readonly expiresSeconds: number
}

/** Notes that a program wants to be signed in. Only hashes of its codes are kept. Throws SERVICE_UNAVAILABLE when too many wait. */
export async function beginDeviceLogin(
  hub: HubContext,
  {
    name,
    scopes,
    address,
  }: { readonly name: string; readonly scopes: readonly TokenScope[]; readonly address: string },
): Promise<DeviceCodes> {
  const at = hub.clock()
  const [deviceCode, userCode] = [newSecret(), newUserCode()]
  await hub.db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('device_logins').where('expires_at', '<=', at).execute()
    const { waiting } = await transaction
      .selectFrom('device_logins')
      .select((select) => select.fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow()
    if (Number(waiting) >= MOST_WAITING)
      throw new SkillError('SERVICE_UNAVAILABLE', 'Too many programs wait to be signed in', {
        details: { retry_after_seconds: 60 },
      })
    await transaction
      .insertInto('device_logins')
      .values({
        id: randomUUID(),
        device_hash: hashSecret(deviceCode),
        user_hash: hashSecret(userCode),
        name,
        scopes: JSON.stringify(scopes),
        address,
        created_at: at,
        expires_at: at + EXPIRES_SECONDS * 1000,
        polled_at: null,
        state: 'pending',
        person_id: null,
        parent_id: null,
        token_expires_at: null,
      })
      .execute()
  })
  return { deviceCode, userCode, expiresSeconds: EXPIRES_SECONDS }
}

/** What shows a code. Throws DATA_NOT_FOUND for a code that nothing shows, or no longer. */
export async function readDeviceLogin(hub: HubContext, code: string): Promise<Wire<typeof DEVICE_LOGIN>> {
  const { name, scopes, address, created_at, expires_at } = await waitingFor(hub, code)
  return {
    name,
    scopes: JSON.parse(scopes) as TokenScope[],
    address,
    asked_at: new Date(created_at).toISOString(),
    expires_at: new Date(expires_at).toISOString(),
  }
}

/** Signs the program that shows a code in as the caller, with no more than the caller may, or refuses to. */
export async function decideDeviceLogin(
  hub: HubContext,
  principal: Principal,
  code: string,
  decision: 'approve' | 'deny',
): Promise<void> {
  const person = requirePerson(principal)
  const login = await waitingFor(hub, code)
  const asked = JSON.parse(login.scopes) as TokenScope[]
  if (decision === 'approve') requireScopes(principal, asked)
  const { numUpdatedRows } = await hub.db
    .updateTable('device_logins')
    .set({
      state: decision === 'approve' ? 'approved' : 'denied',
      person_id: person.id,
      parent_id: principal.token?.id ?? null,
      scopes: JSON.stringify(asked.length === 0 ? [...principal.scopes] : asked),
      token_expires_at: loginEnd(hub, principal),
    })
    .where('id', '=', login.id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw unknownCode()
}

/**
 * The token of a program that a user signed in; undefined while the decision is pending. It is handed out once. Throws
 * RATE_LIMIT_EXCEEDED to a program that asks too often, PERMISSION_DENIED when it was refused, AUTHENTICATION_REQUIRED when the code ended.
 */
export async function pollDeviceLogin(hub: HubContext, deviceCode: string): Promise<MadeToken | undefined> {
  const now = hub.clock()
  const login = await hub.db
    .selectFrom('device_logins')
    .selectAll()
    .where('device_hash', '=', hashSecret(deviceCode))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (login === undefined)
    throw new SkillError('AUTHENTICATION_REQUIRED', 'The code has ended, or was used', { hint: 'Begin again' })
  if (login.state === 'pending') return waitOn(hub, login, now)
  // The request that deletes the row gets the token: it is handed out once.
  const { numDeletedRows } = await hub.db.deleteFrom('device_logins').where('id', '=', login.id).executeTakeFirst()
  if (login.state === 'denied' || numDeletedRows === 0n || login.person_id === null)
    throw new SkillError('PERMISSION_DENIED', 'This sign-in was refused')
  const person = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role'])
    .where('id', '=', login.person_id)
    .executeTakeFirstOrThrow()
  return createToken(hub, person, {
    name: login.name,
    scopes: JSON.parse(login.scopes) as TokenScope[],
    expiresAt: login.token_expires_at,
    parentId: login.parent_id ?? undefined,
  })
}

async function waitOn(hub: HubContext, { id, polled_at }: Row<'device_logins'>, now: number): Promise<undefined> {
  const wait = (polled_at ?? 0) + INTERVAL_SECONDS * 1000 - now
  if (wait > 0)
    throw new SkillError('RATE_LIMIT_EXCEEDED', `Asked again after less than ${INTERVAL_SECONDS} seconds`, {
      details: { retry_after_seconds: Math.ceil(wait / 1000) },
    })
  await hub.db.updateTable('device_logins').set({ polled_at: now }).where('id', '=', id).execute()
}

async function waitingFor(hub: HubContext, code: string): Promise<Row<'device_logins'>> {
  const login = await hub.db
    .selectFrom('device_logins')
    .selectAll()
    .where('user_hash', '=', hashSecret(readUserCode(code)))
    .where('state', '=', 'pending')
    .where('expires_at', '>', hub.clock())
    .executeTakeFirst()
  if (login === undefined) throw unknownCode()
  return login
}

function unknownCode(): SkillError {
  return new SkillError('DATA_NOT_FOUND', 'No program waits with that code', {
    hint: 'Type the code as the program shows it; it holds ten minutes',
  })
}
