import { SkillError } from '@skillwright/contract'
import { fullName, parseReference, TIERS } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import type { Principal } from '../principal.ts'
import type { SkillPlace } from './find-skill.ts'
import type { Tier } from './skill-name.ts'
import { isOpen } from './viewer-for.ts'
import { isOrBelongsTo, viewerOf } from './visible-to.ts'

/** A skill that was found by a reference. */
export interface ResolvedName extends SkillPlace {
  /** A version, a range or `latest`. */
  readonly range: string
}

const MAX_CANDIDATES = 100
const MAX_SHOWN = 20

/**
 * Finds the skill that a reference means. `@scope/name` is exact; so is `scope/name` when there is such a scope. `official/name`,
 * `verified/name` and `community/name` otherwise mean the skill of that name in that tier. A bare name means the official skill of that
 * name, else the verified one, else the only one the caller can see. Throws CONFLICT with the candidates when several
 * remain, DATA_NOT_FOUND when none does.
 */
export async function resolveName(hub: HubContext, principal: Principal, text: string): Promise<ResolvedName> {
  const { prefix, isScope, name, range = 'latest' } = parseReference(text)
  const tier = TIERS.find((word) => word === prefix)
  if (prefix !== undefined && (isScope || tier === undefined || (await isTaken(hub, prefix))))
    return { scope: prefix, name, range }
  const candidates = await visibleByName(hub, principal, name)
  const chosen = tier === undefined ? mostTrusted(candidates) : candidates.filter((one) => one.tier === tier)
  const [only, ...others] = chosen
  if (only === undefined) throw absentName(text)
  if (others.length > 0) throw ambiguousName(text, chosen)
  return { scope: only.scope, name, range }
}

async function isTaken(hub: HubContext, scope: string): Promise<boolean> {
  return (await hub.db.selectFrom('scopes').select('name').where('name', '=', scope).executeTakeFirst()) !== undefined
}

type Candidate = SkillPlace & { readonly tier: Tier }

async function visibleByName(hub: HubContext, principal: Principal, name: string): Promise<Candidate[]> {
  const { person, oversees } = viewerOf(principal)
  const named = hub.db
    .selectFrom('skills')
    .select(['skills.scope', 'skills.name', 'skills.tier'])
    .where('skills.name', '=', name)
    .where('skills.latest', 'is not', null)
    // Neither official nor verified ones are left out when a community name is crowded.
    .orderBy('skills.tier', 'desc')
    .orderBy('skills.scope')
    .limit(MAX_CANDIDATES)
  if (oversees === '1') return named.execute()
  const open = await named.where(isOpen()).execute()
  return person === '' ? open : [...open, ...(await privateByName(hub, person, name))]
}

/** The private skills of that name that a person may know of. It begins with what the person has to do with, so that those of others cost nothing. */
async function privateByName(hub: HubContext, person: string, name: string): Promise<Candidate[]> {
  const own = await hub.db
    .selectFrom('scopes')
    .crossJoin('skills')
    .select(['skills.scope', 'skills.name', 'skills.tier'])
    .where(isOrBelongsTo('scopes.owner_id', person))
    .whereRef('skills.scope', '=', 'scopes.name')
    .where('skills.name', '=', name)
    .where('skills.access', '=', 'private')
    .where('skills.latest', 'is not', null)
    .execute()
  const granted = await hub.db
    .selectFrom('grants')
    .crossJoin('skills')
    .select(['skills.scope', 'skills.name', 'skills.tier'])
    .where(isOrBelongsTo('grants.person_id', person))
    .whereRef('skills.id', '=', 'grants.skill_id')
    .where('skills.name', '=', name)
    .where('skills.access', '=', 'private')
    .where('skills.latest', 'is not', null)
    .execute()
  // A skill of an own scope that one was let in to besides counts once.
  return [...new Map([...own, ...granted].map((one) => [one.scope, one])).values()]
}

/** Those of the highest tier among them. */
function mostTrusted(candidates: readonly Candidate[]): readonly Candidate[] {
  const tier = TIERS.find((word) => candidates.some((one) => one.tier === word))
  return candidates.filter((one) => one.tier === tier)
}

function absentName(text: string): SkillError {
  return new SkillError('DATA_NOT_FOUND', `There is no skill ${text.trim()}`, {
    hint: 'Check the name; a private skill is visible only to users with access',
  })
}

/** What is said of a name that several have. */
export function ambiguousName(text: string, candidates: readonly SkillPlace[]): SkillError {
  const names = candidates.slice(0, MAX_SHOWN).map(fullName)
  return new SkillError('CONFLICT', `${text.trim()} could be any of ${names.join(', ')}`, {
    hint: 'Write the scope too',
    details: { candidates: names },
  })
}
