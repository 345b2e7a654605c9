import type { CALLABLE, Wire } from '@skillwright/hub-api'
import type { HubContext } from '../hub-context.ts'
import { isMemberOf } from '../people/scope-role.ts'
import type { Principal } from '../principal.ts'
import { listSkills } from '../registry/list-skills.ts'
import type { Page, PageRequest } from '../registry/page-cursor.ts'
import type { SkillDocument } from '../registry/read-skill.ts'
import { whyNotRun } from './call-policy.ts'
import { whyNotCallable } from './describe-call.ts'

type Callable = Wire<typeof CALLABLE>

/** What the principal can call here, a page of skills at a time: the newest version of each, every action of it. */
export async function listDescriptors(
  hub: HubContext,
  principal: Principal,
  { url, ...page }: PageRequest & { readonly url: string },
): Promise<Page<Callable>> {
  const { items, ...rest } = await listSkills(hub, principal, { ...page, sort: 'name' })
  const own = await ownScopes(hub, principal, items)
  const callable = items.filter((skill) => isCallable(hub, skill, own.has(skill.scope)))
  return { items: callable.flatMap((skill) => callablesOf(skill, url)), ...rest }
}

async function ownScopes(
  hub: HubContext,
  { person }: Principal,
  skills: readonly SkillDocument[],
): Promise<Set<string>> {
  const own = new Set<string>()
  if (person === undefined) return own
  for (const scope of new Set(skills.map(({ scope }) => scope)))
    if (await isMemberOf(hub.db, person.id, scope)) own.add(scope)
  return own
}

function isCallable({ config }: HubContext, skill: SkillDocument, isOwn: boolean): boolean {
  const { permissions, tier } = skill
  if (permissions === undefined || whyNotCallable(skill) !== undefined) return false
  // A service of its author answers for it, whatever this hub would run.
  if (skill.capability_type === 'api' && skill.entry === undefined) return true
  return whyNotRun({ tier, permissions, isOwn }, config.calls) === undefined
}

/** Each action of a skill, and the address of its descriptor. */
export function callablesOf(
  skill: Pick<
    SkillDocument,
    'name' | 'scope' | 'skill' | 'latest' | 'access' | 'actions' | 'capability_type' | 'description'
  >,
  url: string,
): Callable[] {
  const { name, scope, skill: id, latest, access, actions = [], capability_type: type = 'plugin' } = skill
  const base = `${url}/v1/skills/${name}/versions/${latest}/descriptor`
  const several = actions.length > 1
  const callable = { name, scope, skill: id, version: latest ?? '', capability_type: type, access }
  const description = skill.description ?? ''
  // One that states no contract can still be searched.
  if (!several) return [{ ...callable, action: null, description, descriptor_url: base }]
  return actions.map((action) => ({
    ...callable,
    action: action.name,
    description: action.description || description,
    descriptor_url: `${base}?action=${encodeURIComponent(action.name)}`,
  }))
}
