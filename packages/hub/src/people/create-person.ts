import { randomUUID } from 'node:crypto'
import { SkillError } from '@skillwright/contract'
import { checkName } from '@skillwright/hub-api'
import { isUniqueViolation } from '@skillwright/store'
import type { Transaction } from 'kysely'
import type { HubContext } from '../hub-context.ts'
import type { SignedIn } from '../principal.ts'
import { nameSkeleton } from '../registry/name-skeleton.ts'
import { recordAudit } from '../review/record-audit.ts'
import type { Tables } from '../store/tables.ts'
import { hashPassword } from './hash-password.ts'
import { isReservedHandle } from './known-names.ts'

/** A person or an organisation to be. */
export interface NewPerson {
  readonly handle: string
  readonly displayName?: string | undefined
  readonly email?: string | undefined
  readonly password?: string | undefined
  readonly role?: SignedIn['role'] | undefined
  /** `issuer subject` of an OpenID Connect account. */
  readonly oidcSubject?: string
}

/** Who makes it, and whether they may give a name that is kept back. */
export interface CreateOptions {
  readonly by?: string
  readonly mayUseReserved?: boolean
}

const LEAST_PASSWORD = 10
const LONGEST_PASSWORD = 500

/** Makes an account, and the scope of its handle. Throws CONFLICT when the handle, or one that looks like it, is taken. */
export async function createPerson(hub: HubContext, person: NewPerson, options: CreateOptions = {}): Promise<SignedIn> {
  const { role = 'member', password } = person
  if (password !== undefined) checkPassword(password)
  const hash = password === undefined ? null : await hashPassword(password)
  const id = await hub.db
    .transaction()
    .execute((transaction) => insertPerson(transaction, hub, { ...person, role, kind: 'person', hash }, options))
  return { id, handle: person.handle, role }
}

/** Adds the rows of a person or organisation inside a transaction; gives back the id. */
export async function insertPerson(
  transaction: Transaction<Tables>,
  hub: HubContext,
  person: NewPerson & { kind: 'person' | 'organisation'; role: SignedIn['role']; hash: string | null },
  { by = 'hub', mayUseReserved = false }: CreateOptions,
): Promise<string> {
  const handle = checkName(person.handle, 'scope')
  if (!mayUseReserved && isReservedHandle(handle))
    throw new SkillError('PERMISSION_DENIED', `${handle} is a name that only an administrator may give`, {
      hint: 'Choose another handle, or ask an administrator for this one',
    })
  const skeleton = nameSkeleton(handle)
  const taken = await transaction
    .selectFrom('scopes')
    .select('name')
    .where((where) => where.or([where('name', '=', handle), where('skeleton', '=', skeleton)]))
    .executeTakeFirst()
  if (taken) throw handleTaken(handle, taken.name)
  const id = randomUUID()
  const at = hub.clock()
  // Of two who take it at the same moment one comes later.
  const refuseSame = (thrown: unknown) => {
    throw isUniqueViolation(thrown) ? handleTaken(handle, handle) : thrown
  }
  await transaction
    .insertInto('people')
    .values({
      id,
      handle,
      kind: person.kind,
      display_name: person.displayName ?? handle,
      email: person.email ?? null,
      password_hash: person.hash,
      oidc_subject: person.oidcSubject ?? null,
      role: person.role,
      created_at: at,
      disabled_at: null,
    })
    .execute()
    .catch(refuseSame)
  await transaction
    .insertInto('scopes')
    .values({ name: handle, skeleton, owner_id: id, official: 0, proof: null, proven_at: null, created_at: at })
    .execute()
    .catch(refuseSame)
  await recordAudit(transaction, {
    at,
    actor: by,
    action: `${person.kind}.create`,
    subject: `@${handle}`,
    details: { role: person.role },
  })
  return id
}

function handleTaken(handle: string, by: string): SkillError {
  return new SkillError('CONFLICT', `${handle} ${by === handle ? 'is taken' : `looks like @${by}`}`, {
    hint: 'Choose another handle',
  })
}

/** Refuses a password that is too short to be one, or long enough to be an attack. */
export function checkPassword(password: string): void {
  if (password.length >= LEAST_PASSWORD && password.length <= LONGEST_PASSWORD) return
  throw new SkillError(
    'INVALID_INPUT',
    `Expected a password of ${LEAST_PASSWORD} to ${LONGEST_PASSWORD} characters, got ${password.length}`,
    { hint: `Choose a ${password.length < LEAST_PASSWORD ? 'longer' : 'shorter'} one` },
  )
}
