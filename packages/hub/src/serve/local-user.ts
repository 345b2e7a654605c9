import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { SkillError } from '@skillwright/contract'
import type { HubContext } from '../hub-context.ts'
import { authenticate } from '../people/authenticate.ts'
import { createPerson } from '../people/create-person.ts'
import { scopesOfRole } from '../people/token-scopes.ts'
import { createToken } from '../people/tokens.ts'
import type { Principal, SignedIn } from '../principal.ts'
import { nameSkeleton } from '../registry/name-skeleton.ts'
import { byCredentials, type Identify } from '../server/admit-request.ts'
import { isCrossSite } from '../server/is-cross-site.ts'
import { LOCAL_SCOPE } from './served-folders.ts'

/** The user whose skills are served, and who alone calls them. */
export async function localUser(hub: HubContext): Promise<Principal & { readonly person: SignedIn }> {
  const known = await hub.db
    .selectFrom('people')
    .select(['id', 'handle', 'role'])
    .where('handle', '=', LOCAL_SCOPE)
    .executeTakeFirst()
  const person = known ?? (await createPerson(hub, { handle: LOCAL_SCOPE, role: 'admin' }, { mayUseReserved: true }))
  return { person, scopes: new Set(scopesOfRole('admin')) }
}

/** Makes the local user the owner of scopes: of their tasks and secrets. */
export async function ownScopes(hub: HubContext, { id }: SignedIn, scopes: ReadonlySet<string>): Promise<void> {
  const rows = [...scopes].map((name) => ({
    name,
    skeleton: nameSkeleton(name),
    owner_id: id,
    official: 0,
    proof: null,
    proven_at: null,
    created_at: hub.clock(),
  }))
  if (rows.length > 0)
    await hub.db
      .insertInto('scopes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** The token that programs of the user show where they do not come by the socket: the one in the file, while it is good, else a new one. */
export async function localToken(hub: HubContext, person: SignedIn, file: string): Promise<string> {
  const kept = readToken(file)
  if (kept !== '' && (await isGood(hub, kept))) return kept
  const scopes = scopesOfRole('admin')
  const { token } = await createToken(hub, person, { name: 'skillwright serve', scopes, expiresAt: null })
  writeFileSync(file, `${token}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return token
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

function isGood(hub: HubContext, token: string): Promise<boolean> {
  return authenticate(hub, { key: token }).then(
    ({ person }) => person?.handle === LOCAL_SCOPE,
    () => false,
  )
}

/**
 * Callers on a port of this machine: programs of every user reach it, and pages that a browser shows here. So everything needs the
 * token, and a request that was meant for another name (which may lead here for a moment) or comes from a page is refused.
 */
export function onThisMachine(hub: HubContext): Identify {
  const known = byCredentials(hub)
  return async (request) => {
    const { host } = request.headers
    const port = request.socket.localPort
    if (!['127.0.0.1', 'localhost', '[::1]'].some((name) => host === `${name}:${port}`))
      throw new SkillError('PERMISSION_DENIED', 'This is not the host that the request was made for', {
        hint: `Ask for http://127.0.0.1:${port}`,
      })
    if (isCrossSite(request.headers, hub.url()))
      throw new SkillError('PERMISSION_DENIED', 'A page may not call skills of this machine')
    const principal = await known(request)
    if (principal.person !== undefined) return principal
    throw new SkillError('AUTHENTICATION_REQUIRED', 'Everything here needs the token of the user', {
      hint: 'Authorization: Bearer, with what stands in the file `token` beside the socket',
    })
  }
}
