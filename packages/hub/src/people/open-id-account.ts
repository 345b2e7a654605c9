import { SkillError } from '@skillwright/contract'
import { isName } from '@skillwright/hub-api'
import { isUniqueViolation } from '@skillwright/store'
import type { HubContext } from '../hub-context.ts'
import type { Principal, SignedIn } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { createPerson } from './create-person.ts'
import { requireFresh, requirePerson } from './derive-token.ts'
import type { OpenIdClaims } from './open-id.ts'
import { requireOpen } from './tokens.ts'

/** The account of a user known to the provider; made where registration is open. */
export async function accountOf(hub: HubContext, claims: OpenIdClaims): Promise<SignedIn> {
  const subject = subjectOf(claims)
  const known = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role', 'disabled_at'])
    .where('oidc_subject', '=', subject)
    .executeTakeFirst()
  if (known?.disabled_at === null) return { id: known.id, handle: known.handle, role: known.role }
  if (known !== undefined) throw new SkillError('PERMISSION_DENIED', 'This account was closed')
  if (hub.config.registration !== 'open')
    throw new SkillError('PERMISSION_DENIED', 'This hub takes no new accounts', {
      hint: 'Ask an administrator for one',
    })
  const { name, email } = claims
  return createPerson(hub, {
    handle: handleOf(claims),
    oidcSubject: subject,
    ...(typeof name === 'string' ? { displayName: name.slice(0, 200) } : {}),
    ...(typeof email === 'string' && claims.email_verified === true ? { email: email.slice(0, 200) } : {}),
  })
}

/** Lets the caller, who signed in a moment ago, sign in with the provider from now on. Throws CONFLICT when one of the two is linked already. */
export async function linkAccount(hub: HubContext, principal: Principal, claims: OpenIdClaims): Promise<void> {
  if (!principal.scopes.has('account')) throw new SkillError('AUTHENTICATION_REQUIRED', 'You are no longer signed in')
  // Here and not only where the page begins it: a linked identity signs in with every right of the account, for good.
  requireFresh(hub, principal, 'link your account')
  const { id, handle } = requirePerson(principal)
  await hub.db
    .transaction()
    .execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('people')
        .set({ oidc_subject: subjectOf(claims) })
        .where('id', '=', id)
        .where('oidc_subject', 'is', null)
        .executeTakeFirst()
      // The provider was asked meanwhile.
      if (principal.token !== undefined) await requireOpen(transaction, principal.token.id)
      if (numUpdatedRows === 0n) throw linkedAlready('Your account')
      const details = { issuer: claims.iss }
      await recordAudit(transaction, {
        at: hub.clock(),
        actor: handle,
        action: 'account.link',
        subject: `@${handle}`,
        details,
      })
    })
    .catch((thrown: unknown) => {
      throw isUniqueViolation(thrown) ? linkedAlready('That account of the provider') : thrown
    })
}

/** Lets the caller sign in with the provider no longer. Throws CONFLICT when there would be no other way in. */
export async function unlinkAccount(hub: HubContext, principal: Principal): Promise<void> {
  const { id, handle } = requirePerson(principal)
  await hub.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('people')
      .set({ oidc_subject: null })
      .where('id', '=', id)
      .where('oidc_subject', 'is not', null)
      .where('password_hash', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new SkillError('CONFLICT', 'Your account is not linked, or has no password to sign in with instead', {
        hint: 'Set a password first: skillwright account password',
      })
    await recordAudit(transaction, { at: hub.clock(), actor: handle, action: 'account.unlink', subject: `@${handle}` })
  })
}

function subjectOf({ iss, sub }: OpenIdClaims): string {
  return `${iss} ${sub}`
}

function linkedAlready(what: string): SkillError {
  return new SkillError('CONFLICT', `${what} is linked already`, { hint: 'End that link first' })
}

function handleOf({ preferred_username, email }: Readonly<Record<string, unknown>>): string {
  const wished = [preferred_username, typeof email === 'string' ? email.split('@')[0] : undefined]
  for (const word of wished) {
    if (typeof word !== 'string') continue
    const handle = word
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
    if (isName(handle)) return handle
  }
  throw new SkillError('INVALID_INPUT', 'The provider gave no user name that can be a handle', {
    hint: 'Set preferred_username to lower-case letters, digits and hyphens at the provider',
  })
}
