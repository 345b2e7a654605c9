import { SkillError } from '@skillwright/contract'
import { fullName, isName, TIERS } from '@skillwright/hub-api'
import type { HubContext } from '../../hub-context.ts'
import type { Principal } from '../../principal.ts'
import type { SkillPlace } from '../../registry/find-skill.ts'
import { ambiguousName, resolveName } from '../../registry/resolve-name.ts'
import { isOrBelongsTo, visibleTo } from '../../registry/visible-to.ts'

/** How ClawHub's clients name a skill: one word, and its owner where they know it. */
export interface SlugReference {
  readonly slug: string
  readonly ownerHandle?: string | undefined
}

// No name holds two hyphens in a row.
const BETWEEN = '--'

/**
 * The skill that a slug means: `name` where that is only one for the caller, by the rules of `resolveName`, or `scope--name`. Throws
 * DATA_NOT_FOUND with the words that ClawHub's client knows, CONFLICT with the candidates for a name that several have.
 */
export async function placeOfSlug(
  hub: HubContext,
  principal: Principal,
  { slug, ownerHandle }: SlugReference,
): Promise<SkillPlace> {
  const place = placeInSlug(slug, handleOf(ownerHandle))
  const isWellFormed = isName(place.name) && (place.scope === undefined || isName(place.scope))
  if (!isWellFormed) throw absentSlug()
  if (place.scope !== undefined) return { scope: place.scope, name: place.name }
  return resolveName(hub, principal, place.name).catch(wordsOfClawhub)
}

/**
 * The skill that a slug means to a caller who changes it: their own of that name, also while no version of it is available; else as
 * for reads, so that the answer is the same as for other callers.
 */
export async function ownPlaceOfSlug(
  hub: HubContext,
  principal: Principal,
  reference: SlugReference,
): Promise<SkillPlace> {
  const { scope, name } = placeInSlug(reference.slug, handleOf(reference.ownerHandle))
  if (scope !== undefined) return placeOfSlug(hub, principal, reference)
  const [own, ...others] = await hub.db
    .selectFrom('skills')
    .innerJoin('scopes', 'scopes.name', 'skills.scope')
    .select(['skills.scope', 'skills.name'])
    .where('skills.name', '=', name)
    .where(isOrBelongsTo('scopes.owner_id', principal.person?.id ?? ''))
    .orderBy('skills.scope')
    .execute()
  if (own !== undefined && others.length > 0) throw ambiguousName(name, [own, ...others])
  return own ?? placeOfSlug(hub, principal, reference)
}

function handleOf(owner: string | undefined): string | undefined {
  return owner?.replace(/^@/, '').toLowerCase()
}

/** The scope and name that a slug spells out; no scope when it only has a name. */
export function placeInSlug(slug: string, owner: string | undefined): { scope: string | undefined; name: string } {
  const [scope = '', name] = splitOnce(slug, BETWEEN)
  if (name !== undefined && (owner === undefined || owner === scope)) return { scope, name }
  return { scope: owner, name: slug }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)]
}

/** ClawHub's client takes exactly these words for a skill that can be published again. */
function absentSlug(): SkillError {
  return new SkillError('DATA_NOT_FOUND', 'Skill not found')
}

/** Says that there is no skill in the words that ClawHub's client knows. */
export function wordsOfClawhub(thrown: unknown): never {
  throw thrown instanceof SkillError && thrown.code === 'DATA_NOT_FOUND' ? absentSlug() : thrown
}

/** The shortest slugs that mean these skills to the caller, by full name. */
export async function slugsOf(
  hub: HubContext,
  principal: Principal,
  places: readonly SkillPlace[],
): Promise<ReadonlyMap<string, string>> {
  if (places.length === 0) return new Map()
  const counted = await hub.db
    .selectFrom('skills')
    .select(['skills.name', 'skills.tier'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('skills.scope').as('scope')])
    .where(
      'skills.name',
      'in',
      places.map(({ name }) => name),
    )
    .where('skills.latest', 'is not', null)
    .where(visibleTo(principal))
    .groupBy(['skills.name', 'skills.tier'])
    .execute()
  const meant = (name: string): string | undefined => {
    const trusted = TIERS.map((tier) => counted.find((row) => row.name === name && row.tier === tier))
    const most = trusted.find((row) => row !== undefined)
    return most !== undefined && Number(most.count) === 1 ? most.scope : undefined
  }
  return new Map(
    places.map(({ scope, name }) => [
      fullName({ scope, name }),
      meant(name) === scope ? name : `${scope}${BETWEEN}${name}`,
    ]),
  )
}
