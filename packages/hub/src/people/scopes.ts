import { SkillError } from '@skillwright/contract'
import type { SCOPE_INFO, Wire } from '@skillwright/hub-api'
import { fetchGuarded } from '@skillwright/runtime'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import { recordAudit } from '../review/record-audit.ts'
import { refreshScope } from '../review/refresh-scope.ts'
import { requireIndependent } from '../review/require-independent.ts'
import { registryWrite } from '../store/registry-write.ts'
import { requireScopeRole } from './scope-role.ts'
import { isoTime } from './tokens.ts'

/** The public view of a scope. */
export type ScopeInfo = Wire<typeof SCOPE_INFO>

const PROOF_PATH = '/.well-known/skillwright-scope.txt'
const PROOF_BYTES = 10_000

/** Reads a scope. */
export async function readScope(hub: HubContext, name: string): Promise<ScopeInfo> {
  const row = await hub.db
    .selectFrom('scopes')
    .innerJoin('people', 'people.id', 'scopes.owner_id')
    .select(['scopes.name', 'people.handle', 'people.kind', 'scopes.official', 'scopes.proof', 'scopes.proven_at'])
    .where('scopes.name', '=', name)
    .executeTakeFirst()
  if (row === undefined) throw new SkillError('DATA_NOT_FOUND', `There is no scope @${name}`)
  return {
    scope: row.name,
    owner: row.handle,
    owner_kind: row.kind,
    official: row.official === 1,
    proof: row.proof === null ? null : JSON.parse(row.proof),
    proven_at: isoTime(row.proven_at),
  }
}

/** What the owner of a domain puts there to prove that a scope of this hub is theirs. */
export function proofText(hub: HubContext, scope: string): string {
  return `skillwright-scope: @${scope} at ${hub.url()}`
}

/** Proves the owner of a scope by a domain: the text must be served there. Only public addresses are asked. */
export async function proveByDomain(
  hub: HubContext,
  principal: Principal,
  { scope, domain }: { readonly scope: string; readonly domain: string },
): Promise<ScopeInfo> {
  await requireScopeRole(hub, principal, scope, 'owner')
  if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(domain))
    throw new SkillError(
      'INVALID_INPUT',
      `Expected a domain such as example.com, got ${JSON.stringify(domain.slice(0, 80))}`,
    )
  const isAllowed = hub.config.allowAddresses.includes(domain.replace(/:\d+$/, ''))
  const url = `${isAllowed ? 'http' : 'https'}://${domain}${PROOF_PATH}`
  const { body } = await fetchGuarded(url, {
    allow: hub.config.allowAddresses,
    maxAnswerBytes: PROOF_BYTES,
    timeoutMs: 10_000,
  })
  const expected = proofText(hub, scope)
  if (
    !body
      .toString('utf8')
      .split(/\r?\n/)
      .some((line) => line.trim() === expected)
  )
    throw new SkillError('PERMISSION_DENIED', `${url} does not hold the line that proves @${scope}`, {
      hint: `Put this line there: ${expected}`,
    })
  return recordProof(hub, principal, scope, { kind: 'domain', domain })
}

/** Records that an administrator knows the owner of a scope, who is another user. */
export async function vouchForScope(
  hub: HubContext,
  principal: Principal,
  { scope, note }: { readonly scope: string; readonly note: string },
): Promise<ScopeInfo> {
  await requireIndependent(hub.db, principal, { scope, publishedBy: null })
  return recordProof(hub, principal, scope, { kind: 'administrator', note })
}

async function recordProof(
  hub: HubContext,
  { person }: Principal,
  scope: string,
  proof: Readonly<Record<string, unknown>>,
): Promise<ScopeInfo> {
  const by = person?.handle ?? ''
  return changeScope(
    hub,
    scope,
    { proof: JSON.stringify({ ...proof, by }), proven_at: hub.clock() },
    {
      actor: by,
      action: 'scope.prove',
      details: proof,
    },
  )
}

/** Marks a scope of another user as official, or any as that no longer. */
export async function setOfficial(
  hub: HubContext,
  principal: Principal,
  { scope, official }: { readonly scope: string; readonly official: boolean },
): Promise<ScopeInfo> {
  if (official) await requireIndependent(hub.db, principal, { scope, publishedBy: null })
  return changeScope(
    hub,
    scope,
    { official: official ? 1 : 0 },
    {
      actor: principal.person?.handle ?? '',
      action: official ? 'scope.official' : 'scope.not-official',
    },
  )
}

async function changeScope(
  hub: HubContext,
  name: string,
  values: { official?: number; proof?: string; proven_at?: number },
  audit: { actor: string; action: string; details?: Readonly<Record<string, unknown>> },
): Promise<ScopeInfo> {
  await registryWrite(hub.db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('scopes')
      .set(values)
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new SkillError('DATA_NOT_FOUND', `There is no scope @${name}`)
    await recordAudit(transaction, { at: hub.clock(), subject: `@${name}`, ...audit })
    await refreshScope(transaction, name)
  })
  return readScope(hub, name)
}
